import type { GateItem, GateMetric, Gates, GateVerdict } from "@/lib/contracts/gates";
import type { Comparison, Estimate, Run, RunMetrics } from "@/lib/contracts/run";
import { comparisonItems } from "./comparison-gates";
import { decide, incomplete, shareText } from "./gate-item";

const METRICS: readonly GateMetric[] = ["accuracy", "effectiveness", "avg"];
const NOTHING_SCORED = "No case was scored.";

/**
 * What gates say of a run. A value that is not there never passes: it is incomplete, and so is a run that did not complete,
 * or one with more unscored results than are allowed (none, where the file does not say).
 */
export function gateVerdict(
  gates: Gates,
  run: Pick<Run, "status" | "reason" | "counts">,
  metrics: RunMetrics,
  comparison: Comparison | null,
): GateVerdict {
  const items = [
    completion(run),
    unscoredItem(gates, metrics),
    ...scoreItems(gates, metrics),
    ...failedItem(gates, metrics),
    ...measureItems(gates, metrics),
    ...categoryItems(gates, metrics),
    ...(gates.compare ? comparisonItems(gates.compare, comparison) : []),
  ];
  const has = (state: GateItem["state"]) => items.some((item) => item.state === state);
  return { state: has("failed") ? "failed" : has("incomplete") ? "incomplete" : "passed", items };
}

function completion({ status, reason, counts }: Pick<Run, "status" | "reason" | "counts">): GateItem {
  const [name, wanted] = ["run", "completed"];
  const done = `${counts.done} of ${counts.total} results`;
  if (status === "completed") return { name, state: "passed", found: status, wanted, why: `${done} are there.` };
  return incomplete(name, wanted, `The run is ${status} with ${done}.${reason === null ? "" : ` ${reason}`}`, status);
}

function unscoredItem({ unscored: { max } }: Gates, metrics: RunMetrics): GateItem {
  const kinds = Object.entries(metrics.unscoredBy).map(([kind, count]) => `${kind} ${count}`);
  const item = limited("unscored", metrics.unscored, max, metrics);
  const why = kinds.length === 0 ? item.why : `${item.why.replace(/\.$/, "")}: ${kinds.join(", ")}.`;
  return { ...item, why, state: item.state === "failed" ? "incomplete" : item.state };
}

const failedItem = ({ failed }: Gates, metrics: RunMetrics): GateItem[] =>
  failed ? [limited("failed", metrics.failed, failed.max, metrics)] : [];

/** A number of results against a count or a share of all. */
function limited(name: string, found: number, max: number | string, metrics: RunMetrics): GateItem {
  const all = metrics.scored + metrics.unscored + metrics.failed;
  const missing = "There is no result.";
  if (typeof max === "number") return decide(name, all === 0 ? null : found, { most: max }, String, missing);
  return decide(name, all === 0 ? null : found / all, { most: Number.parseFloat(max) / 100 }, shareText, missing);
}

function scoreItems({ scores }: Gates, metrics: RunMetrics): GateItem[] {
  return METRICS.flatMap((metric) => {
    const gate = scores?.[metric];
    const { mean, low } = metrics[metric];
    return [
      ...(gate?.min === undefined ? [] : [decide(metric, mean, { least: gate.min }, shareText, NOTHING_SCORED)]),
      ...(gate?.lowerBound === undefined
        ? []
        : [decide(`${metric}, lower end of its interval`, low, { least: gate.lowerBound }, shareText, NOTHING_SCORED)]),
    ];
  });
}

function measureItems({ latency, cost }: Gates, metrics: RunMetrics): GateItem[] {
  const { p50, p95 } = metrics.latency;
  const timed = (name: string, value: number | null, most: number | undefined) =>
    most === undefined ? [] : [decide(name, value, { most }, (ms) => `${ms.toFixed(0)} ms`, "No case was timed in this run.")];
  const priced = "The endpoint has no price, or reports no usage.";
  return [
    ...timed("latency P50", p50, latency?.p50Ms),
    ...timed("latency P95", p95, latency?.p95Ms),
    ...(cost ? [decide("cost", metrics.cost, { most: cost.max }, (dollars) => `$${dollars.toFixed(4)}`, priced)] : []),
  ];
}

function categoryItems({ categories = {} }: Gates, metrics: RunMetrics): GateItem[] {
  const least = (
    name: string,
    gate: Partial<Record<GateMetric, number | undefined>>,
    found: Record<GateMetric, Estimate> | undefined,
  ) =>
    METRICS.flatMap((metric) => {
      const wanted = gate[metric];
      if (wanted === undefined) return [];
      const missing = found ? NOTHING_SCORED : "The run has no case of this category.";
      return [decide(`${metric} of ${name}`, found?.[metric].mean ?? null, { least: wanted }, shareText, missing)];
    });
  return Object.entries(categories).flatMap(([name, gate]) =>
    name === "min"
      ? metrics.categories.flatMap((one) => least(one.category, gate, one))
      : least(
          name,
          gate,
          metrics.categories.find((one) => one.category === name),
        ),
  );
}
