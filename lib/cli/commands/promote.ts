import { type Command, Option } from "commander";
import type { Release } from "@/lib/contracts/release";
import { ReleaseChannel } from "@/lib/contracts/release-gate";
import { type CommonOptions, type StudioClient, withCommonOptions, withStudio } from "../connection";
import { CommandError } from "../exit";
import { print } from "../output";

interface PromoteOptions extends CommonOptions {
  project: string;
  channel: ReleaseChannel;
  endpoint?: string;
  run?: string;
  reason: string;
  override?: string;
  expect?: string;
  request?: boolean;
}

/** What the caller says it saw in a channel, `none` for nothing; left out, what is there now. */
export async function seenIn(
  client: StudioClient,
  given: { project: string; channel: ReleaseChannel; expect?: string | undefined },
): Promise<string | null> {
  if (given.expect !== undefined) return given.expect === "none" ? null : given.expect;
  const [now] = await client.releases.list({ project: given.project, channel: given.channel });
  return now?.id ?? null;
}

/** One sentence about a move. */
export function moveText(release: Release): string {
  const policy = release.policy ? `${release.policy.endpoint} (${release.policy.model})` : (release.endpoint ?? "no endpoint");
  const marks = [
    ...(release.override ? [`gates overridden: ${release.override.gates.join(", ")}`] : []),
    ...(release.signed ? ["signed"] : []),
  ];
  const marked = marks.length === 0 ? "" : ` [${marks.join("; ")}]`;
  return `Release ${release.id}: ${release.channel} serves ${release.versionName} ${release.version.slice(0, 8)} on ${policy}${marked}`;
}

async function promote(version: string | undefined, options: PromoteOptions): Promise<void> {
  const { project, channel, endpoint, run, reason, override, request } = options;
  if (version === undefined && endpoint === undefined)
    throw new CommandError("Name a version, or with --endpoint the policy that is to serve, or both.");
  const outcome = await withStudio(options, async (client) => {
    const move = {
      ...{ project, channel, reason, expectedRelease: await seenIn(client, options) },
      ...(version !== undefined && { version }),
      ...(endpoint !== undefined && { endpoint: endpoint === "none" ? null : endpoint }),
      ...(run !== undefined && { run }),
      ...(override !== undefined && { override }),
    };
    if (!request) {
      const release = await client.releases.promote(move);
      return { made: release, text: moveText(release) };
    }
    const made = await client.releases.request(move);
    return {
      made,
      text: `Request ${made.id} waits for another releaser: studio release approve ${made.id} --project ${project}`,
    };
  });
  print(options, outcome.made, outcome.text);
}

export function registerPromote(program: Command): void {
  withCommonOptions(
    program
      .command("promote")
      .argument("[version]", "hash of the version, or its beginning; left out, the harness stays what the channel serves")
      .description("move a channel to a version, a policy or both; the gates must pass, or be overridden with a reason")
      .requiredOption("--project <id>", "project")
      .addOption(new Option("--channel <channel>", "channel").choices(ReleaseChannel.options).default("production"))
      .option("--endpoint <id>", "endpoint that serves it, none for no endpoint (default: the run's, or what serves now)")
      .option("--run <id>", "run that stands behind it")
      .requiredOption("--reason <text>", "why")
      .option("--override <text>", "why gates that fail are overridden; it stays with the release for good")
      .option("--expect <release>", "release that you saw in the channel, or none (default: what is there now)")
      .option("--request", "ask a second person for it instead"),
  ).action(promote);
}
