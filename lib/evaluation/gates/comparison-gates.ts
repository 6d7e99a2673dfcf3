import type { GateItem, GateMetric, Gates } from "@/lib/contracts/gates";
import type { Comparison, PairedDifference } from "@/lib/contracts/run";
import { decide, incomplete, pointsText } from "./gate-item";

type CompareGates = NonNullable<Gates["compare"]>;

const LEVEL = 0.05;

/** The items of the paired comparison with the baseline; incomplete where there is none. */
export function comparisonItems(gates: CompareGates, comparison: Comparison | null): GateItem[] {
  const { nonInferiority, improvement, brokenP0 } = gates;
  const difference = (metric: GateMetric) => comparison?.metrics.find((one) => one.metric === metric);
  return [
    ...baselineItem(comparison),
    ...(nonInferiority?.metrics ?? []).map((metric) => nonInferior(metric, nonInferiority?.margin ?? 0, difference(metric))),
    ...(improvement ? [improved(improvement.metric, difference(improvement.metric))] : []),
    ...(brokenP0 === undefined ? [] : [brokenItem(brokenP0, comparison)]),
  ];
}

/** Nothing where the baseline is whole; half a baseline, or that of another set, says too little to pass on. */
function baselineItem(comparison: Comparison | null): GateItem[] {
  if (!comparison) return [];
  const { base, head } = comparison;
  const [name, wanted] = ["baseline", "a completed run of the same data set"];
  if (base.dataset !== head.dataset)
    return [incomplete(name, wanted, `It is a run of the data set ${base.datasetName}.`, base.datasetName)];
  if (base.status === "completed") return [];
  const { done, total } = base.counts;
  return [incomplete(name, wanted, `The baseline is ${base.status} with ${done} of ${total} results.`, base.status)];
}

const NOT_PAIRED = "No case was scored in both runs.";

function nonInferior(metric: GateMetric, margin: number, found: PairedDifference | undefined): GateItem {
  const name = `${metric} not worse than the baseline`;
  const wanted = `interval above ${pointsText(-margin)}`;
  if (!found || found.low === null || found.n === 0) return incomplete(name, wanted, NOT_PAIRED);
  const passed = found.low > -margin;
  const why = passed
    ? `The lower end of the 95 % interval lies above ${pointsText(-margin)}.`
    : `The lower end of the 95 % interval lies at ${pointsText(found.low)}${(found.high ?? 0) > -margin ? ", so that worse cannot be ruled out" : ""}.`;
  return { name, state: passed ? "passed" : "failed", found: interval(found), wanted, why };
}

function improved(metric: GateMetric, found: PairedDifference | undefined): GateItem {
  const name = `${metric} better than the baseline`;
  const wanted = "interval above zero";
  if (!found || found.low === null || found.n === 0) return incomplete(name, wanted, NOT_PAIRED);
  const above = found.low > 0;
  const passed = above && (found.p === null || found.p < LEVEL);
  const why = passed
    ? "The interval lies above zero."
    : above
      ? `The test does not agree with the interval (p = ${found.p?.toPrecision(2)}).`
      : "The interval does not lie above zero.";
  return { name, state: passed ? "passed" : "failed", found: interval(found), wanted, why };
}

function brokenItem(most: number, comparison: Comparison | null): GateItem {
  const name = "broken P0 cases";
  if (!comparison || comparison.paired === 0) return incomplete(name, `at most ${most}`, NOT_PAIRED);
  return decide(name, comparison.brokenP0.length, { most }, String, NOT_PAIRED);
}

const interval = ({ difference, low, high, n }: PairedDifference): string =>
  difference === null || low === null || high === null
    ? "nothing"
    : `${pointsText(difference)} (${pointsText(low)} to ${pointsText(high)}, n = ${n})`;
