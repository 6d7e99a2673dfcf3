import "server-only";
import { readBundle } from "@/db/bundle-repository";
import type { Store } from "@/db/client";
import { readSharedTables } from "@/db/dataset-repository";
import { readFaq } from "@/db/faq-repository";
import type { StoredRun } from "@/db/run-repository";
import { hasCases } from "@/db/run-work-repository";
import type { FixtureTables } from "@/lib/contracts/case";
import type { Harness } from "@/lib/contracts/harness";
import type { FaqEntry } from "@/lib/contracts/serving";
import { parseHarness } from "@/lib/harness/parse";

/** What a run works on, read once when it starts. The cases themselves are read one by one, when their turn comes. */
export interface RunMaterial {
  harness: Harness;
  shared: FixtureTables;
  /** The project's FAQ as it was when the run was made. */
  faq: FaqEntry[];
}

/** Reads the version and the data set version of a run, or says why it cannot be carried out. */
export function readMaterial(store: Store, run: StoredRun): { ok: true; material: RunMaterial } | { ok: false; reason: string } {
  const bundle = readBundle(store, run.version);
  if (bundle === null) return { ok: false, reason: `The files of version ${run.version.slice(0, 8)} are missing.` };
  const { harness, diagnostics } = parseHarness(bundle);
  if (harness === null) {
    const first = diagnostics.find((diagnostic) => diagnostic.severity === "error");
    const why = first ? `${first.path}:${first.line}: ${first.message}` : "harness.yaml is missing or invalid";
    return { ok: false, reason: `The harness does not parse. ${why}` };
  }
  if (!hasCases(store, run))
    return { ok: false, reason: `Version ${run.datasetVersion.slice(0, 8)} of the data set is missing.` };
  const shared = readSharedTables(store, run.dataset, run.datasetVersion);
  return { ok: true, material: { harness, shared, faq: readFaq(store, run.faq) } };
}
