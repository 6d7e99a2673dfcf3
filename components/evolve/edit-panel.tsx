"use client";

import { Button, Textarea } from "@mantine/core";
import Link from "next/link";
import { type FormEvent, useState } from "react";
import { Hash } from "@/components/ui/hash";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Stage } from "@/lib/contracts/evolution";
import { ConflictNotice } from "./conflict-notice";
import classes from "./evolve.module.css";
import type { StageActions, StageKey } from "./use-stage-actions";

interface EditPanelProps {
  stageKey: StageKey;
  stage: Stage;
  actions: StageActions;
  reload: () => void;
}

/** The accepted entries become a version, with a message; afterwards, the version they became. */
export function EditPanel({ stageKey, stage, actions, reload }: EditPanelProps) {
  const kept = stage.proposals.filter((entry) => entry.status === "accepted" || entry.status === "edited");
  const [message, setMessage] = useState(kept.map((entry) => entry.title).join("; "));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    actions.apply.mutate({ ...stageKey, message: message.trim() });
  };
  return (
    <form className={`${classes.form} ${classes.narrow}`} onSubmit={submit}>
      {stage.version ? (
        <p>
          The entries became version <Hash value={stage.version} href={`/p/${stageKey.project}/harness/${stage.version}`} />
          {stage.baseVersion ? (
            <>
              {" "}
              (
              <Link
                className={classes.inText}
                href={`/p/${stageKey.project}/harness/compare?base=${stage.baseVersion}&head=${stage.version}`}
              >
                what changed
              </Link>
              )
            </>
          ) : null}
          .
        </p>
      ) : (
        <p>
          {kept.length === 1 ? "This entry is" : `These ${kept.length} entries are`} applied in order to version{" "}
          {stage.baseVersion ? (
            <Hash value={stage.baseVersion} href={`/p/${stageKey.project}/harness/${stage.baseVersion}`} />
          ) : null}
          .
        </p>
      )}
      <ol className={classes.steps}>
        {kept.map((entry) => (
          <li key={entry.id}>
            {entry.title} <StatusBadge status={entry.status} />{" "}
            <span className={classes.small}>{entry.changes.map((change) => change.path).join(", ")}</span>
          </li>
        ))}
      </ol>
      {stage.version ? null : (
        <>
          {actions.apply.error ? (
            <ConflictNotice
              error={actions.apply.error}
              onReload={() => {
                actions.apply.reset();
                reload();
              }}
            />
          ) : null}
          <Textarea
            label="Message"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={2_000}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <div className={classes.row}>
            <Button type="submit" loading={actions.apply.isPending} disabled={kept.length === 0}>
              Make the version
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
