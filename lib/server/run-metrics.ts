import "server-only";
import type { Store } from "@/db/client";
import { type ReadTotals, readTotals, resultSums, scoreGroups } from "@/db/metrics-repository";
import type { StoredRun } from "@/db/run-repository";
import type { RunMetrics } from "@/lib/contracts/run";
import { estimates, metricsOfGroups, type ResultSums } from "@/lib/evaluation/metrics";
import { BoundedMap } from "./bounded-map";

type Scored = Pick<StoredRun, "id" | "settings">;

/** Totals of runs that are looked at while they go on, so that only what is new is read of their wide rows. */
const read = new WeakMap<Store, BoundedMap<string, ReadTotals>>();
const RUNS_KEPT = 16;

function totalsOf(store: Store, run: string, { scored, unscored, failed }: ResultSums): ReadTotals {
  const kept = read.get(store) ?? new BoundedMap(RUNS_KEPT);
  read.set(store, kept);
  const earlier = kept.get(run);
  const all = scored + unscored + failed;
  let totals = readTotals(store, run, earlier);
  // Results were taken away, to be run again: what was read holds no longer.
  if (totals.results !== all) totals = readTotals(store, run);
  kept.set(run, totals);
  return totals;
}

/** Forgets what was read of a run, before results of it are taken away. */
export const forgetTotals = (store: Store, run: string): void => void read.get(store)?.delete(run);

/** Metrics of the results that a run has so far. */
export function metricsFromStore(store: Store, run: Scored & Pick<StoredRun, "endpointAtStart">): RunMetrics {
  const sums = resultSums(store, run.id);
  const groups = scoreGroups(store, run.id, run.settings.repeats);
  return metricsOfGroups(groups, sums, run.endpointAtStart, totalsOf(store, run.id, sums));
}

/** Its scores alone, which need no wide row. */
export const scoresFromStore = (store: Store, run: Scored): Pick<RunMetrics, "accuracy" | "effectiveness" | "avg"> =>
  estimates(scoreGroups(store, run.id, run.settings.repeats));
