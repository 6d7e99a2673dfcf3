import type { Endpoint } from "@/lib/contracts/endpoint";
import type { CaseRow, RunMetrics } from "@/lib/contracts/run";
import { percentileOfSorted } from "@/lib/stats/percentile";
import { byCategory, estimate, type ScoreRow, scoresByCase } from "./case-scores";

/** What the metrics need of a result; the covering index holds it all. */
export type MetricRow = ScoreRow & Pick<CaseRow, "state" | "wallMs" | "reusedFrom">;

/** Sums over the results of a run. Tokens are null where none was reported; `counted` results reported some. */
export interface RunTotals extends Pick<RunMetrics, "calls" | "incidents" | "unscoredBy"> {
  prompt: number | null;
  completion: number | null;
  counted: number;
}

/**
 * Metrics of a run from its results. Scores are means over cases (repeats averaged first) with 95 % intervals (Wilson; for
 * graded scores with the effective sample size). P50 and P95 interpolate between order statistics, over results that were
 * made in this run. `scored`, `unscored` and `failed` count results, `cases` distinct cases. Prices in US dollars a million
 * tokens.
 */
export function runMetrics(
  rows: readonly MetricRow[],
  price: Pick<Endpoint, "promptPrice" | "completionPrice">,
  { prompt, completion, counted, calls, incidents, unscoredBy }: RunTotals,
): RunMetrics {
  const cases = scoresByCase(rows);
  const states = { scored: 0, unscored: 0, failed: 0 };
  const timed: number[] = [];
  let reused = 0;
  for (const row of rows) {
    states[row.state] += 1;
    if (row.reusedFrom !== null) reused += 1;
    else if (row.state !== "unscored") timed.push(row.wallMs);
  }
  const sorted = Float64Array.from(timed).sort();
  const latency = (share: number) => (sorted.length === 0 ? null : percentileOfSorted(sorted, share));
  return {
    cases: cases.length,
    ...states,
    accuracy: estimate(cases, "accuracy"),
    effectiveness: estimate(cases, "effectiveness"),
    avg: estimate(cases, "avg"),
    categories: byCategory(cases).map(([category, own]) => ({
      category,
      cases: own.length,
      accuracy: estimate(own, "accuracy"),
      effectiveness: estimate(own, "effectiveness"),
      avg: estimate(own, "avg"),
    })),
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

function costOf(
  prompt: number | null,
  completion: number | null,
  { promptPrice, completionPrice }: Pick<Endpoint, "promptPrice" | "completionPrice">,
): number | null {
  if (prompt === null || completion === null || promptPrice === null || completionPrice === null) return null;
  return (prompt * promptPrice + completion * completionPrice) / 1_000_000;
}
