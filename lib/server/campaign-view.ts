import "server-only";
import {
  countEntries,
  findDiagnosis,
  listEntries,
  listStages,
  rejectedEntries,
  type StoredCampaign,
  type StoredStage,
} from "@/db/campaign-repository";
import type { Store } from "@/db/client";
import { findCredit } from "@/db/credit-repository";
import { runStatuses, stoppedRuns } from "@/db/stage-runs-repository";
import { newestTrials } from "@/db/trial-repository";
import type { Campaign, Stage, StageStep, StageSummary } from "@/lib/contracts/evolution";

type Counts = StageSummary["entries"];
const NONE: Counts = { proposed: 0, accepted: 0, edited: 0, rejected: 0, invalid: 0 };

/** Whether the run is there and has ended with results to look at. */
export const isCompleted = (store: Store, run: string | null): boolean =>
  run !== null && runStatuses(store, [run]).get(run) === "completed";

/** Those of the runs that an early decision ended as not good enough: their stages are decided against, on part of the cases. */
function rejectedEarly(store: Store, runs: readonly string[]): Set<string> {
  const stopped = [...stoppedRuns(store, runs)];
  return new Set(
    stopped.flatMap(([id, { outcome }]) =>
      outcome.stop?.cause === "early" && outcome.early?.decision !== "reached" ? [id] : [],
    ),
  );
}

/** Whether the run was ended early as not good enough. It has no scores of the whole set, and can be run again to its end. */
export const isRejectedEarly = (store: Store, run: string | null): boolean =>
  run !== null && rejectedEarly(store, [run]).has(run);

/** Whether there is something to decide the stage of this run on: it is completed, or was ended early. */
export const isEvaluated = (store: Store, run: string | null): boolean => isCompleted(store, run) || isRejectedEarly(store, run);

/**
 * The step a stage stands at. Confirm turns into edit once nothing is left to decide and something is accepted; evaluate
 * turns into the regression check when the stage's run is completed or was ended early.
 */
export const stepOf = (store: Store, stage: StoredStage, counts: Counts): StageStep =>
  stepAt(stage, counts, isEvaluated(store, stage.run));

function stepAt(stage: StoredStage, counts: Counts, evaluated: boolean): StageStep {
  if (stage.step === "confirm" && counts.proposed === 0 && counts.accepted + counts.edited > 0) return "edit";
  if (stage.step === "evaluate" && evaluated) return "regression-check";
  return stage.step;
}

const toSummary = (stage: StoredStage, counts: Counts, evaluated: boolean): StageSummary => ({
  ...stage,
  step: stepAt(stage, counts, evaluated),
  entries: counts,
});

export function toStage(store: Store, stage: StoredStage): Stage {
  const counts = countEntries(store, [stage.id]).get(stage.id) ?? NONE;
  return {
    ...toSummary(stage, counts, isEvaluated(store, stage.run)),
    diagnosis: findDiagnosis(store, stage.id),
    proposals: listEntries(store, stage.id),
    trials: newestTrials(store, stage.id),
    credit: findCredit(store, stage.id),
    rejectedBefore: rejectedEntries(store, stage.campaign)
      .filter((entry) => entry.stage !== stage.id)
      .reverse()
      .map(({ title, rejectionReason, stage: from, decidedBy }) => ({
        title,
        reason: rejectionReason ?? "",
        stage: from,
        by: decidedBy,
      })),
  };
}

/** A campaign with its stages. Until a person selects a stage, the first evaluated one is the selected checkpoint. */
export function toCampaign(store: Store, stored: StoredCampaign): Campaign {
  const { heldOutVersion: _, ...campaign } = stored;
  const rows = listStages(store, campaign.id);
  const counts = countEntries(
    store,
    rows.map((stage) => stage.id),
  );
  const runs = rows.flatMap((stage) => stage.run ?? []);
  const [statuses, rejected] = [runStatuses(store, runs), rejectedEarly(store, runs)];
  const completed = (stage: StoredStage) => stage.run !== null && statuses.get(stage.run) === "completed";
  const evaluated = (stage: StoredStage) => completed(stage) || rejected.has(stage.run ?? "");
  const stages = rows.map((stage) => toSummary(stage, counts.get(stage.id) ?? NONE, evaluated(stage)));
  const first = rows.find(completed);
  return { ...campaign, stages, selectedStage: campaign.selectedStage ?? first?.id ?? null };
}
