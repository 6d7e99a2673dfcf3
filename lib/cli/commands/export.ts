import { type Command, Option } from "commander";
import { trajectoryMarkdown } from "@/lib/client/trajectory-markdown";
import { ResultExportFormat } from "@/lib/contracts/result-export";
import { writeBundleFolder } from "@/lib/server/bundle-folder";
import { type CommonOptions, withCommonOptions, withStudio } from "../connection";
import { CommandError } from "../exit";
import { print } from "../output";
import { projectOfRun } from "../project-of-run";
import { writeResults } from "../write-download";

interface VersionOptions extends CommonOptions {
  project: string;
  version: string;
  out: string;
}

interface TrajectoryOptions extends CommonOptions {
  project?: string;
  run: string;
  case: string;
  repeat: string;
  format: "json" | "markdown";
  prompts?: boolean;
}

interface ResultsOptions extends CommonOptions {
  project?: string;
  run: string;
  format: ResultExportFormat;
  out?: string;
}

const exportResults = (options: ResultsOptions): Promise<void> =>
  withStudio(options, async (client, download) => {
    const project = options.project ?? (await projectOfRun(client, options.run));
    await writeResults(download, { project, run: options.run }, options.format, options.out);
    if (options.out !== undefined) print(options, { run: options.run, file: options.out }, `Wrote ${options.out}`);
  });

function countFromZero(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new CommandError(`--repeat counts from 0: ${text} is no repeat.`);
  return Number(text);
}

async function exportTrajectory(options: TrajectoryOptions): Promise<void> {
  const repeat = countFromZero(options.repeat);
  const { run, trajectory } = await withStudio(options, async (client) => {
    const project = options.project ?? (await projectOfRun(client, options.run));
    const place = { project, run: options.run };
    const detail = await client.runs.get(place);
    const result = await client.runs.result({ ...place, case: options.case, repeat });
    if (result.trajectory === null) throw new CommandError(`${options.case} was not run. ${result.result.reason ?? ""}`.trim());
    return { run: detail.run, trajectory: result.trajectory };
  });
  const source = { Run: run.id, Case: options.case, Repeat: `${repeat}`, Version: run.versionName };
  const markdown = options.format === "markdown" && !options.json;
  process.stdout.write(
    markdown
      ? trajectoryMarkdown(trajectory, { source, embedded: run.embedded }, { prompts: options.prompts ?? false })
      : `${JSON.stringify(trajectory, null, 2)}\n`,
  );
}

export function registerExport(program: Command): void {
  const group = program.command("export").description("write out a version's files, the results of a run, or a trajectory");

  withCommonOptions(
    group
      .command("version", { isDefault: true })
      .description("write the files of a version into a folder, byte for byte (what a bare `export` does)")
      .requiredOption("--project <id>", "project")
      .requiredOption("--version <hash>", "version hash, or its first eight or more characters")
      .requiredOption("--out <folder>", "folder that is empty or not there yet"),
  ).action(async (options: VersionOptions) => {
    const { hash, files } = await withStudio(options, (client) =>
      client.versions.bundle({ project: options.project, version: options.version }),
    );
    await writeBundleFolder(options.out, files);
    const count = Object.keys(files).length;
    print(options, { version: hash, folder: options.out, files: count }, `Wrote ${count} files of ${hash} to ${options.out}`);
  });

  withCommonOptions(
    group
      .command("trajectory")
      .description("print one trajectory of a run")
      .requiredOption("--run <id>", "run")
      .requiredOption("--case <id>", "case")
      .option("--repeat <number>", "repeat, from 0", "0")
      .option("--project <id>", "project of the run (default: wherever it is)")
      .addOption(new Option("--format <format>", "as stored, or to read").choices(["json", "markdown"]).default("json"))
      .option("--prompts", "with the prompt of each model call, in Markdown"),
  ).action(exportTrajectory);

  withCommonOptions(
    group
      .command("results")
      .description("write the results of a run")
      .requiredOption("--run <id>", "run")
      .option("--project <id>", "project of the run (default: wherever it is)")
      .addOption(new Option("--format <format>", "form").choices(ResultExportFormat.options).default("jsonl"))
      .option("--out <file>", "file (default: standard output)"),
  ).action(exportResults);

  withCommonOptions(
    group
      .command("labels")
      .description("write the replies of a run for people to label: JSON Lines to fill in accuracy, effectiveness and annotator")
      .requiredOption("--run <id>", "run of an agent on a dev set")
      .option("--project <id>", "project of the run (default: wherever it is)")
      .option("--out <file>", "file (default: standard output)"),
  ).action((options: Omit<ResultsOptions, "format">) => exportResults({ ...options, format: "labels" }));
}
