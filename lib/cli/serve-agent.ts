import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { ContractRouterClient } from "@orpc/contract";
import { createApiClient } from "@/lib/client/api";
import type { Contract } from "@/lib/contracts/api";
import { visibleText } from "@/lib/contracts/visible-text";
import { CommandError, EXIT } from "./exit";

export interface AgentOptions {
  port: string;
  host: string;
  data?: string;
  from?: string;
  project?: string;
  poll: string;
  concurrency?: string;
  withCommands?: boolean;
  allowVariable?: string[];
  allowPrivate?: boolean;
  publicKey?: string;
}

/** How long a look at the other studio may take. */
const LOOK_MS = 60_000;

/**
 * Serves released agents until the process is told to stop. With `from`, another studio's production is copied first and
 * looked at again every `poll` seconds; while it cannot be reached the last copy goes on serving.
 */
export async function serveAgent(options: AgentOptions): Promise<void> {
  const poll = positive("--poll", options.poll);
  const servingLimit = options.concurrency === undefined ? undefined : positive("--concurrency", options.concurrency);
  if ((options.from === undefined) !== (options.project === undefined))
    throw new CommandError("--from and --project go together: the studio, and the project to take from it.");
  // Whether programs may be started for tools depends on who can reach this process.
  // Empty counts as left out: a server that is given no address listens on every one.
  const host = options.host.trim() || "127.0.0.1";
  process.env.STUDIO_HOST = host;
  const { signInProblem } = await import("@/lib/server/access/sign-in-mode");
  const problem = signInProblem();
  if (problem !== null) throw new CommandError(problem);
  const { DatabaseUnusable, openStudio } = await import("@/lib/server/studio");
  const { startAgentServer } = await import("@/lib/server/serving/agent-server");
  const dataFolder = options.data ?? process.env.STUDIO_DATA ?? (options.from === undefined ? "./data" : "./agent-data");
  const open = () => {
    try {
      return openStudio({ dataFolder, ...(servingLimit !== undefined && { servingLimit }) });
    } catch (error) {
      throw error instanceof DatabaseUnusable ? new CommandError(error.message) : error;
    }
  };
  const studio = open();
  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopped.abort());
  try {
    const look = await mirror(studio, options, stopped.signal);
    try {
      await look?.();
    } catch (error) {
      if (stopped.signal.aborted) return;
      throw error;
    }
    const server = await startAgentServer(studio, { host, port: Number(options.port) }).catch((error: Error) => {
      throw new CommandError(`The agent cannot listen on ${host}:${options.port}: ${error.message}.`, EXIT.internal);
    });
    process.stdout.write(`Agent: ${server.url}/api/respond\n`);
    while (!stopped.signal.aborted) {
      await sleep(poll * 1_000, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (!stopped.signal.aborted)
        await look?.().catch((error: unknown) => sayOnce(`Still serving the last copy. ${reason(error)}`));
    }
    await server.close();
  } finally {
    await studio.close();
  }
}

type Studio = Awaited<ReturnType<typeof import("@/lib/server/studio")["openStudio"]>>;

/** A function that looks for a new release; null where the agent serves its own data folder. */
async function mirror(
  studio: Studio,
  { from, project, withCommands = false, allowVariable = [], allowPrivate = false, publicKey: keyFile }: AgentOptions,
  stopped: AbortSignal,
): Promise<(() => Promise<void>) | null> {
  if (from === undefined || project === undefined) return null;
  const { mirrorProduction } = await import("@/lib/server/serving/mirror");
  const url = `${from.replace(/\/+$/, "").replace(/\/api$/, "")}/api`;
  const remote = createApiClient({
    url: () => url,
    actor: () => "agent",
    token: () => process.env.STUDIO_TOKEN,
  }) as ContractRouterClient<Contract>;
  const publicKey = keyFile === undefined ? undefined : await readFile(keyFile, "utf8");
  return async () => {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(LOOK_MS)]);
    const leave = { withCommands, allowVariables: allowVariable, allowPrivate, ...(publicKey !== undefined && { publicKey }) };
    const { release, changed, refused } = await mirrorProduction(studio, remote, project, { ...leave, signal });
    sayOnce(refused.join("\n"));
    if (changed) say(`Serving ${release.versionName} (${release.version.slice(0, 8)}), release ${release.id}.`);
  };
}

function positive(option: string, text: string): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) < 1) throw new CommandError(`${option} is a whole number from 1.`);
  return Number(text);
}

let said = "";

/** What every look finds again is said when it is new. */
function sayOnce(text: string): void {
  if (text !== "" && text !== said) say(text);
  said = text;
}

const say = (text: string) => process.stderr.write(`${visibleText(text)}\n`);
const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));
