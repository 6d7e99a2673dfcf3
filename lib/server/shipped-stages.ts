import "server-only";
import type { Store } from "@/db/client";
import type { KeptSummary, RunPair } from "@/db/comparison-repository";
import { completedAt, type ShippedEntry, shippedEntries, shippedMarks } from "@/db/stage-runs-repository";
import type { ShippedStage } from "@/lib/evolution/stop-rule";
import { BoundedMap } from "./bounded-map";

const KEPT = 2_000;
const kept = new WeakMap<Store, BoundedMap<string, ShippedStage>>();

interface EvaluatedStage {
  stage: string;
  pair: RunPair;
  summary: KeptSummary;
}

/**
 * What the shipped entries of stages promised and what came of it; stages without any are left out. A stage is looked through
 * once, and again where its entries or its runs have changed: their lists of cases are long.
 */
export function shippedStages(store: Store, campaign: string, stages: readonly EvaluatedStage[]): ShippedStage[] {
  const known = kept.get(store) ?? new BoundedMap<string, ShippedStage>(KEPT);
  kept.set(store, known);
  const marks = shippedMarks(store, campaign);
  const ended = completedAt(store, [...new Set(stages.flatMap(({ pair }) => [pair.base, pair.head]))]);
  const keyOf = ({ stage, pair: { base, head } }: EvaluatedStage) =>
    [stage, marks.get(stage), base, ended.get(base), head, ended.get(head)].join(" ");
  const shipped = stages.filter(({ stage }) => marks.has(stage));
  const missing = shipped.filter((one) => known.get(keyOf(one)) === undefined);
  const entries = new Map<string, ShippedEntry[]>(missing.map(({ stage }) => [stage, []]));
  for (const entry of shippedEntries(store, [...entries.keys()])) entries.get(entry.stage)?.push(entry);
  for (const one of missing) known.set(keyOf(one), outcomeOf(entries.get(one.stage) ?? [], one.summary));
  return shipped.flatMap((one) => known.get(keyOf(one)) ?? []);
}

function outcomeOf(shipped: readonly ShippedEntry[], summary: KeptSummary): ShippedStage {
  const predicted = new Set(shipped.flatMap((entry) => entry.predictedFixes));
  const touched = new Set(shipped.flatMap((entry) => entry.touched));
  const flipped = summary.flipped();
  return {
    predicted: predicted.size,
    fixed: flipped.fixed.filter((id) => predicted.has(id)).length,
    touched: touched.size,
    broken: flipped.broken.filter((id) => touched.has(id)).length,
  };
}
