import "server-only";
import type { Store } from "@/db/client";
import type { KeptSummary, RunPair } from "@/db/comparison-repository";
import {
  completedAt,
  countPasses,
  type ShippedEntry,
  shippedEntries,
  shippedMarks,
  unscoredCases,
} from "@/db/stage-runs-repository";
import type { ForesightScore } from "@/lib/contracts/evolution";
import { foresightScore } from "@/lib/evolution/foresight";
import type { ShippedStage } from "@/lib/evolution/stop-rule";
import { BoundedMap } from "./bounded-map";
import type { EarlyRun } from "./early-runs";

const KEPT = 2_000;
const kept = new WeakMap<Store, BoundedMap<string, ShippedOutcome>>();

interface EvaluatedStage {
  stage: string;
  pair: RunPair;
  summary: KeptSummary;
}

/** What a stage's shipped entries promised and what came of it, as sums for the stop rule and as shares. */
export interface ShippedOutcome {
  sums: ShippedStage;
  foresight: ForesightScore;
}

/**
 * What the shipped entries of stages promised and what came of it, by stage; stages without any are left out. A stage is looked
 * through once, and again where its entries or its runs have changed: their lists of cases are long. `early`: the runs that an
 * early decision ended, of which only the cases that ran say anything.
 */
export function shippedStages(
  store: Store,
  campaign: string,
  stages: readonly EvaluatedStage[],
  early: ReadonlyMap<string, EarlyRun>,
): Map<string, ShippedOutcome> {
  const known = kept.get(store) ?? new BoundedMap<string, ShippedOutcome>(KEPT);
  kept.set(store, known);
  const marks = shippedMarks(store, campaign);
  const ended = completedAt(store, [...new Set(stages.flatMap(({ pair }) => [pair.base, pair.head]))]);
  const endOf = (run: string) => ended.get(run) ?? early.get(run)?.at;
  const keyOf = ({ stage, pair: { base, head } }: EvaluatedStage) =>
    [stage, marks.get(stage), base, endOf(base), head, endOf(head)].join(" ");
  const shipped = stages.filter(({ stage }) => marks.has(stage));
  const missing = shipped.filter((one) => known.get(keyOf(one)) === undefined);
  const entries = new Map<string, ShippedEntry[]>(missing.map(({ stage }) => [stage, []]));
  for (const entry of shippedEntries(store, [...entries.keys()])) entries.get(entry.stage)?.push(entry);
  for (const one of missing) {
    const notRun = new Set(early.has(one.pair.head) ? unscoredCases(store, one.pair.head) : []);
    const passing = countPasses(store, one.pair.base);
    known.set(keyOf(one), outcomeOf(entries.get(one.stage) ?? [], one.summary, notRun, passing));
  }
  return new Map(
    shipped.flatMap((one) => {
      const outcome = known.get(keyOf(one));
      return outcome ? [[one.stage, outcome] as const] : [];
    }),
  );
}

function outcomeOf(
  shipped: readonly ShippedEntry[],
  summary: KeptSummary,
  notRun: ReadonlySet<string>,
  passing: number,
): ShippedOutcome {
  const ran = (of: (entry: ShippedEntry) => string[]) => new Set(shipped.flatMap(of).filter((id) => !notRun.has(id)));
  const predicted = ran((entry) => entry.predictedFixes);
  const touched = ran((entry) => entry.touched);
  const { fixed, broken } = summary.flipped();
  const foresight = foresightScore({
    ...{ predictedFixes: predicted, predictedRisks: ran((entry) => entry.predictedRisks), touched, fixed, broken, passing },
  });
  const wholeTouched = new Set(shipped.flatMap((entry) => entry.touched));
  return {
    sums: {
      predicted: predicted.size,
      fixed: fixed.filter((id) => predicted.has(id)).length,
      touched: touched.size,
      broken: broken.filter((id) => touched.has(id)).length,
    },
    foresight: { ...foresight, touchSetShare: passing === 0 ? null : Math.min(1, wholeTouched.size / passing) },
  };
}
