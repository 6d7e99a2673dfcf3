import "server-only";
import { type StoredStage, stagesOfVersion } from "@/db/campaign-repository";
import type { Store } from "@/db/client";
import { unscoredP0 } from "@/db/comparison-repository";
import { conflict } from "./app-error";
import { isCompleted } from "./campaign-view";
import { pairedResultsOf } from "./paired-results";

/**
 * P0 cases that a stage broke against the run before it, and those that could not be scored any more: nobody can say that they
 * hold. None where there is no run before it, or where one of the two is not completed.
 */
export function brokenP0(store: Store, { baseRun, run }: Pick<StoredStage, "baseRun" | "run">): string[] {
  if (!baseRun || !run || !isCompleted(store, baseRun) || !isCompleted(store, run)) return [];
  const pair = { base: baseRun, head: run };
  return [...new Set([...pairedResultsOf(store, pair).brokenP0, ...unscoredP0(store, pair)])];
}

/**
 * Refuses to promote a version past its stage where that stage broke P0 cases which nobody has accepted by name.
 * @throws AppError with the cases and the stage.
 */
export function requireNoBrokenP0(store: Store, project: string, version: string): void {
  for (const stage of stagesOfVersion(store, project, version)) {
    const accepted = stage.decision?.kind === "promote" ? stage.decision.acceptedP0 : [];
    const missing = brokenP0(store, stage).filter((id) => !accepted.includes(id));
    if (missing.length === 0) continue;
    const cases = missing.length === 1 ? "a P0 case" : `${missing.length} P0 cases`;
    throw conflict(
      `${stage.name} broke ${cases}, or could not be scored there: ${missing.join(", ")}. Decide the stage, where each can be accepted by name.`,
      {
        current: stage.id,
      },
    );
  }
}
