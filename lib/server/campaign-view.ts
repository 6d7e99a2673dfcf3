import "server-only";
import {
  countEntries,
  findDiagnosis,
  listEntries,
  listStages,
  type StoredCampaign,
  type StoredStage,
} from "@/db/campaign-repository";
import type { Store } from "@/db/client";
import { findRun } from "@/db/run-repository";
import type { Campaign, Stage, StageStep, StageSummary } from "@/lib/contracts/evolution";

type Counts = StageSummary["entries"];
const NONE: Counts = { proposed: 0, accepted: 0, edited: 0, rejected: 0, invalid: 0 };

/** Whether the run is there and has ended with results to look at. */
export const isCompleted = (store: Store, run: string | null): boolean =>
  run !== null && findRun(store, run)?.status === "completed";

/**
 * The step a stage stands at. Confirm turns into edit once nothing is left to decide and something is accepted; evaluate
 * turns into the regression check when the stage's run is completed.
 */
export function stepOf(store: Store, stage: StoredStage, counts: Counts): StageStep {
  if (stage.step === "confirm" && counts.proposed === 0 && counts.accepted + counts.edited > 0) return "edit";
  if (stage.step === "evaluate" && isCompleted(store, stage.run)) return "regression-check";
  return stage.step;
}

const toSummary = (store: Store, stage: StoredStage, counts: Counts): StageSummary => ({
  ...stage,
  step: stepOf(store, stage, counts),
  entries: counts,
});

export function toStage(store: Store, stage: StoredStage): Stage {
  const counts = countEntries(store, [stage.id]).get(stage.id) ?? NONE;
  return {
    ...toSummary(store, stage, counts),
    diagnosis: findDiagnosis(store, stage.id),
    proposals: listEntries(store, stage.id),
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
  const stages = rows.map((stage) => toSummary(store, stage, counts.get(stage.id) ?? NONE));
  const first = stages.find((stage) => isCompleted(store, stage.run));
  return { ...campaign, stages, selectedStage: campaign.selectedStage ?? first?.id ?? null };
}
