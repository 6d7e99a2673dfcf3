import "server-only";
import { storeManifest } from "@/db/bundle-repository";
import type { Database } from "@/db/client";
import { putDataset, putDatasetVersion } from "@/db/dataset-repository";
import { putEndpoint } from "@/db/endpoint-repository";
import { insertProject } from "@/db/project-repository";
import { insertRun } from "@/db/run-repository";
import { insertVersion } from "@/db/version-repository";
import type { Case, FixtureTables } from "@/lib/contracts/case";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { Bundle } from "@/lib/contracts/harness";
import { RunSettings } from "@/lib/contracts/run-settings";
import { hashDataset } from "@/lib/datasets/hash";
import { CHECK_VERSION } from "@/lib/evaluation/checks";
import { hashManifest, manifestOf } from "@/lib/harness/hash";
import { timestamp } from "../ids";

const BUNDLE: Bundle = {
  "harness.yaml":
    "name: sample\nlimits:\n  firstCallTimeoutMs: 20000\n  laterCallTimeoutMs: 20000\n  trajectoryTimeoutMs: 30000\n",
  "prompt/10-role.md": "---\norder: 10\n---\nAnswer in one sentence.\n",
};

/** Stores a small project with one version, one data set and one queued run of them, for tests and benchmarks; answers the run's id. */
export function storeSampleRun(
  database: Database,
  sample: {
    cases: Case[];
    shared?: FixtureTables;
    endpoint: Endpoint;
    settings?: Partial<RunSettings>;
    bundle?: Bundle;
    id?: string;
  },
): string {
  const { cases, shared = {}, endpoint, bundle = BUNDLE, id = "run_sample" } = sample;
  const settings = RunSettings.parse(sample.settings ?? {});
  const createdAt = timestamp();
  const manifest = manifestOf(bundle);
  const version = hashManifest(manifest);
  const datasetVersion = hashDataset(cases, shared);
  database.transaction((tx) => {
    insertProject(tx, { id: "sample", name: "Sample", description: "", createdAt });
    storeManifest(tx, { hash: version, manifest, textOf: (path) => bundle[path] ?? "", base: null });
    const files = Object.keys(bundle).length;
    const origin = { parent: null, origin: "import" as const, author: "test", message: "" };
    insertVersion(tx, { project: "sample", hash: version, name: "first", ...origin, createdAt, files, errors: 0, warnings: 0 });
    putEndpoint(tx, endpoint);
    const dataset = {
      id: "ds_sample",
      project: "sample",
      name: "dev",
      role: "dev" as const,
      kind: "general" as const,
      description: "",
      synthetic: true,
    };
    putDataset(tx, { ...dataset, version: datasetVersion, createdAt });
    putDatasetVersion(tx, { dataset: "ds_sample", hash: datasetVersion, shared, items: cases, actor: "test", createdAt });
    insertRun(tx, {
      id,
      project: "sample",
      version,
      endpoint: endpoint.id,
      endpointAtStart: endpoint,
      dataset: "ds_sample",
      datasetVersion,
      checkVersion: CHECK_VERSION,
      settings,
      status: "queued",
      total: cases.length * settings.repeats,
      actor: "test",
      createdAt,
    });
  });
  return id;
}
