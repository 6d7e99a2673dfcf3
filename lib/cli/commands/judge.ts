import { basename, resolve } from "node:path";
import type { Command } from "commander";
import type { RunDetail } from "@/lib/contracts/run";
import { readBundleFolder } from "@/lib/server/bundle-folder";
import { type CommonOptions, type StudioClient, withCommonOptions, withStudio } from "../connection";
import { EXIT } from "../exit";
import { note, print } from "../output";
import { formatTable, percent } from "../table";

interface JudgeOptions extends CommonOptions {
  project: string;
}

interface SaveOptions extends JudgeOptions {
  id: string;
  name?: string;
  harness: string;
  voter: string[];
}

interface RejudgeOptions extends JudgeOptions {
  run: string;
  judge: string;
  concurrency: string;
  reason?: string;
}

async function list({ project, ...options }: JudgeOptions): Promise<void> {
  const judges = await withStudio(options, (client) => client.judges.list({ project }));
  const rows = judges.map((judge) => [
    judge.id,
    judge.version.slice(0, 12),
    `${judge.bundleName} ${judge.bundle.slice(0, 8)}`,
    judge.voters.map((voter) => voter.id).join(", "),
    judge.runs,
  ]);
  const text =
    judges.length === 0 ? "The project has no judge." : formatTable(["judge", "version", "bundle", "voters", "runs"], rows);
  print(options, judges, text);
}

async function save({ project, id, name, harness, voter, ...options }: SaveOptions): Promise<void> {
  const files = await readBundleFolder(harness);
  const judge = await withStudio(options, async (client) => {
    const message = `Imported from ${basename(resolve(harness))}`;
    const { version } = await client.versions.import({ project, files, message });
    return client.judges.save({ project, id, name: name ?? id, bundle: version.hash, voters: voter });
  });
  const voters = judge.voters.map((one) => one.id).join(", ");
  print(options, judge, `Judge ${judge.id} is version ${judge.version.slice(0, 12)}: ${judge.bundleName} with ${voters}`);
}

/** Waits until a run ends. */
async function ended(client: StudioClient, project: string, run: string): Promise<RunDetail> {
  for await (const _ of await client.runs.progress({ project, run })) {
    // Each report but the last only says how far it is.
  }
  return client.runs.get({ project, run });
}

async function rejudge({ project, run, judge, concurrency, reason, ...options }: RejudgeOptions): Promise<void> {
  const outcome = await withStudio(options, async (client) => {
    const made = await client.runs.rejudge({
      project,
      run,
      judge,
      concurrency: Number(concurrency),
      ...(reason !== undefined && { reason }),
    });
    note(options, `Run ${made.id} judges ${made.counts.total} stored replies of ${made.repliesOf ?? run}`);
    const detail = await ended(client, project, made.id);
    return { ...detail, judging: await client.runs.judging({ project, run: made.id }) };
  });
  const { metrics, judging } = outcome;
  const rows = judging.voters.map((voter) => [
    voter.endpoint,
    voter.voted,
    voter.abstained,
    voter.failed,
    voter.calls,
    voter.cost === null ? "–" : voter.cost.toFixed(4),
  ]);
  print(
    options,
    outcome,
    `${formatTable(["voter", "voted", "abstained", "failed", "calls", "US$"], rows)}\n\n` +
      `Run ${outcome.run.id}: ${outcome.run.status}${outcome.run.reason ? `. ${outcome.run.reason}` : ""}\n` +
      `Accuracy ${percent(metrics.accuracy.mean)}, Effectiveness ${percent(metrics.effectiveness.mean)}, AVG ${percent(metrics.avg.mean)}. ` +
      `Scored ${metrics.scored}, failed ${metrics.failed}, unscored ${metrics.unscored}.`,
  );
  if (outcome.run.status !== "completed" || metrics.unscored > 0) process.exitCode = EXIT.negative;
}

export function registerJudge(program: Command): void {
  const group = program.command("judge").description("the judges of a project");
  withCommonOptions(
    group.command("list").description("list the judges as they are now").requiredOption("--project <id>", "project"),
  ).action(list);
  withCommonOptions(
    group
      .command("save")
      .description("make a judge of a harness folder of kind judge and the endpoints that vote with it, or change it")
      .requiredOption("--project <id>", "project")
      .requiredOption("--id <id>", "id of the judge")
      .option("--name <name>", "name of the judge (default: its id)")
      .requiredOption("--harness <folder>", "folder with harness.yaml, kind: judge")
      .requiredOption("--voter <endpoint...>", "id of an endpoint that votes; give several for a panel"),
  ).action(save);
  withCommonOptions(
    program
      .command("rejudge")
      .description(
        "judge the stored replies of a run with a judge as it is now, as a run of its own, without calling the policy; exits with 1 where a case stays unscored",
      )
      .requiredOption("--project <id>", "project")
      .requiredOption("--run <id>", "run whose replies are judged")
      .requiredOption("--judge <id>", "judge of the project")
      .option("--concurrency <number>", "cases at a time", "8")
      .option("--reason <text>", "why a vault is looked at again"),
  ).action(rejudge);
}
