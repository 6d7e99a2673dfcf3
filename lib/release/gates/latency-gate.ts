import type { ReleaseGateItem } from "@/lib/contracts/release-gate";
import { shareText } from "@/lib/evaluation/gates/gate-item";
import { binomialUpperTail } from "@/lib/stats/binomial";
import { percentileOfSorted } from "@/lib/stats/percentile";
import { wilson } from "@/lib/stats/wilson";
import type { GateFacts, TimedRow } from "./facts";
import { countText, decided, lacking, note, ROUNDING, runItem, secondsText, unscoredItem } from "./gate-items";

const REPLAY = "replay";

/**
 * Complete-agent wall time of a replay (TaoLive report, section 6.1: P95 within 15 s; section 6.3: one or two cases at once).
 * The first `warmUp` cases by their start do not count. P95 interpolates between order statistics as the metrics of runs do,
 * over what was measured. Attainment counts all cases: one that the model's service failed, or that was tried again after such a
 * failure, did not attain, however fast it was given up; one that the agent failed counts with the time that it took.
 */
export function latencyItems({ settings, candidate, evaluationSet, latency }: GateFacts): ReleaseGateItem[] {
  const { p95Ms, withinMs, attainment, warmUp, minimumCases, maxConcurrency } = settings.latency;
  const wantedRun = `a completed run of this version and policy, at most ${countText(maxConcurrency, "case")} at once, nothing reused`;
  if (candidate.policy === null)
    return [lacking(REPLAY, wantedRun, "The candidate names no endpoint, so nothing can be asked of it: name one.")];
  if (evaluationSet === null)
    return [lacking(REPLAY, wantedRun, "The project has chosen no evaluation set to replay: choose one in the gate settings.")];
  const { run } = latency.run;
  const item = runItem(REPLAY, "the candidate", wantedRun, latency.run);
  if (!run) return [item];
  const atOnce = run.outcome.concurrency?.most ?? 0;
  const rows = afterWarmUp(latency.rows, warmUp);
  const measured = rows.filter(isMeasured);
  const sorted = Float64Array.from(measured, (row) => row.wallMs).sort();
  const counted = `${rows.length} after ${countText(Math.min(warmUp, latency.rows.length), "warm-up case")}`;
  return [
    { ...item, found: `${run.id}, at most ${countText(atOnce, "case")} at once` },
    enoughItem(measured.length, counted, minimumCases),
    p95Item(sorted, p95Ms),
    attainmentItem(rows, withinMs, attainment),
    unscoredItem(
      "measured",
      rows.length - measured.length,
      rows.length,
      settings.regression.unscoredShare,
      `at most ${shareText(settings.regression.unscoredShare)} without a time`,
    ),
    ...retriedNote(rows),
  ];
}

const startOf = (row: TimedRow) => Date.parse(row.finishedAt) - row.wallMs;

const afterWarmUp = (rows: readonly TimedRow[], warmUp: number): TimedRow[] =>
  rows.toSorted((a, b) => startOf(a) - startOf(b)).slice(warmUp);

/** Judges come after the reply: what they could not tell was measured all the same. */
const JUDGED: ReadonlySet<TimedRow["unscoredKind"]> = new Set(["judge-abstained", "judge-error", "no-judge"]);

const isMeasured = (row: TimedRow): boolean =>
  row.reusedFrom === null && (row.state !== "unscored" || JUDGED.has(row.unscoredKind));

function enoughItem(measured: number, found: string, minimum: number): ReleaseGateItem {
  const wanted = `at least ${countText(minimum, "case")} measured`;
  const texts = { name: "cases", found: `${measured} of ${found}`, wanted };
  if (measured >= minimum) return decided(true, { ...texts, why: "Enough cases were measured." });
  const why = `${countText(measured, "case")} are too few for a 95th percentile: replay a larger set, or lower the minimum in the gate settings.`;
  return lacking("cases", wanted, why, "unscored", texts.found);
}

function p95Item(sorted: Float64Array, most: number): ReleaseGateItem {
  const name = "P95 wall time";
  const wanted = `at most ${secondsText(most)}`;
  if (sorted.length === 0) return lacking(name, wanted, "No case was measured.", "unscored");
  const p95 = percentileOfSorted(sorted, 0.95);
  const passed = p95 <= most + ROUNDING;
  const { low, high } = orderInterval(sorted, 0.95);
  const to = high === null ? "no upper end at this n" : secondsText(high);
  return decided(passed, {
    name,
    found: `${secondsText(p95)} (95 % interval ${low === null ? "from no lower end" : secondsText(low)} to ${to}, n = ${sorted.length})`,
    wanted,
    why: `${secondsText(p95)} is ${passed ? "" : "not "}${wanted}.`,
  });
}

/** Distribution-free 95 % interval of a percentile by order statistics; an end is null where n does not reach it. */
function orderInterval(sorted: Float64Array, share: number): { low: number | null; high: number | null } {
  const n = sorted.length;
  // P(at least k of n lie below the percentile) = upper tail of Binomial(n, share).
  let below = 0;
  while (below < n && binomialUpperTail(below + 1, n, share) >= 0.975) below += 1;
  let above = below;
  while (above <= n && binomialUpperTail(above, n, share) > 0.025) above += 1;
  return { low: below === 0 ? null : (sorted[below - 1] ?? null), high: above > n ? null : (sorted[above - 1] ?? null) };
}

function attainmentItem(rows: readonly TimedRow[], within: number, least: number): ReleaseGateItem {
  const name = `within ${secondsText(within)}`;
  const wanted = `at least ${shareText(least)}`;
  const n = rows.length;
  if (n === 0) return lacking(name, wanted, "No case is left after the warm-up.", "unscored");
  const attained = rows.filter((row) => isMeasured(row) && row.attempts <= 1 && row.wallMs <= within).length;
  const { low, high } = wilson(attained / n, n);
  const passed = attained / n >= least - ROUNDING;
  return decided(passed, {
    name,
    found: `${shareText(attained / n)} (${attained} of ${n}, 95 % interval ${shareText(low)} to ${shareText(high)})`,
    wanted,
    why: `${countText(attained, "case")} of ${n} ended in time; those without a time, and those tried again, did not.`,
  });
}

function retriedNote(rows: readonly TimedRow[]): ReleaseGateItem[] {
  const retried = rows.filter((row) => row.attempts > 1).length;
  if (retried === 0) return [];
  return [
    note(
      "tried again",
      `${retried} of ${rows.length}`,
      "The model's service failed at the first attempt; the time kept is that of the last one, so these count as late.",
    ),
  ];
}
