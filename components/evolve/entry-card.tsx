"use client";

import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Entry } from "@/lib/contracts/evolution";
import { ConflictNotice, problemsOf } from "./conflict-notice";
import { DraftNotice } from "./draft-notice";
import { isChanged, isEmptied } from "./drafts";
import { EntryActions } from "./entry-actions";
import { EntryDiff } from "./entry-diff";
import { EntryReasoning } from "./entry-reasoning";
import classes from "./evolve.module.css";
import review from "./review.module.css";
import type { EntryRights } from "./review-keys";
import { checkWords, type LiveCheck } from "./use-draft-check";
import type { EntryReview } from "./use-entry-review";

interface EntryCardProps {
  project: string;
  run: string;
  entry: Entry;
  rights: EntryRights;
  work: EntryReview;
  check: LiveCheck;
  reload: () => void;
}

/** Why an edit is not to be saved as it stands; null where it may be. */
function unsaveable({ draft, stale }: EntryReview, entry: Entry): string | null {
  if (draft === null) return null;
  if (stale) return "The entry changed meanwhile: keep yours over it, or discard it.";
  if (isEmptied(draft, entry)) return "Nothing of the entry is left. Reject it instead.";
  return isChanged(draft, entry) ? null : "Nothing is changed yet.";
}

/** One proposed edit: what, why, on what evidence, hunk by hunk and as a diff, with its decision. */
export function EntryCard({ project, run, entry, rights, work, check, reload }: EntryCardProps) {
  const { draft, stale, looking, error } = work;
  const shown = looking ? null : draft;
  const live = shown === null ? null : (check.result?.diagnostics ?? null);
  const problems = live ?? [...entry.diagnostics, ...(error ? problemsOf(error) : [])];
  return (
    <section className={classes.entry} aria-label="Entry">
      <div className={classes.entryHead}>
        <h2 className={review.long}>{entry.title}</h2>
        <span className={classes.small}>
          <StatusBadge status={entry.status} />{" "}
          {entry.decidedBy && entry.decidedAt ? (
            <>
              by {entry.decidedBy}, <RelativeTime at={entry.decidedAt} />
            </>
          ) : null}
        </span>
      </div>
      <EntryReasoning project={project} run={run} entry={entry} />
      {stale ? (
        <DraftNotice entry={entry} looking={looking} onLook={work.look} onKeep={work.keepMine} onDiscard={work.discard} />
      ) : null}
      {error ? (
        <ConflictNotice
          error={error}
          onReload={() => {
            work.forgetError();
            reload();
          }}
        />
      ) : null}
      {entry.changes.length === 0 ? (
        <p className={classes.faint}>
          Its operations do not apply to the version, so there is no right side to show. Ask for another attempt, or reject it.
        </p>
      ) : null}
      <EntryDiff
        key={`${entry.id} ${work.discards} ${looking}`}
        entry={entry}
        draft={shown}
        hunk={work.hunk}
        onHunk={work.selectHunk}
        onToggle={rights.hunks && !looking ? work.toggle : null}
        onDraft={work.write}
        onSave={() => work.act("save")}
        problems={problems}
      />
      <EntryActions
        entry={entry}
        rights={looking ? { ...rights, save: false } : rights}
        unsaveable={unsaveable(work, entry)}
        checked={checkWords(check)}
        pending={work.pending}
        retrying={work.retrying}
        onAct={work.act}
        onDiscard={work.discard}
      />
    </section>
  );
}
