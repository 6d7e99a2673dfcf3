import type { Case } from "@/lib/contracts/case";
import type { CaseResult } from "@/lib/contracts/run";
import type { Trajectory } from "@/lib/contracts/trajectory";

/** A dev case with what one run made of it. Held-out cases never come this way. */
export interface EvaluatedCase {
  item: Case;
  result: CaseResult;
}

/** Looks up a trajectory by case id; null where none was stored. */
export type TrajectorySource = (caseId: string) => Trajectory | null;

/** The cases of a run by what they mean for a diagnosis. Each list is in order of case id. */
export interface CasePartition {
  /** Scored below the full mark in either metric, or failed. */
  failures: EvaluatedCase[];
  passes: EvaluatedCase[];
  /** Could not be scored: a fault of the infrastructure or the judge, never of the harness. */
  quarantined: EvaluatedCase[];
}

const byCase = (a: EvaluatedCase, b: EvaluatedCase) => (a.item.id < b.item.id ? -1 : a.item.id > b.item.id ? 1 : 0);

const isFailure = ({ result }: EvaluatedCase) =>
  result.state === "failed" || (result.accuracy ?? 1) < 1 || (result.effectiveness ?? 1) < 1;

const rank = (one: EvaluatedCase) => (one.result.state === "unscored" ? 2 : isFailure(one) ? 0 : 1);

/**
 * Splits the results of a run into failures, passes and quarantine. Of several repeats of a case the worst scored one
 * stands for it, so that a case is a failure where any repeat failed.
 */
export function partitionCases(cases: readonly EvaluatedCase[]): CasePartition {
  const perCase = new Map<string, EvaluatedCase>();
  for (const one of [...cases].sort((a, b) => a.result.repeat - b.result.repeat)) {
    const known = perCase.get(one.item.id);
    if (known === undefined || rank(one) < rank(known)) perCase.set(one.item.id, one);
  }
  const sorted = [...perCase.values()].sort(byCase);
  return {
    failures: sorted.filter((one) => rank(one) === 0),
    passes: sorted.filter((one) => rank(one) === 1),
    quarantined: sorted.filter((one) => rank(one) === 2),
  };
}

/** The checks that failed, in the order of the case. */
export const failedChecksOf = ({ item, result }: EvaluatedCase) => {
  const failed = new Set(result.checks.filter((check) => check.verdict === "failed").map((check) => check.id));
  return item.checks.filter((check) => failed.has(check.id));
};
