"use client";

import { Button } from "@mantine/core";
import { KeyHint } from "@/components/ui/key-hint";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Entry } from "@/lib/contracts/evolution";
import { QuoteList } from "./cluster-detail";
import { ConflictNotice, problemsOf } from "./conflict-notice";
import { EntryDiff } from "./entry-diff";
import classes from "./evolve.module.css";

export interface EntryControls {
  accept: () => void;
  edit: () => void;
  save: () => void;
  cancel: () => void;
  reject: () => void;
  reopen: () => void;
  reload: () => void;
}

interface EntryCardProps {
  project: string;
  run: string;
  entry: Entry;
  /** The stage can no longer be reviewed. */
  locked: boolean;
  drafts: Record<string, string> | null;
  /** How many drafts were discarded so far; a discarded one leaves nothing in the editor. */
  discards: number;
  onDraft: (path: string, text: string) => void;
  pending: boolean;
  error: unknown;
  controls: EntryControls;
}

function Actions({ entry, drafts, pending, controls }: Pick<EntryCardProps, "entry" | "drafts" | "pending" | "controls">) {
  if (drafts) {
    return (
      <div className={classes.actions}>
        <Button loading={pending} onClick={controls.save} rightSection={<KeyHint keys="mod+s" />}>
          Save the edit
        </Button>
        <Button variant="default" onClick={controls.cancel}>
          Discard the edit
        </Button>
        <span className={classes.small}>A saved edit is verified like any proposal, and counts as accepted.</span>
      </div>
    );
  }
  const open = entry.status === "proposed" || entry.status === "invalid";
  return (
    <div className={classes.actions}>
      {open ? (
        <Button
          loading={pending}
          disabled={entry.status === "invalid"}
          title={entry.status === "invalid" ? "It does not verify. Edit it first." : undefined}
          onClick={controls.accept}
          rightSection={<KeyHint keys="a" />}
        >
          Accept
        </Button>
      ) : null}
      {entry.status === "rejected" ? null : (
        <Button variant="default" onClick={controls.edit} rightSection={<KeyHint keys="e" />}>
          Edit
        </Button>
      )}
      {entry.status === "rejected" ? null : (
        <Button variant="default" onClick={controls.reject} rightSection={<KeyHint keys="r" />}>
          Reject
        </Button>
      )}
      {open ? null : (
        <Button variant="default" loading={pending} onClick={controls.reopen} rightSection={<KeyHint keys="o" />}>
          Reopen
        </Button>
      )}
    </div>
  );
}

/** One proposed edit: what, why, on what evidence, as a diff, with its decision. */
export function EntryCard({ project, run, entry, locked, drafts, discards, onDraft, pending, error, controls }: EntryCardProps) {
  return (
    <section className={classes.entry} aria-label="Entry">
      <div className={classes.entryHead}>
        <h2>{entry.title}</h2>
        <span className={classes.small}>
          <StatusBadge status={entry.status} />{" "}
          {entry.decidedBy && entry.decidedAt ? (
            <>
              by {entry.decidedBy}, <RelativeTime at={entry.decidedAt} />
            </>
          ) : null}
        </span>
      </div>
      <p>{entry.reason}</p>
      {entry.rejectionReason ? <p className={classes.faint}>Rejected: {entry.rejectionReason}</p> : null}
      {entry.evidence.length > 0 ? <QuoteList project={project} run={run} quotes={entry.evidence.slice(0, 2)} /> : null}
      {error ? <ConflictNotice error={error} onReload={controls.reload} /> : null}
      <EntryDiff
        key={`${entry.id} ${discards}`}
        entry={entry}
        drafts={drafts}
        onDraft={onDraft}
        onSave={controls.save}
        problems={error ? problemsOf(error) : []}
      />
      {locked ? null : <Actions entry={entry} drafts={drafts} pending={pending} controls={controls} />}
    </section>
  );
}
