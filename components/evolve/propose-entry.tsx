"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { ConflictNotice } from "./conflict-notice";
import classes from "./evolve.module.css";
import type { StageActions, StageKey } from "./use-stage-actions";

interface ProposeEntryProps {
  stageKey: StageKey;
  cluster: string;
  /** Null where an entry can be proposed, or why not. */
  closed: string | null;
  actions: StageActions;
  reload: () => void;
}

/** For a cluster without an entry: asks the analyst for one. */
export function ProposeEntry({ stageKey, cluster, closed, actions, reload }: ProposeEntryProps) {
  const { propose } = actions;
  const [asked, setAsked] = useState<string | null>(null);
  const pending = propose.isPending && asked === cluster;
  return (
    <div className={classes.entry}>
      <p className={classes.faint}>No edit was proposed for this cluster. {closed}</p>
      {propose.error && asked === cluster ? (
        <ConflictNotice
          error={propose.error}
          onReload={() => {
            propose.reset();
            reload();
          }}
        />
      ) : null}
      {closed === null ? (
        <div className={classes.actions}>
          <Button
            variant="default"
            loading={pending}
            disabled={propose.isPending}
            onClick={() => {
              setAsked(cluster);
              propose.mutate({ ...stageKey, cluster });
            }}
          >
            Propose an edit
          </Button>
          {pending ? <span className={classes.small}>The analyst looks at the cluster, then the edit is verified.</span> : null}
        </div>
      ) : null}
    </div>
  );
}
