import "server-only";
import type { Store } from "@/db/client";
import { allRows, incidentTotals } from "@/db/result-repository";
import { countResults, type StoredRun } from "@/db/run-repository";
import type { Run, RunMetrics } from "@/lib/contracts/run";
import { runMetrics } from "@/lib/evaluation/metrics";

/** Metrics of a run: as stored at its end, or of the results it has so far. */
export const metricsOf = (store: Store, run: StoredRun): RunMetrics =>
  run.metrics ?? runMetrics(allRows(store, run.id), run.endpointAtStart, incidentTotals(store, run.id));

/** Runs as callers see them, in the given order. */
export function toRuns(store: Store, stored: readonly StoredRun[]): Run[] {
  const counts = countResults(
    store,
    stored.map((run) => run.id),
  );
  return stored.map((run) => {
    const { endpointAtStart: _, total, metrics: __, ...rest } = run;
    const { accuracy, effectiveness, avg } = metricsOf(store, run);
    const done = counts.get(run.id) ?? { done: 0, scored: 0, unscored: 0, failed: 0 };
    return { ...rest, counts: { total, ...done }, accuracy, effectiveness, avg };
  });
}

export function toRun(store: Store, stored: StoredRun): Run {
  const [run] = toRuns(store, [stored]);
  if (!run) throw new Error(`run ${stored.id} has no view`);
  return run;
}
