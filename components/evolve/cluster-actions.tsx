"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { type KeyBinding, useKeys } from "@/components/ui/use-keys";
import type { ClusterEdit } from "@/lib/contracts/cluster-edit";
import type { Cluster, Diagnosis } from "@/lib/contracts/evolution";
import { type ClusterAsking, ClusterEditDialog } from "./cluster-edit-dialog";
import { caseAfter, clusterOf } from "./cluster-state";
import { ConflictNotice } from "./conflict-notice";
import classes from "./review.module.css";
import type { StageActions, StageKey } from "./use-stage-actions";

interface ClusterActionsProps {
  stageKey: StageKey;
  diagnosis: Diagnosis;
  cluster: Cluster;
  ticked: ReadonlySet<string>;
  actions: StageActions;
  reload: () => void;
  /** It is done; where the clusters were made anew, this is the one to look at. */
  onDone: (cluster: string | null) => void;
}

/** Rename, merge, split, move and release: what a person may do to a cluster, by mouse or key. */
export function ClusterActions({ stageKey, diagnosis, cluster, ticked, actions, reload, onDone }: ClusterActionsProps) {
  const [asking, setAsking] = useState<{ what: ClusterAsking; revision: number } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const { clusters: write } = actions;
  // The revision is that of the moment it was asked: a change by another meanwhile is a conflict and is shown as one.
  const ask = (what: ClusterAsking) => {
    write.reset();
    setAsking({ what, revision: diagnosis.revision });
  };
  const send = (edit: ClusterEdit, revision: number) => {
    setFailed(cluster.id);
    write.mutate(
      { ...stageKey, revision, edit },
      {
        onSuccess: (stage) => {
          setAsking(null);
          onDone(clusterOf(stage.diagnosis?.clusters ?? [], caseAfter(edit, cluster)));
        },
      },
    );
  };
  const loadAgain = () => {
    write.reset();
    setAsking(null);
    reload();
  };
  const chosen = cluster.cases.filter((id) => ticked.has(id));
  const canMerge = diagnosis.clusters.length > 1;
  const whole = chosen.length === cluster.cases.length;
  const bindings: KeyBinding[] = [
    { keys: "l", label: "Rename the cluster", run: () => ask("rename") },
    ...(canMerge ? [{ keys: "m", label: "Merge the cluster with others", run: () => ask("merge") }] : []),
    ...(chosen.length > 0
      ? [
          ...(whole ? [] : [{ keys: "s", label: "Split the ticked cases off", run: () => ask("split") }]),
          { keys: "v", label: "Move the ticked cases", run: () => ask("move") },
        ]
      : []),
  ];
  useKeys("Cluster", bindings);
  const small = { variant: "default", size: "compact-sm" } as const;
  return (
    <>
      <div className={classes.buttons}>
        <Button {...small} onClick={() => ask("rename")}>
          Rename
        </Button>
        {canMerge ? (
          <Button {...small} onClick={() => ask("merge")}>
            Merge…
          </Button>
        ) : null}
        {chosen.length > 0 ? (
          <>
            <Button {...small} disabled={whole} title={whole ? "All of them are ticked" : undefined} onClick={() => ask("split")}>
              Split {chosen.length} off…
            </Button>
            <Button {...small} onClick={() => ask("move")}>
              Move {chosen.length}…
            </Button>
          </>
        ) : (
          <span className={classes.faint}>Tick cases to split or move them.</span>
        )}
        {cluster.madeBy === "person" ? (
          <Button
            {...small}
            loading={write.isPending && asking === null}
            title="The next diagnosis may then make it anew"
            onClick={() => send({ kind: "release", cluster: cluster.id }, diagnosis.revision)}
          >
            Release
          </Button>
        ) : null}
      </div>
      {write.error && asking === null && failed === cluster.id ? (
        <ConflictNotice error={write.error} onReload={loadAgain} />
      ) : null}
      {asking ? (
        <ClusterEditDialog
          key={`${cluster.id} ${asking.what}`}
          asking={asking.what}
          cluster={cluster}
          clusters={diagnosis.clusters}
          ticked={chosen}
          pending={write.isPending}
          error={write.error}
          onSubmit={(edit) => send(edit, asking.revision)}
          onReload={loadAgain}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </>
  );
}
