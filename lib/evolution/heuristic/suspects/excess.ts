import type { EvaluatedCase } from "../../evaluated-case";

/** Cases of one run, each with whether it failed. */
export interface Outcomes {
  failures: readonly EvaluatedCase[];
  passes: readonly EvaluatedCase[];
}

export interface Excess {
  /** Failures beyond those that cases of the same category without the feature would have had. */
  excess: number;
  /** Mantel–Haenszel z of the feature's failures over the categories that have cases of both kinds. */
  z: number;
  /** Failing and all cases with the feature, in whatever category. */
  failing: number;
  with: number;
}

/** Whether cases with a feature fail more often than cases of the same category without it. */
export function excessFailures({ failures, passes }: Outcomes, has: (one: EvaluatedCase) => boolean): Excess {
  const strata = new Map<string, { with: number; failingWith: number; all: number; failing: number }>();
  const count = (one: EvaluatedCase, failed: number) => {
    const stratum = strata.get(one.item.category) ?? { with: 0, failingWith: 0, all: 0, failing: 0 };
    stratum.all += 1;
    stratum.failing += failed;
    if (has(one)) {
      stratum.with += 1;
      stratum.failingWith += failed;
    }
    strata.set(one.item.category, stratum);
  };
  for (const one of failures) count(one, 1);
  for (const one of passes) count(one, 0);
  const found = { excess: 0, z: 0, failing: 0, with: 0 };
  let difference = 0;
  let variance = 0;
  for (const { with: n, failingWith, all, failing } of strata.values()) {
    found.failing += failingWith;
    found.with += n;
    const without = all - n;
    if (n === 0 || without === 0 || all < 2) continue;
    found.excess += failingWith - (n * (failing - failingWith)) / without;
    difference += failingWith - (n * failing) / all;
    variance += (n * without * failing * (all - failing)) / (all * all * (all - 1));
  }
  if (variance > 0) found.z = difference / Math.sqrt(variance);
  return found;
}
