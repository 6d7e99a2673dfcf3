import "server-only";
import type { Store } from "@/db/client";
import { completedAt, metricsOfRuns } from "@/db/stage-runs-repository";
import type { RunMetrics } from "@/lib/contracts/run";
import { BoundedMap } from "./bounded-map";

const KEPT = 2_000;
const kept = new WeakMap<Store, BoundedMap<string, RunMetrics>>();

/**
 * Metrics of those of the runs that are completed, by run. They do not change until the run is run again, so they are parsed
 * once and kept for as long as the run ended when it did: of a chart's time, most went into parsing them.
 */
export function completedMetrics(store: Store, ids: readonly string[]): Map<string, RunMetrics> {
  const known = kept.get(store) ?? new BoundedMap<string, RunMetrics>(KEPT);
  kept.set(store, known);
  const keys = new Map([...completedAt(store, ids)].map(([id, at]) => [id, `${id} ${at}`]));
  const missing = [...keys].flatMap(([id, key]) => (known.get(key) ? [] : [id]));
  for (const [id, metrics] of metricsOfRuns(store, missing)) known.set(keys.get(id) ?? id, metrics);
  return new Map(
    [...keys].flatMap(([id, key]) => {
      const metrics = known.get(key);
      return metrics ? [[id, metrics] as const] : [];
    }),
  );
}
