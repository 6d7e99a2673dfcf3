import "server-only";
import { findDiagnosis } from "@/db/campaign-repository";
import type { Store } from "@/db/client";
import { diagnosisMarks, openEntries } from "@/db/stage-runs-repository";
import type { KnownDiagnosis } from "@/lib/evolution/stop-replay";
import { BoundedMap } from "./bounded-map";

const KEPT = 500;
const kept = new WeakMap<Store, BoundedMap<string, KnownDiagnosis | "none">>();

/**
 * What completed diagnoses found, by the stage that made them. Diagnoses are long, so one is read once and again where it or its
 * entries have changed.
 */
export function knownDiagnoses(store: Store, campaign: string): Map<string, KnownDiagnosis> {
  const known = kept.get(store) ?? new BoundedMap<string, KnownDiagnosis | "none">(KEPT);
  kept.set(store, known);
  const found = new Map<string, KnownDiagnosis>();
  for (const [stage, mark] of diagnosisMarks(store, campaign)) {
    const key = `${stage} ${mark}`;
    const diagnosis = known.get(key) ?? readDiagnosis(store, stage);
    known.set(key, diagnosis);
    if (diagnosis !== "none") found.set(stage, diagnosis);
  }
  return found;
}

function readDiagnosis(store: Store, stage: string): KnownDiagnosis | "none" {
  const diagnosis = findDiagnosis(store, stage);
  // While a newer one is under way, the earlier one stays with its entries.
  if (diagnosis === null || (diagnosis.status !== "completed" && diagnosis.newer === undefined)) return "none";
  const sizes = new Map(diagnosis.clusters.map((cluster) => [cluster.id, cluster.cases.length]));
  return {
    clusters: diagnosis.clusters.map(({ cases, stability, longTail }) => ({ cases, stability, longTail })),
    proposals: openEntries(store, [stage]).map(({ title, cluster, touched }) => ({
      title,
      cluster: sizes.get(cluster) ?? 0,
      touched,
    })),
  };
}
