import type { Endpoint } from "@/lib/contracts/endpoint";
import type { CaseRow, IncidentTotals, RunMetrics } from "@/lib/contracts/run";
import { percentile } from "@/lib/stats/percentile";
import { byCategory, estimate, scoresByCase } from "./case-scores";

/**
 * Metrics of a run from its rows. Scores are means over cases (repeats averaged first) with 95 % intervals (Wilson; for
 * graded scores with the effective sample size). P50 and P95 interpolate between order statistics. `scored`, `unscored` and
 * `failed` count results, `cases` distinct cases. Prices in US dollars a million tokens.
 */
export function runMetrics(
  rows: readonly CaseRow[],
  price: Pick<Endpoint, "promptPrice" | "completionPrice">,
  incidents: IncidentTotals,
): RunMetrics {
  const cases = scoresByCase(rows);
  const timed = rows.filter((row) => row.state !== "unscored" && row.reusedFrom === null).map((row) => row.wallMs);
  const prompt = totalOf(rows.map((row) => row.promptTokens));
  const completion = totalOf(rows.map((row) => row.completionTokens));
  const counted = rows.filter((row) => row.promptTokens !== null || row.completionTokens !== null).length;
  const countState = (state: CaseRow["state"]) => rows.filter((row) => row.state === state).length;
  return {
    cases: cases.length,
    scored: countState("scored"),
    unscored: countState("unscored"),
    failed: countState("failed"),
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
    latency: { p50: percentile(timed, 0.5), p95: percentile(timed, 0.95), n: timed.length },
    tokens: { prompt, completion, perCase: counted === 0 ? null : ((prompt ?? 0) + (completion ?? 0)) / counted },
    calls: rows.reduce((sum, row) => sum + row.calls, 0),
    cost: costOf(prompt, completion, price),
    incidents,
    unscoredBy: countBy(rows.flatMap((row) => row.unscoredKind ?? [])),
    reused: rows.filter((row) => row.reusedFrom !== null).length,
    rubrics: null,
  };
}

function countBy<Key extends string>(keys: readonly Key[]): Partial<Record<Key, number>> {
  const counts: Partial<Record<Key, number>> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

function totalOf(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0);
}

function costOf(
  prompt: number | null,
  completion: number | null,
  { promptPrice, completionPrice }: Pick<Endpoint, "promptPrice" | "completionPrice">,
): number | null {
  if (prompt === null || completion === null || promptPrice === null || completionPrice === null) return null;
  return (prompt * promptPrice + completion * completionPrice) / 1_000_000;
}
