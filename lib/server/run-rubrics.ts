import "server-only";
import type { Store } from "@/db/client";
import { datasetKind, readDatasetVersion } from "@/db/dataset-repository";
import { checksOfRun } from "@/db/result-repository";
import type { RunMetrics } from "@/lib/contracts/run";
import { rubricMetrics } from "@/lib/evaluation/rubrics";

/** The rubrics of a run on a robustness set, from what it has so far; null on any other set. */
export function rubricsOf(store: Store, run: { id: string; dataset: string; datasetVersion: string }): RunMetrics["rubrics"] {
  const kind = datasetKind(store, run.dataset);
  if (kind !== "tool-robustness" && kind !== "prompt-robustness") return null;
  const content = readDatasetVersion(store, run.dataset, run.datasetVersion);
  return rubricMetrics(checksOfRun(store, run.id), content?.cases ?? []);
}
