"use client";

import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { KeyHint } from "@/components/ui/key-hint";
import { useKeys } from "@/components/ui/use-keys";
import type { Campaign, Diagnosis, Stage } from "@/lib/contracts/evolution";
import { ClusterActions } from "./cluster-actions";
import { ClusterDetail } from "./cluster-detail";
import { ClusterList } from "./cluster-list";
import { nextOpenEntry, orderEntries } from "./cluster-state";
import { Consequences } from "./consequences";
import { DraftCheckPanel } from "./draft-check-panel";
import { EntryCard } from "./entry-card";
import { EntryDialog } from "./entry-dialog";
import classes from "./evolve.module.css";
import { LostDrafts } from "./lost-drafts";
import { ProposeEntry } from "./propose-entry";
import { RejectedBefore } from "./rejected-before";
import { bindingsOf, clusterKeys, type ReviewAct, reviewKeys, rightsOf } from "./review-keys";
import { TrialPanel } from "./trial-panel";
import { useDraftCheck } from "./use-draft-check";
import type { Drafts } from "./use-drafts";
import { useEntryReview } from "./use-entry-review";
import { useReviewPlace } from "./use-review-place";
import type { StageActions, StageKey } from "./use-stage-actions";
import { useTrial } from "./use-trial";

interface ReviewProps {
  stageKey: StageKey;
  stage: Stage;
  diagnosis: Diagnosis;
  embedded: boolean;
  kind: Campaign["kind"];
  /** Cases that the stage's run has fixed, once there is one. */
  fixed: ReadonlySet<string>;
  drafts: Drafts;
  actions: StageActions;
  reload: () => void;
}

const noneTicked: ReadonlySet<string> = new Set();

/** Clusters, the selected one with its entries hunk by hunk, and the consequences: the review of a stage's proposals. */
export function Review({ stageKey, stage, diagnosis, embedded, kind, fixed, drafts, actions, reload }: ReviewProps) {
  const { project } = stageKey;
  const { run } = diagnosis;
  const place = useReviewPlace(stage, diagnosis);
  const { entry, cluster, source } = place;
  const past = stage.step !== "confirm" && stage.step !== "edit";
  const diagnosing = diagnosis.status === "running";
  const locked = past || diagnosing;
  const rights = rightsOf({
    status: entry?.status ?? null,
    files: entry?.changes.length ?? 0,
    locked,
    drafting: entry !== null && drafts.of(entry.id) !== null,
  });
  const work = useEntryReview({
    ...{ stageKey, entry, rights, drafts, actions },
    onDecided: (after, next) =>
      place.showEntry(nextOpenEntry(orderEntries(diagnosis.clusters, next.proposals), after.id) ?? after),
  });
  const [ticks, setTicks] = useState<{ cluster: string; cases: ReadonlySet<string> } | null>(null);
  const ticked = ticks !== null && ticks.cluster === cluster?.id ? ticks.cases : noneTicked;
  const [on, setOn] = useState<{ entry: string; case: string } | null>(null);
  const chosen = on !== null && on.entry === entry?.id ? on.case : null;
  const check = useDraftCheck(stageKey, entry?.id ?? null, locked ? null : work.draft, chosen);
  const trial = useTrial({ stageKey, stage, entry, draft: work.draft, actions, reload });
  const act = (what: ReviewAct) => {
    if (what === "next" || what === "before") return place.walk(what === "next" ? 1 : -1);
    if (what === "next-cluster" || what === "cluster-before") return place.walkClusters(what === "next-cluster" ? 1 : -1);
    if (what === "try") return rights.tryNow ? trial.start() : undefined;
    return work.act(what);
  };
  const keys = reviewKeys(rights, work.rows.length).filter(
    (key) => place.ordered.length > 0 || (key.act !== "next" && key.act !== "before"),
  );
  useKeys("Review", bindingsOf([...keys, ...clusterKeys], act));

  const known = new Set(stage.proposals.map((item) => item.id));
  const lost = Object.keys(drafts.all).filter((id) => past || !known.has(id));
  const lostNotice = (
    <LostDrafts
      entries={lost}
      because={past ? "The stage has moved on." : "The entry is gone: the failures were diagnosed anew."}
      drafts={drafts}
    />
  );
  if (diagnosis.clusters.length + diagnosis.beside.length + stage.proposals.length === 0) {
    return (
      <>
        {lostNotice}
        <EmptyState title="No failure to cluster">
          Every case of the run passed or could not be scored. There is nothing to edit here.
        </EmptyState>
      </>
    );
  }
  const changeable = !locked && source === "model";
  const proposeClosed = locked ? "" : cluster?.longTail ? "The long tail has no common cause to mend." : null;
  return (
    <>
      {lostNotice}
      <div className={classes.review}>
        <div className={classes.clusters}>
          {diagnosis.beside.length > 0 ? (
            <SegmentedControl
              fullWidth
              size="xs"
              mb={8}
              aria-label="Whose clusters"
              data={[
                { value: "model", label: `Model ${diagnosis.clusters.length}` },
                { value: "program", label: `Program ${diagnosis.beside.length}` },
              ]}
              value={source}
              onChange={(value) => place.showSource(value === "program" ? "program" : "model")}
            />
          ) : null}
          <ClusterList
            clusters={place.clusters}
            entries={place.ordered}
            fixed={fixed}
            cluster={cluster?.id ?? null}
            entry={entry?.id ?? null}
            drafted={new Set(Object.keys(drafts.all))}
            onCluster={place.showCluster}
            onEntry={(id) => place.showEntry(place.ordered.find((item) => item.id === id))}
          />
        </div>
        <div className={classes.detail}>
          {cluster ? (
            <ClusterDetail
              project={project}
              diagnosis={diagnosis}
              cluster={cluster}
              source={source}
              ticked={changeable ? ticked : null}
              onTick={(cases) => setTicks({ cluster: cluster.id, cases })}
              actions={
                changeable ? (
                  <ClusterActions
                    {...{ stageKey, diagnosis, cluster, ticked, actions, reload }}
                    onDone={(id) => {
                      setTicks(null);
                      if (id !== null) place.showCluster(id);
                    }}
                  />
                ) : null
              }
            />
          ) : null}
          {entry ? (
            <EntryCard {...{ project, run, entry, rights, work, check, reload }} />
          ) : source === "model" && cluster ? (
            <ProposeEntry {...{ stageKey, actions, reload }} cluster={cluster.id} closed={proposeClosed} />
          ) : null}
          {keys.length > 0 ? (
            <p className={classes.keys}>
              {[...keys, { keys: "?", short: "all keys" }].map(({ keys: pressed, short }) => (
                <span key={pressed}>
                  <KeyHint keys={pressed} /> {short}
                </span>
              ))}
            </p>
          ) : null}
        </div>
        <div className={classes.consequences}>
          {entry && work.draft !== null && !work.looking && !locked ? (
            <DraftCheckPanel
              check={check}
              cases={entry.predictedFixes}
              on={chosen}
              onCase={(id) => setOn(id === null ? null : { entry: entry.id, case: id })}
            />
          ) : null}
          {entry ? <Consequences project={project} run={run} entry={entry} /> : null}
          {entry ? (
            <TrialPanel
              {...{ project, run, embedded, kind }}
              {...trial.panel}
              revision={entry.revision}
              drafting={work.draft !== null}
              closed={rights.tryNow ? null : trial.closed(past, diagnosing)}
            />
          ) : null}
          <RejectedBefore rejected={stage.rejectedBefore} />
        </div>
      </div>
      <EntryDialog work={work} />
    </>
  );
}
