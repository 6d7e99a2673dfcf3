import { appendFile, writeFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import { DatasetKind } from "@/lib/contracts/case";
import { isStandIn } from "@/lib/contracts/endpoint";
import type { Incidents, RunDetail } from "@/lib/contracts/run";
import { type CommonOptions, withCommonOptions, withStudio } from "../connection";
import { baselineRun, judgeRun, readGatesFile } from "../eval-gates";
import { numberIn, type RunOptions, runSettings, withRunOptions } from "../eval-settings";
import { evalSummary } from "../eval-summary";
import { type Evaluation, evaluate, importCaseFile } from "../evaluate";
import { CommandError, EXIT } from "../exit";
import { print } from "../output";
import { formatTable, percent } from "../table";
import { writeResults } from "../write-download";

/** "guards 14, tool errors 11", or "none". */
const incidentsOf = (total: Incidents): string =>
  Object.entries(total)
    .flatMap(([kind, count]) => (count > 0 ? [`${kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${count}`] : []))
    .join(", ") || "none";

const scoredBy = ({ judge }: RunDetail["run"]): string =>
  judge === null
    ? "Scored by the cases' checks; no judge is set.\n"
    : `Scored by the judge ${judge.name}, version ${judge.version.slice(0, 8)}, ${judge.voters.length} voters${judge.voters.some(isStandIn) ? ", the stand-in among them" : ""}.\n`;

/** " (budget 30)", or nothing. */
function reasonsOf({ unscoredBy }: RunDetail["metrics"]): string {
  const reasons = Object.entries(unscoredBy).map(([kind, count]) => `${kind.replaceAll("-", " ")} ${count}`);
  return reasons.length === 0 ? "" : ` (${reasons.join(", ")})`;
}

/** The rubrics of a robustness set; nothing for other sets. */
function rubricsOf({ rubrics }: RunDetail["metrics"]): string {
  if (rubrics === null) return "";
  const each = rubrics.each.map(
    ({ name, passed, failed, unscored }) =>
      `${name} ${passed} of ${passed + failed}${unscored > 0 ? ` (${unscored} unscored)` : ""}`,
  );
  return `Rubrics: ${each.join(", ")}; AVG ${percent(rubrics.avg.mean)} over ${rubrics.avg.n} cases.\n`;
}

interface EvalOptions extends CommonOptions, Evaluation, RunOptions {
  minAvg?: number;
  gate?: string;
  summary?: string;
  junit?: string;
  html?: string;
}

/** Project that holds what the command line evaluates. */
export const COMMAND_LINE_PROJECT = "command-line";

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
    `Failed ${metrics.failed}, unscored ${metrics.unscored}${reasonsOf(metrics)}. Latency P50 ${metrics.latency.p50?.toFixed(0) ?? "–"} ms, ` +
    `P95 ${metrics.latency.p95?.toFixed(0) ?? "–"} ms. Tokens a case ${metrics.tokens.perCase?.toFixed(0) ?? "–"}.\n` +
    `${scoredBy(run)}${rubricsOf(metrics)}Incidents: ${incidentsOf(metrics.incidents.total)}.\n${stand}`
  ).trimEnd();
}

async function writeOut(file: string, write: () => Promise<void>): Promise<void> {
  await write().catch((error: unknown) => {
    throw new CommandError(`${file} could not be written: ${error instanceof Error ? error.message : String(error)}`);
  });
}

/** Writes the Markdown summary where it was asked for, and where a GitHub job shows it. */
async function writeSummary(summary: string, file: string | undefined): Promise<void> {
  if (file !== undefined) await writeOut(file, () => writeFile(file, `${summary}\n`));
  const job = process.env.GITHUB_STEP_SUMMARY;
  if (job) await writeOut(job, () => appendFile(job, `${summary}\n\n`));
}

async function evaluateAndJudge(options: EvalOptions): Promise<void> {
  const file = options.gate === undefined ? null : await readGatesFile(options.gate);
  const settings = runSettings(options);
  const { detail, gates } = await withStudio(options, async (client, download) => {
    const dataset = await importCaseFile(client, options);
    const baseline = file && (await baselineRun(client, options, file, dataset, settings));
    const ended = await evaluate(client, options, dataset, settings);
    const place = { project: options.project, run: ended.run.id };
    if (options.junit !== undefined) await writeResults(download, place, "junit", options.junit);
    if (options.html !== undefined) await writeResults(download, place, "html", options.html);
    return { detail: ended, gates: file && (await judgeRun(client, file, ended, baseline)) };
  });
  const summary = evalSummary(detail, gates);
  await writeSummary(summary, options.summary);
  const value = gates ? { ...detail, gates: gates.verdict, comparison: gates.comparison } : detail;
  print(options, value, gates ? summary : report(detail));
  const { run, metrics } = detail;
  const below = options.minAvg !== undefined && (metrics.avg.mean ?? 0) < options.minAvg;
  const passed = gates
    ? gates.verdict.state === "passed"
    : run.status === "completed" && metrics.failed === 0 && metrics.unscored === 0;
  if (!passed || below) process.exitCode = EXIT.negative;
}

export function registerEval(program: Command): void {
  const command = program
    .command("eval")
    .description(
      "evaluate a harness folder on a case file; exits with 1 where a gate fails or is incomplete, and without gates where the run does not complete, a case fails or stays unscored, or AVG is below --min-avg",
    )
    .requiredOption("--harness <folder>", "folder with harness.yaml")
    .requiredOption("--cases <file>", "case file: JSON Lines, a CSV table or chat logs")
    .option("--endpoint <name>", "id or name of the endpoint", "embedded")
    .option("--judge <id>", "judge of the project that scores beside the checks")
    .option("--project <id>", "project that keeps the run; made where it is not there yet", COMMAND_LINE_PROJECT)
    .option("--synthetic", "the cases are synthetic (default: as the set of this name says)")
    .addOption(new Option("--kind <kind>", "kind of set (default: as it is, or general)").choices(DatasetKind.options))
    .option("--reason <text>", "why a gate or vault set is looked at");
  withCommonOptions(
    withRunOptions(command)
      .option("--min-avg <share>", "least AVG, 0 to 1", numberIn(0, 1, false))
      .option("--gate <file>", "gates the run must pass, YAML")
      .option("--summary <file>", "write a summary in Markdown (a GitHub job's own summary gets it in any case)")
      .option("--junit <file>", "write the results as JUnit XML")
      .option("--html <file>", "write a report in one HTML file"),
  ).action(evaluateAndJudge);
}
