import { guessFormat } from "@/lib/client/decode-text";
import type { DatasetKind } from "@/lib/contracts/case";
import type { RunDetail } from "@/lib/contracts/run";
import type { RunSettings } from "@/lib/contracts/run-settings";
import { readBundleFolder } from "@/lib/server/bundle-folder";
import { datasetNameOf, ensureProject, readTextFile } from "./commands/import";
import type { CommonOptions, StudioClient } from "./connection";
import { CommandError } from "./exit";
import { note } from "./output";

/** What is evaluated and how. */
export interface Evaluation extends CommonOptions {
  harness: string;
  cases: string;
  project: string;
  endpoint: string;
  judge?: string;
  synthetic?: boolean;
  kind?: DatasetKind;
  reason?: string;
}

/** Progress is noted this often over a run. */
const NOTES = 10;

async function endpointIdOf(client: StudioClient, wanted: string): Promise<string> {
  const endpoints = await client.endpoints.list();
  const found = endpoints.find((endpoint) => endpoint.id === wanted) ?? endpoints.find((endpoint) => endpoint.name === wanted);
  if (!found) {
    throw new CommandError(`There is no endpoint ${wanted}. There are: ${endpoints.map((endpoint) => endpoint.id).join(", ")}.`);
  }
  return found.id;
}

/** Brings the case file into the project; answers the id of its set. */
export async function importCaseFile(client: StudioClient, { project, cases, synthetic, kind }: Evaluation): Promise<string> {
  const text = await readTextFile(cases);
  await ensureProject(client, project);
  const name = datasetNameOf(cases);
  const known = (await client.datasets.list({ project })).find((dataset) => dataset.name === name);
  const { dataset } = await client.datasets.import({
    project,
    name,
    role: known?.role ?? "dev",
    text,
    format: guessFormat(cases, text),
    synthetic: synthetic ?? known?.synthetic ?? false,
    ...(kind !== undefined && { kind }),
  });
  return dataset.id;
}

/** Runs a harness folder on a set and waits for the end. */
export async function evaluate(
  client: StudioClient,
  options: Evaluation,
  dataset: string,
  settings: RunSettings,
): Promise<RunDetail> {
  const { project, harness, judge, reason } = options;
  const files = await readBundleFolder(harness);
  const endpoint = await endpointIdOf(client, options.endpoint);
  const { version } = await client.versions.import({ project, files, message: `Evaluated from ${harness}` });
  const run = await client.runs.start({
    ...{ project, version: version.hash, endpoint, dataset, settings },
    ...(judge !== undefined && { judge }),
    ...(reason !== undefined && { reason }),
  });
  if (judge !== undefined && run.judge?.id !== judge)
    throw new CommandError(`The run ${run.id} was not given the judge ${judge}.`);
  note(options, `Run ${run.id}: ${run.counts.total} cases`);
  let noted = 0;
  for await (const { counts, rate } of await client.runs.progress({ project, run: run.id })) {
    if (counts.done < noted + counts.total / NOTES) continue;
    noted = counts.done;
    note(options, `${counts.done} of ${counts.total}${rate === null ? "" : `, ${rate.toFixed(0)} a second`}`);
  }
  return client.runs.get({ project, run: run.id });
}
