import type { Endpoint } from "@/lib/contracts/endpoint";
import type { CaseRow, Estimate, RunMetrics } from "@/lib/contracts/run";
import { percentileOfSorted } from "@/lib/stats/percentile";
import { meanInterval } from "@/lib/stats/wilson";
import { byCategory, type ScoreName, type ScoreRow, scoresByCase } from "./case-scores";

/** What the metrics need of a result; the covering index holds it all. */
export type MetricRow = ScoreRow & Pick<CaseRow, "state" | "wallMs" | "reusedFrom">;

/** Sums over the results of a run. Tokens are null where none was reported; `counted` results reported some. */
export interface RunTotals extends Pick<RunMetrics, "calls" | "incidents" | "unscoredBy"> {
  prompt: number | null;
  completion: number | null;
  counted: number;
}

/** Cases of one category that have the same scores (repeats averaged), and how many they are. */
export interface ScoreGroup extends Record<ScoreName, number | null> {
  category: string;
  cases: number;
}

/** How results ended, and the latencies in ms, in any order, of those that were made in this run. */
export interface ResultSums extends Record<CaseRow["state"], number> {
  reused: number;
  timed: readonly number[];
}

/** Metrics of a run from all its results: see `metricsOfGroups`. */
export function runMetrics(
  rows: readonly MetricRow[],
  price: Pick<Endpoint, "promptPrice" | "completionPrice">,
  totals: RunTotals,
): RunMetrics {
  const sums = { scored: 0, unscored: 0, failed: 0, reused: 0 };
  const timed: number[] = [];
  for (const row of rows) {
    sums[row.state] += 1;
    if (row.reusedFrom !== null) sums.reused += 1;
    else if (row.state !== "unscored") timed.push(row.wallMs);
  }
  const groups = scoresByCase(rows).map((item) => ({ ...item, cases: 1 }));
  return metricsOfGroups(groups, { ...sums, timed }, price, totals);
}

/**
 * Metrics of a run. Scores are means over cases (repeats averaged first) with 95 % intervals (Wilson; for graded scores with
 * the effective sample size). P50 and P95 interpolate between order statistics, over results that were made in this run.
 * `scored`, `unscored` and `failed` count results, `cases` distinct cases. Prices in US dollars a million tokens.
 */
export function metricsOfGroups(
  groups: readonly ScoreGroup[],
  { timed, reused, ...states }: ResultSums,
  price: Pick<Endpoint, "promptPrice" | "completionPrice">,
  { prompt, completion, counted, calls, incidents, unscoredBy }: RunTotals,
): RunMetrics {
  const sorted = Float64Array.from(timed).sort();
  const latency = (share: number) => (sorted.length === 0 ? null : percentileOfSorted(sorted, share));
  return {
    ...estimates(groups),
    ...states,
    categories: byCategory(groups).map(([category, own]) => ({ category, ...estimates(own) })),
    latency: { p50: latency(0.5), p95: latency(0.95), n: timed.length },
    tokens: { prompt, completion, perCase: counted === 0 ? null : ((prompt ?? 0) + (completion ?? 0)) / counted },
    calls,
    cost: costOf(prompt, completion, price),
    incidents,
    unscoredBy,
    reused,
    rubrics: null,
  };
}

/** The scores of groups of cases, and how many cases they are. */
export function estimates(groups: readonly ScoreGroup[]): Pick<RunMetrics, "cases" | ScoreName> {
  const cases = groups.reduce((sum, group) => sum + group.cases, 0);
  const estimate = (score: ScoreName): Estimate => {
    const values: number[] = [];
    for (const group of groups) {
      const value = group[score];
      if (value !== null) for (let index = 0; index < group.cases; index += 1) values.push(value);
    }
    const interval = meanInterval(values);
    const { mean = null, low = null, high = null } = interval ?? {};
    return { mean, low, high, n: values.length, unscored: cases - values.length };
  };
  return { cases, accuracy: estimate("accuracy"), effectiveness: estimate("effectiveness"), avg: estimate("avg") };
}

function costOf(
  prompt: number | null,
  completion: number | null,
  { promptPrice, completionPrice }: Pick<Endpoint, "promptPrice" | "completionPrice">,
): number | null {
  if (prompt === null || completion === null || promptPrice === null || completionPrice === null) return null;
  return (prompt * promptPrice + completion * completionPrice) / 1_000_000;
}
