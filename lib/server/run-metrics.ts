import "server-only";
import type { Store } from "@/db/client";
import { incidentTotals, narrowResults, unscoredCounts, usageTotals } from "@/db/metrics-repository";
import type { StoredRun } from "@/db/run-repository";
import type { RunMetrics } from "@/lib/contracts/run";
import { runMetrics } from "@/lib/evaluation/metrics";

/** Metrics of the results that a run has so far; reads no wide row. */
export const metricsFromStore = (store: Store, run: Pick<StoredRun, "id" | "endpointAtStart">): RunMetrics =>
  runMetrics(narrowResults(store, run.id), run.endpointAtStart, {
    ...usageTotals(store, run.id),
    unscoredBy: unscoredCounts(store, run.id),
    incidents: incidentTotals(store, run.id),
  });
