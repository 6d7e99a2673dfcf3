import { type Command, Option } from "commander";
import { Evidence, Release } from "@/lib/contracts/release";
import { type CommonOptions, withCommonOptions, withStudio } from "../connection";
import { CommandError } from "../exit";
import { print } from "../output";
import { moveText, seenIn } from "./promote";

interface RollbackOptions extends CommonOptions {
  project: string;
  what: Release["switched"];
  reason: string;
  evidence: string[];
  expect?: string;
}

const FORMS = "gate:NAME, case:RUN/CASE, served:TRAJECTORY or alarm:TEXT, each with =NOTE where there is more to say";

/** Evidence as it is written at the command line. */
export function readEvidence(text: string): Evidence {
  const [, kind = "", rest = ""] = text.match(/^(\w+):(.*)$/s) ?? [];
  const [, what = "", note = ""] = rest.match(/^([^=]*)=?(.*)$/s) ?? [];
  const slash = what.indexOf("/");
  const forms: Record<string, object> = {
    gate: { kind, gate: what, note },
    case: { kind, run: what.slice(0, Math.max(0, slash)), case: what.slice(slash + 1), note },
    served: { kind, trajectory: what, note },
    alarm: { kind, note: rest },
  };
  const parsed = Evidence.safeParse(forms[kind]);
  if (!parsed.success) throw new CommandError(`--evidence ${text} cannot be read; it is ${FORMS}.`);
  return parsed.data;
}

async function rollBack(target: string, options: RollbackOptions): Promise<void> {
  const { project, what, reason } = options;
  const evidence = options.evidence.map(readEvidence);
  const release = await withStudio(options, async (client) => {
    const { channel } = (await client.releases.get({ project, release: target })).release;
    const expectedRelease = await seenIn(client, { project, channel, expect: options.expect });
    return client.releases.rollback({ project, release: target, what, reason, evidence, expectedRelease });
  });
  print(options, release, moveText(release));
}

export function registerRollback(program: Command): void {
  withCommonOptions(
    program
      .command("rollback")
      .argument("<release>", "earlier release of the channel")
      .description("move a channel back to what an earlier release served; no gate blocks it, and the history stays")
      .requiredOption("--project <id>", "project")
      .addOption(new Option("--what <switch>", "which switch goes back").choices(Release.shape.switched.options).default("both"))
      .requiredOption("--reason <text>", "why")
      .option(
        "--evidence <evidence>",
        `what shows it: ${FORMS}; may be given again`,
        (one: string, all: string[]) => [...all, one],
        [],
      )
      .option("--expect <release>", "release that you saw in the channel (default: what is there now)"),
  ).action(rollBack);
}
