import "server-only";
import { findDiagnosis, type StoredCampaign, type StoredStage } from "@/db/campaign-repository";
import type { Store } from "@/db/client";
import type { Diagnosis } from "@/lib/contracts/evolution";
import { badRequest, conflict } from "../app-error";
import { findStageOf, requireUndecided, type StageKey } from "../use-cases/stages";

/** A diagnosis replaces entries and clusters when it is completed: nothing is written into them meanwhile. */
export function requireNoDiagnosisUnderWay(store: Store, stage: string): void {
  if (findDiagnosis(store, stage)?.status !== "running") return;
  throw conflict("A diagnosis is under way. Wait for it, or stop it.", { current: "running" });
}

/** A stage whose clusters and entries may still be worked on, with its diagnosis. */
export function findDiagnosed(
  store: Store,
  input: StageKey,
): { campaign: StoredCampaign; stage: StoredStage; diagnosis: Diagnosis } {
  const { campaign, stage } = findStageOf(store, input);
  requireUndecided(stage);
  if (stage.step !== "confirm") throw conflict(`The stage stands at ${stage.step}.`, { current: stage.step });
  requireNoDiagnosisUnderWay(store, stage.id);
  const diagnosis = findDiagnosis(store, stage.id);
  if (!diagnosis) throw badRequest("stage: it has no diagnosis yet");
  return { campaign, stage, diagnosis };
}
