import { ORPCError } from "@orpc/client";
import { Command, CommanderError } from "commander";
import { z } from "zod";
import { LineProblem } from "@/lib/contracts/case";
import { Diagnostic } from "@/lib/contracts/harness";
import { visibleText } from "@/lib/contracts/visible-text";
import { AppError } from "@/lib/server/app-error";
import packageJson from "@/package.json";
import { registerAudit } from "./commands/audit";
import { registerBackup } from "./commands/backup";
import { registerCompare } from "./commands/compare";
import { registerEval } from "./commands/eval";
import { registerExport } from "./commands/export";
import { registerGates } from "./commands/gates";
import { registerIfeval } from "./commands/ifeval";
import { registerImport } from "./commands/import";
import { registerJudge } from "./commands/judge";
import { registerLists } from "./commands/list";
import { registerPeople } from "./commands/people";
import { registerPolicy } from "./commands/policy";
import { registerPromote } from "./commands/promote";
import { registerPurge } from "./commands/purge";
import { registerRelease } from "./commands/release";
import { registerReplay } from "./commands/replay";
import { registerRollback } from "./commands/rollback";
import { registerServe } from "./commands/serve";
import { registerToken } from "./commands/token";
import { registerTools } from "./commands/tools";
import { registerTraffic } from "./commands/traffic";
import { registerTypes } from "./commands/types";
import { registerWorker } from "./commands/worker";
import { registerDemo } from "./demo";
import { CommandError, EXIT } from "./exit";

const Problems = z.object({ diagnostics: z.array(Diagnostic).default([]), lines: z.array(LineProblem).default([]) });
const SHOWN = 50;

const createProgram = () => {
  const program = new Command("studio")
    .description("Evaluate, evolve and release agent harnesses while the policy model stays fixed.")
    .version(packageJson.version)
    .showHelpAfterError()
    // Without it --version of a command would be taken for the program's own.
    .enablePositionalOptions()
    .exitOverride()
    .addHelpText(
      "after",
      `
Exit codes:
  0  fine
  1  the finding is negative: failed or unscored cases, a worse run, a gate that failed or is incomplete
  2  wrong usage or bad input
  3  an error inside the studio, or a studio that cannot be reached`,
    );

  for (const register of [
    registerImport,
    registerExport,
    registerServe,
    registerReplay,
    registerPolicy,
    registerEval,
    registerCompare,
    registerLists,
    registerJudge,
    registerGates,
    registerPromote,
    registerRollback,
    registerRelease,
    registerIfeval,
    registerTools,
    registerPeople,
    registerToken,
    registerAudit,
    registerBackup,
    registerPurge,
    registerTraffic,
    registerTypes,
    registerWorker,
    registerDemo,
  ]) {
    register(program);
  }
  return program;
};

const say = (text: string) => process.stderr.write(`${visibleText(text)}\n`);

/** Tells a person what went wrong, on standard error; answers the exit code. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.usage;
  if (error instanceof CommandError || error instanceof AppError) {
    say(error.message);
    return error instanceof CommandError ? error.exitCode : EXIT.usage;
  }
  if (error instanceof ORPCError) {
    say(error.message);
    const problems = Problems.safeParse(error.data);
    if (problems.success) {
      for (const one of problems.data.diagnostics.slice(0, SHOWN))
        say(`${one.path}:${one.line}: ${one.severity}: ${one.message}`);
      for (const one of problems.data.lines.slice(0, SHOWN)) say(`line ${one.line}: ${one.message}`);
    }
    return error.status < 500 ? EXIT.usage : EXIT.internal;
  }
  const unreachable = error instanceof TypeError && error.message === "fetch failed";
  say(unreachable ? "The studio cannot be reached." : error instanceof Error ? (error.stack ?? error.message) : String(error));
  return EXIT.internal;
}

/**
 * Carries out one command, for example `runCommand(["runs", "--project", "live-room"])`; answers its exit code. What was
 * asked for goes to standard output, all else to standard error.
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  process.exitCode = undefined;
  try {
    await createProgram().parseAsync(args, { from: "user" });
    return Number(process.exitCode ?? EXIT.fine);
  } catch (error) {
    return explain(error);
  }
}
