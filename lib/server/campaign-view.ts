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
import { runStatuses } from "@/db/stage-runs-repository";
import { newestTrials } from "@/db/trial-repository";
import type { Campaign, Stage, StageStep, StageSummary } from "@/lib/contracts/evolution";

type Counts = StageSummary["entries"];
const NONE: Counts = { proposed: 0, accepted: 0, edited: 0, rejected: 0, invalid: 0 };

/** Whether the run is there and has ended with results to look at. */
export const isCompleted = (store: Store, run: string | null): boolean =>
  run !== null && runStatuses(store, [run]).get(run) === "completed";

/**
 * The step a stage stands at. Confirm turns into edit once nothing is left to decide and something is accepted; evaluate
 * turns into the regression check when the stage's run is completed.
 */
export const stepOf = (store: Store, stage: StoredStage, counts: Counts): StageStep =>
  stepAt(stage, counts, isCompleted(store, stage.run));

function stepAt(stage: StoredStage, counts: Counts, completed: boolean): StageStep {
  if (stage.step === "confirm" && counts.proposed === 0 && counts.accepted + counts.edited > 0) return "edit";
  if (stage.step === "evaluate" && completed) return "regression-check";
  return stage.step;
}

const toSummary = (stage: StoredStage, counts: Counts, completed: boolean): StageSummary => ({
  ...stage,
  step: stepAt(stage, counts, completed),
  entries: counts,
});

export function toStage(store: Store, stage: StoredStage): Stage {
  const counts = countEntries(store, [stage.id]).get(stage.id) ?? NONE;
  return {
    ...toSummary(stage, counts, isCompleted(store, stage.run)),
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
  const statuses = runStatuses(
    store,
    rows.flatMap((stage) => stage.run ?? []),
  );
  const completed = (stage: StoredStage) => stage.run !== null && statuses.get(stage.run) === "completed";
  const stages = rows.map((stage) => toSummary(stage, counts.get(stage.id) ?? NONE, completed(stage)));
  const first = rows.find(completed);
  return { ...campaign, stages, selectedStage: campaign.selectedStage ?? first?.id ?? null };
}
