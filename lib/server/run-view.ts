import "server-only";
import type { Store } from "@/db/client";
import { countResults, type StoredRun } from "@/db/run-repository";
import type { Run, RunMetrics } from "@/lib/contracts/run";
import { metricsFromStore, scoresFromStore } from "./run-metrics";

/** Metrics of a run: as stored at its end, or of the results it has so far. */
export const metricsOf = (store: Store, run: StoredRun): RunMetrics => run.metrics ?? metricsFromStore(store, run);

/** Runs as callers see them, in the given order. */
export function toRuns(store: Store, stored: readonly StoredRun[]): Run[] {
  // A run that has ended is read from its metrics alone.
  const counts = countResults(
    store,
    stored.flatMap((run) => (run.metrics ? [] : [run.id])),
  );
  return stored.map((run) => {
    const { endpointAtStart: _, total, metrics, ...rest } = run;
    const { accuracy, effectiveness, avg } = metrics ?? scoresFromStore(store, run);
    const done = metrics ? countsOf(metrics) : (counts.get(run.id) ?? { done: 0, scored: 0, unscored: 0, failed: 0 });
    return { ...rest, counts: { total, ...done }, accuracy, effectiveness, avg };
  });
}

const countsOf = ({ scored, unscored, failed }: RunMetrics) => ({
  done: scored + unscored + failed,
  ...{ scored, unscored, failed },
});

export function toRun(store: Store, stored: StoredRun): Run {
  const [run] = toRuns(store, [stored]);
  if (!run) throw new Error(`run ${stored.id} has no view`);
  return run;
}
