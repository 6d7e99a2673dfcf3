"use client";

import { useEffect, useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { KeyHint } from "@/components/ui/key-hint";
import { type KeyBinding, useKeys } from "@/components/ui/use-keys";
import { useUrlParams } from "@/components/ui/use-url-state";
import type { Diagnosis, Entry, Stage } from "@/lib/contracts/evolution";
import { ClusterDetail } from "./cluster-detail";
import { ClusterList } from "./cluster-list";
import { nextOpenEntry, orderClusters, orderEntries } from "./cluster-state";
import { Consequences } from "./consequences";
import { EntryCard } from "./entry-card";
import classes from "./evolve.module.css";
import { ReasonDialog } from "./reason-dialog";
import { entryDecision, type StageActions, type StageKey } from "./use-stage-actions";

interface ReviewProps {
  stageKey: StageKey;
  stage: Stage;
  diagnosis: Diagnosis;
  /** Cases that the stage's run has fixed, once there is one. */
  fixed: ReadonlySet<string>;
  actions: StageActions;
  reload: () => void;
}

interface Draft {
  entry: string;
  files: Record<string, string>;
}

function shownKeys(locked: boolean, editing: boolean): { keys: string; label: string }[] {
  if (editing) return [{ keys: "mod+s", label: "save the edit" }];
  const walk = [
    { keys: "j", label: "next entry" },
    { keys: "k", label: "entry before" },
  ];
  if (locked) return walk;
  return [
    ...walk,
    { keys: "a", label: "accept" },
    { keys: "e", label: "edit" },
    { keys: "r", label: "reject" },
    { keys: "o", label: "reopen" },
    { keys: "?", label: "all keys" },
  ];
}

/** Clusters, the selected one with its entries as diffs, and the consequences: the review of a stage's proposals. */
export function Review({ stageKey, stage, diagnosis, fixed, actions, reload }: ReviewProps) {
  const { get, set } = useUrlParams();
  const ordered = orderEntries(diagnosis.clusters, stage.proposals);
  const asked = get("cluster");
  const entry =
    ordered.find((item) => item.id === get("entry")) ??
    ordered.find((item) => asked !== null && item.cluster === asked) ??
    (asked === null ? (ordered.find((item) => item.status === "proposed") ?? ordered[0]) : undefined);
  const cluster =
    diagnosis.clusters.find((item) => item.id === (asked ?? entry?.cluster)) ?? orderClusters(diagnosis.clusters)[0] ?? null;
  const locked = stage.step !== "confirm" && stage.step !== "edit";
  const [draft, setDraft] = useState<Draft | null>(null);
  const [discards, setDiscards] = useState(0);
  const [rejecting, setRejecting] = useState<Entry | null>(null);
  const [failedOn, setFailedOn] = useState<string | null>(null);
  const editing = draft !== null && draft.entry === entry?.id;
  const run = diagnosis.run;

  const show = (next: Entry | null | undefined) => {
    if (next) set({ entry: next.id, cluster: null });
  };
  const walk = (step: 1 | -1) => show(ordered[ordered.findIndex((item) => item.id === entry?.id) + step]);
  const send = (input: Parameters<StageActions["entry"]["mutate"]>[0], onDone: (stage: Stage) => void) => {
    setFailedOn(input.entry);
    actions.entry.mutate(input, { onSuccess: onDone });
  };
  const forward = (after: Entry) => (next: Stage) =>
    show(nextOpenEntry(orderEntries(diagnosis.clusters, next.proposals), after.id) ?? after);
  const accept = () => {
    if (entry?.status === "proposed" && !locked) send(entryDecision(stageKey, entry, "accept"), forward(entry));
  };
  const reopen = () => {
    if (entry && !locked && entry.status !== "proposed" && entry.status !== "invalid") {
      send(entryDecision(stageKey, entry, "reopen"), () => show(entry));
    }
  };
  const edit = () => {
    if (!entry || locked || entry.status === "rejected") return;
    const files = entry.changes.flatMap((change) => (change.head === null ? [] : [[change.path, change.head] as const]));
    setDraft({ entry: entry.id, files: Object.fromEntries(files) });
  };
  const save = () => {
    if (!entry || !draft) return;
    send({ ...stageKey, entry: entry.id, revision: entry.revision, action: "edit", files: draft.files }, () => setDraft(null));
  };
  const reject = (reason: string) => {
    if (!rejecting) return;
    const rejected = rejecting;
    send({ ...stageKey, entry: rejected.id, revision: rejected.revision, action: "reject", reason }, (next) => {
      setRejecting(null);
      forward(rejected)(next);
    });
  };
  const askReason = () => {
    if (entry && !locked && entry.status !== "rejected") setRejecting(entry);
  };
  const bindings: KeyBinding[] = [
    { keys: "j", label: "Next entry", run: () => walk(1) },
    { keys: "k", label: "Entry before", run: () => walk(-1) },
    ...(locked || editing
      ? []
      : [
          { keys: "a", label: "Accept the entry", run: accept },
          { keys: "e", label: "Edit the entry", run: edit },
          { keys: "r", label: "Reject the entry", run: askReason },
          { keys: "o", label: "Reopen the entry", run: reopen },
        ]),
  ];
  useKeys("Review", ordered.length === 0 ? [] : bindings);
  const unsaved = draft !== null;
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [unsaved]);

  if (diagnosis.clusters.length === 0) {
    return (
      <EmptyState title="No failure to cluster">
        Every case of the run passed or could not be scored. There is nothing to edit here.
      </EmptyState>
    );
  }
  const clusterEntry = entry && cluster && entry.cluster === cluster.id ? entry : null;
  return (
    <div className={classes.review}>
      <div className={classes.clusters}>
        <ClusterList
          clusters={diagnosis.clusters}
          entries={stage.proposals}
          fixed={fixed}
          cluster={cluster?.id ?? null}
          entry={clusterEntry?.id ?? null}
          onCluster={(id) => set({ cluster: id, entry: null })}
          onEntry={(id) => set({ entry: id, cluster: null })}
        />
      </div>
      <div className={classes.detail}>
        {cluster ? <ClusterDetail project={stageKey.project} run={run} cluster={cluster} /> : null}
        {clusterEntry ? (
          <EntryCard
            project={stageKey.project}
            run={run}
            entry={clusterEntry}
            locked={locked}
            drafts={editing ? draft.files : null}
            discards={discards}
            onDraft={(path, text) => setDraft((before) => before && { ...before, files: { ...before.files, [path]: text } })}
            pending={actions.entry.isPending}
            error={failedOn === clusterEntry.id && !rejecting ? actions.entry.error : null}
            controls={{
              accept,
              edit,
              save,
              cancel: () => {
                setDraft(null);
                setDiscards((count) => count + 1);
                actions.entry.reset();
              },
              reject: askReason,
              reopen,
              reload: () => {
                actions.entry.reset();
                reload();
              },
            }}
          />
        ) : (
          <p className={`${classes.entry} ${classes.faint}`}>No edit was proposed for this cluster.</p>
        )}
        {ordered.length > 0 ? (
          <p className={classes.keys}>
            {shownKeys(locked, editing).map(({ keys, label }) => (
              <span key={keys}>
                <KeyHint keys={keys} /> {label}
              </span>
            ))}
          </p>
        ) : null}
      </div>
      <div className={classes.consequences}>
        {clusterEntry ? <Consequences project={stageKey.project} run={run} entry={clusterEntry} /> : null}
      </div>
      {rejecting ? (
        <ReasonDialog
          title={`Reject: ${rejecting.title}`}
          action="Reject"
          pending={actions.entry.isPending}
          onSubmit={reject}
          onClose={() => setRejecting(null)}
        >
          <p>The analyst is told the reason and does not propose it again in this campaign.</p>
          {actions.entry.error && failedOn === rejecting.id ? <p role="alert">{actions.entry.error.message}</p> : null}
        </ReasonDialog>
      ) : null}
    </div>
  );
}
