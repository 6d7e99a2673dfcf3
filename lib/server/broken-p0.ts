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
function lostP0(store: Store, { baseRun, run }: Pick<StoredStage, "baseRun" | "run">): { all: string[]; unscored: string[] } {
  if (!baseRun || !run || !isCompleted(store, baseRun) || !isCompleted(store, run)) return { all: [], unscored: [] };
  const pair = { base: baseRun, head: run };
  const unscored = unscoredP0(store, pair);
  return { all: [...new Set([...pairedResultsOf(store, pair).brokenP0, ...unscored])], unscored };
}

/** Compares a stage's runs, so that a transaction that asks for its P0 cases finds it ready. */
export function prepareP0(store: Store, stage: StoredStage): void {
  lostP0(store, stage);
}

/** What a stage did to P0 cases: `broken` are all of them, `problem` says which are not among the `named`; null where none is. */
export function p0Of(
  store: Store,
  stage: StoredStage,
  named: readonly string[],
): { broken: string[]; problem: { cases: string; text: string } | null } {
  const { all, unscored } = lostP0(store, stage);
  const missing = all.filter((id) => !named.includes(id));
  if (missing.length === 0) return { broken: all, problem: null };
  const cases = missing.join(", ");
  const again = unscored.filter((id) => missing.includes(id));
  const note = again.length === 0 ? "" : ` (${again.join(", ")} could not be scored: run the unscored again)`;
  const text = `broke ${missing.length === 1 ? "a P0 case" : `${missing.length} P0 cases`}: ${cases}${note}`;
  return { broken: all, problem: { cases, text } };
}

/**
 * Refuses to promote a version past its stage where that stage broke P0 cases which nobody has accepted by name, here or at the stage.
 * @throws AppError with the cases and the stage.
 */
export function requireNoBrokenP0(store: Store, project: string, version: string, named: readonly string[] = []): void {
  for (const stage of stagesOfVersion(store, project, version)) {
    const accepted = stage.decision?.kind === "promote" ? stage.decision.acceptedP0 : [];
    const { problem } = p0Of(store, stage, [...accepted, ...named]);
    if (!problem) continue;
    throw conflict(`${stage.name} ${problem.text}. Each can be accepted by name, at the stage or with the promotion.`, {
      current: stage.id,
    });
  }
}
