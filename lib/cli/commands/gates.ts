import { type Command, Option } from "commander";
import { GateName, type GateReport, type GateVerdict, ReleaseChannel } from "@/lib/contracts/release-gate";
import { type CommonOptions, type StudioClient, withCommonOptions, withStudio } from "../connection";
import { EXIT } from "../exit";
import { note, print } from "../output";
import { formatTable } from "../table";

interface GatesOptions extends CommonOptions {
  project: string;
  channel: ReleaseChannel;
  endpoint?: string;
  measure?: boolean;
  reason?: string;
}

const policyText = ({ policy }: Pick<GateReport, "policy">): string =>
  policy === null ? "no endpoint" : `${policy.endpoint} (${[policy.model, policy.checkpoint].filter(Boolean).join(", ")})`;

function gateTable({ name, required, state, items, marks, runs, remedies }: GateVerdict): string {
  const rows = items.map((item) => [item.state, item.name, item.found, item.wanted]);
  const reasons = items.filter((item) => item.state !== "passed").map((item) => `  ${item.name}: ${item.why}`);
  const marked = marks.length === 0 ? "" : ` [${marks.join(", ")}]`;
  return [
    `${name}: ${state}${required ? "" : " (not required)"}${marked}${runs.length === 0 ? "" : `, from ${runs.join(", ")}`}`,
    formatTable(["state", "item", "found", "wanted"], rows),
    ...reasons,
    ...(remedies.length === 0
      ? []
      : [
          `  Lacks: ${remedies.map((one) => `a run of ${one.versionName} on ${one.datasetName}, ${one.settings.concurrency} at once`).join("; ")}`,
        ]),
  ].join("\n");
}

/** The gates as a person reads them. */
export function gatesText(report: GateReport): string {
  const { baseline } = report;
  const against =
    baseline === null
      ? "nothing is in production"
      : `against ${baseline.versionName} ${baseline.version.slice(0, 8)} on ${policyText(baseline)}`;
  const failed = report.gates.filter((gate) => gate.required && gate.state === "failed").map((gate) => gate.name);
  return [
    `${report.versionName} ${report.version.slice(0, 8)} on ${policyText(report)} for ${report.channel}, ${against}. Thresholds version ${report.settingsVersion}, ${report.gateVersion}.`,
    ...report.gates.map(gateTable),
    report.passed
      ? "The gates pass."
      : `The gates do not pass: ${failed.join(", ")}. ${report.gates.some((gate) => gate.remedies.length > 0) ? "--measure starts the runs that are lacking." : "Only an override with a written reason lets it through."}`,
  ].join("\n\n");
}

/** Starts what the gates lack, one gate after the other: a replay needs its endpoint for itself. */
async function measure(client: StudioClient, options: GatesOptions, asked: Parameters<StudioClient["gates"]["report"]>[0]) {
  for (const gate of GateName.options) {
    const verdict = (await client.gates.report(asked)).gates.find((one) => one.name === gate);
    if (!verdict || verdict.remedies.length === 0) continue;
    const { reason } = options;
    const runs = await client.gates.measure({ ...asked, gate, ...(reason !== undefined && { reason }) });
    for (const run of runs) {
      note(options, `${gate}: ${run.id} of ${run.versionName} on ${run.datasetName}, ${run.counts.total} cases`);
      for await (const _ of await client.runs.progress({ project: options.project, run: run.id })) {
        // Each report but the last only says how far it is.
      }
    }
  }
}

async function askGates(version: string | undefined, options: GatesOptions): Promise<void> {
  const { project, channel, endpoint } = options;
  const asked = { project, channel, ...(version !== undefined && { version }), ...(endpoint !== undefined && { endpoint }) };
  const report = await withStudio(options, async (client) => {
    if (options.measure) await measure(client, options, asked);
    return client.gates.report(asked);
  });
  print(options, report, gatesText(report));
  if (!report.passed) process.exitCode = EXIT.negative;
}

export function registerGates(program: Command): void {
  withCommonOptions(
    program
      .command("gates [version]")
      .description(
        "say what the gates say of a version (default: what the channel serves) and its policy; exits with 1 where a gate that the channel demands does not pass",
      )
      .requiredOption("--project <id>", "project of the version")
      .addOption(new Option("--channel <name>", "channel it is for").choices(ReleaseChannel.options).default("production"))
      .option("--endpoint <id>", "endpoint of the policy (default: the channel's, or production's)")
      .option("--measure", "first start the runs that the gates lack, and wait for them")
      .option("--reason <text>", "why gate and vault sets are looked at"),
  ).action(askGates);
}
