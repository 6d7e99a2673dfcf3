import { type Command, InvalidArgumentError } from "commander";
import type { Incidents, RunDetail } from "@/lib/contracts/run";
import { readBundleFolder } from "@/lib/server/bundle-folder";
import { type CommonOptions, type StudioClient, withCommonOptions, withStudio } from "../connection";
import { CommandError, EXIT } from "../exit";
import { note, print } from "../output";
import { formatTable, percent } from "../table";
import { datasetNameOf, ensureProject, readCaseFile } from "./import";

/** "guards 14, tool errors 11", or "none". */
const incidentsOf = (total: Incidents): string =>
  Object.entries(total)
    .flatMap(([kind, count]) => (count > 0 ? [`${kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${count}`] : []))
    .join(", ") || "none";

interface EvalOptions extends CommonOptions {
  harness: string;
  cases: string;
  project: string;
  endpoint: string;
  seed: number;
  concurrency: number;
  repeats: number;
  minAvg?: number;
}

/** Progress is noted this often over a run. */
const NOTES = 10;

/** Project that holds what the command line evaluates. */
export const COMMAND_LINE_PROJECT = "command-line";

const numberIn = (low: number, high: number, whole: boolean) => (text: string) => {
  const value = Number(text);
  if (text.trim() === "" || !(value >= low && value <= high) || (whole && !Number.isInteger(value))) {
    throw new InvalidArgumentError(`it is ${whole ? "a whole number" : "a number"} from ${low} to ${high}.`);
  }
  return value;
};

async function endpointIdOf(client: StudioClient, wanted: string): Promise<string> {
  const endpoints = await client.endpoints.list();
  const found = endpoints.find((endpoint) => endpoint.id === wanted) ?? endpoints.find((endpoint) => endpoint.name === wanted);
  if (!found) {
    throw new CommandError(`There is no endpoint ${wanted}. There are: ${endpoints.map((endpoint) => endpoint.id).join(", ")}.`);
  }
  return found.id;
}

async function evaluate(client: StudioClient, options: EvalOptions): Promise<RunDetail> {
  const { project } = options;
  const files = await readBundleFolder(options.harness);
  const text = await readCaseFile(options.cases);
  const endpoint = await endpointIdOf(client, options.endpoint);
  await ensureProject(client, project);
  const { version } = await client.versions.import({ project, files, message: `Evaluated from ${options.harness}` });
  const name = datasetNameOf(options.cases);
  const known = (await client.datasets.list({ project })).find((dataset) => dataset.name === name);
  const { dataset } = await client.datasets.import({
    project,
    name,
    role: known?.role ?? "dev",
    text,
    synthetic: known?.synthetic ?? false,
  });
  const run = await client.runs.start({
    project,
    version: version.hash,
    endpoint,
    dataset: dataset.id,
    settings: { seed: options.seed, concurrency: options.concurrency, repeats: options.repeats },
  });
  note(options, `Run ${run.id}: ${run.counts.total} cases`);
  let noted = 0;
  for await (const { counts, rate } of await client.runs.progress({ project, run: run.id })) {
    if (counts.done < noted + counts.total / NOTES) continue;
    noted = counts.done;
    note(options, `${counts.done} of ${counts.total}${rate === null ? "" : `, ${rate.toFixed(0)} a second`}`);
  }
  return client.runs.get({ project, run: run.id });
}

function report({ run, metrics }: RunDetail): string {
  const rows = [
    ...metrics.categories.map((one) => [
      one.category,
      one.cases,
      percent(one.accuracy.mean),
      percent(one.effectiveness.mean),
      percent(one.avg.mean),
    ]),
    ["all", metrics.cases, percent(metrics.accuracy.mean), percent(metrics.effectiveness.mean), percent(metrics.avg.mean)],
  ];
  const stand = run.embedded ? "The embedded policy is a stand-in for a model; its scores say nothing about one.\n" : "";
  return (
    `${formatTable(["category", "cases", "Accuracy", "Effectiveness", "AVG"], rows)}\n\n` +
    `Run ${run.id} of ${run.version.slice(0, 12)} (${run.versionName}) on ${run.endpointName}: ${run.status}\n` +
    `Failed ${metrics.failed}, unscored ${metrics.unscored}. Latency P50 ${metrics.latency.p50?.toFixed(0) ?? "–"} ms, ` +
    `P95 ${metrics.latency.p95?.toFixed(0) ?? "–"} ms. Tokens a case ${metrics.tokens.perCase?.toFixed(0) ?? "–"}.\n` +
    `Incidents: ${incidentsOf(metrics.incidents.total)}.\n${stand}`
  ).trimEnd();
}

export function registerEval(program: Command): void {
  withCommonOptions(
    program
      .command("eval")
      .description(
        "evaluate a harness folder on a case file; exits with 1 where the run does not complete, a case fails or stays unscored, or AVG is below --min-avg",
      )
      .requiredOption("--harness <folder>", "folder with harness.yaml")
      .requiredOption("--cases <file>", "case file, JSON Lines")
      .option("--endpoint <name>", "id or name of the endpoint", "embedded")
      .option("--project <id>", "project that keeps the run; made where it is not there yet", COMMAND_LINE_PROJECT)
      .option("--seed <number>", "seed of the decoding", numberIn(0, 2_147_483_647, true), 1)
      .option("--concurrency <number>", "cases at a time", numberIn(1, 256, true), 8)
      .option("--repeats <number>", "runs of each case", numberIn(1, 20, true), 1)
      .option("--min-avg <share>", "least AVG, 0 to 1", numberIn(0, 1, false)),
  ).action(async (options: EvalOptions) => {
    const detail = await withStudio(options, (client) => evaluate(client, options));
    print(options, detail, report(detail));
    const { run, metrics } = detail;
    const below = options.minAvg !== undefined && (metrics.avg.mean ?? 0) < options.minAvg;
    if (run.status !== "completed" || metrics.failed > 0 || metrics.unscored > 0 || below) process.exitCode = EXIT.negative;
  });
}
