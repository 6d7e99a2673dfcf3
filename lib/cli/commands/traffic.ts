import { type Command, InvalidArgumentError, Option } from "commander";
import { ReleaseChannel } from "@/lib/contracts/release-gate";
import type { Experiment, ExperimentDetail, OutcomeSnapshot } from "@/lib/contracts/traffic";
import { type CommonOptions, withCommonOptions, withStudio } from "../connection";
import { print } from "../output";
import { readTextFile } from "./import";

interface ProjectOptions extends CommonOptions {
  project: string;
}

interface StartOptions extends ProjectOptions {
  name: string;
  control: ReleaseChannel;
  treatment: ReleaseChannel;
  share: number;
  users?: number;
  salt?: string;
}

interface ImportOptions extends ProjectOptions {
  through: string;
  synthetic?: boolean;
}

const numberOf = (text: string): number => {
  const found = Number(text);
  if (text.trim() === "" || !Number.isFinite(found)) throw new InvalidArgumentError("it is no number");
  return found;
};

const experimentText = ({ id, name, state, arms, salt }: Experiment): string =>
  [
    `${name} (${id}): ${state}`,
    ...arms.map((arm) => `${arm.name}: ${arm.channel}, ${(arm.share * 100).toFixed(1)} %`),
    `salt ${salt}`,
  ].join("\n");

const number = (value: number | null, decimals: number) => (value === null ? "–" : value.toFixed(decimals));

function snapshotText({ arms, changes, sampleRatio, preliminary, skipped, through, synthetic }: OutcomeSnapshot): string {
  return [
    `Outcomes through ${through}${synthetic ? " (synthetic)" : ""}${preliminary.length > 0 ? `; preliminary: ${preliminary.join("; ")}` : ""}`,
    ...arms.map(
      ({ name, users, orders, value }) =>
        `${name}: ${users} users, orders ${number(orders.mean, 4)} [${number(orders.low, 4)}, ${number(orders.high, 4)}], value ${number(value.mean, 2)} [${number(value.low, 2)}, ${number(value.high, 2)}]`,
    ),
    ...changes.map(({ metric, relative, low, high }) => {
      const [change, ...ends] = [relative, low, high].map((each) => number(each === null ? null : each * 100, 2));
      return `${metric}: ${change} % [${ends.join(", ")}]`;
    }),
    `sample ratio: p ${sampleRatio.p.toPrecision(3)}${sampleRatio.mismatch ? ", MISMATCH" : ""}`,
    ...(skipped > 0 ? [`${skipped} rows were skipped`] : []),
  ].join("\n");
}

const detailText = ({ experiment, snapshots, served }: ExperimentDetail): string =>
  [
    experimentText(experiment),
    `served: control ${served.control}, treatment ${served.treatment}`,
    ...snapshots.slice(0, 1).map(snapshotText),
  ].join("\n");

const withProject = (command: Command) =>
  withCommonOptions(command.requiredOption("-p, --project <id>", "project of the experiment"));

const channelOption = (flags: string, description: string, value: ReleaseChannel) =>
  new Option(flags, description).choices(ReleaseChannel.options).default(value);

export function registerTraffic(program: Command): void {
  const traffic = program.command("traffic").description("split traffic between two channels and compare outcomes");
  withProject(traffic.command("start").description("start an experiment"))
    .requiredOption("--name <name>", "what it is called")
    .requiredOption("--share <share>", "share of the users that get the treatment, from 0.001 to 0.999", numberOf)
    .addOption(channelOption("--control <channel>", "channel of the control", "production"))
    .addOption(channelOption("--treatment <channel>", "channel of the treatment", "canary"))
    .option("--users <count>", "users that are planned for", numberOf)
    .option("--salt <salt>", "salt of an earlier experiment, whose arms users get again")
    .action((options: StartOptions) =>
      withStudio(options, async (client) => {
        const { project, name, control, treatment, share, users, salt } = options;
        const input = { project, name, control, treatment, treatmentShare: share, plannedUsers: users ?? null };
        const started = await client.traffic.start({ ...input, ...(salt !== undefined && { salt }) });
        print(options, started, experimentText(started));
      }),
    );
  withProject(traffic.command("end").description("end an experiment").argument("<experiment>", "id"))
    .requiredOption("--conclusion <text>", "why")
    .action((experiment: string, options: ProjectOptions & { conclusion: string }) =>
      withStudio(options, async (client) => {
        const { project, conclusion } = options;
        const ended = await client.traffic.end({ project, experiment, conclusion });
        print(options, ended, experimentText(ended));
      }),
    );
  withProject(
    traffic.command("show").description("show an experiment with its newest outcomes").argument("<experiment>", "id"),
  ).action((experiment: string, options: ProjectOptions) =>
    withStudio(options, async (client) => {
      const detail = await client.traffic.get({ project: options.project, experiment });
      print(options, detail, detailText(detail));
    }),
  );
  withProject(
    traffic
      .command("import")
      .description("import orders and value per user: CSV, or JSON lines, with user, orders and value")
      .argument("<experiment>", "id")
      .argument("<file>", "the outcomes, cumulative since the beginning"),
  )
    .requiredOption("--through <day>", "last day that is in the file, as 2026-05-31")
    .option("--synthetic", "generated, not collected from users")
    .action((experiment: string, file: string, options: ImportOptions) =>
      withStudio(options, async (client) => {
        const text = await readTextFile(file);
        const format = text.trimStart().startsWith("{") ? "jsonl" : "csv";
        const { project, through, synthetic = false } = options;
        const snapshot = await client.traffic.importOutcomes({ project, experiment, format, text, through, synthetic });
        print(options, snapshot, snapshotText(snapshot));
      }),
    );
}
