import { setTimeout as sleep } from "node:timers/promises";
import type { ContractRouterClient } from "@orpc/contract";
import { createApiClient } from "@/lib/client/api";
import type { Contract } from "@/lib/contracts/api";
import { CommandError, EXIT } from "./exit";

interface AgentOptions {
  port: string;
  host: string;
  data?: string;
  from?: string;
  project?: string;
  poll: string;
  concurrency?: string;
  withCommands?: boolean;
}

/**
 * Serves released agents until the process is told to stop. With `from`, another studio's production is copied first and
 * looked at again every `poll` seconds; while it cannot be reached the last copy goes on serving.
 */
export async function serveAgent(options: AgentOptions): Promise<void> {
  const poll = positive("--poll", options.poll);
  const servingLimit = options.concurrency === undefined ? undefined : positive("--concurrency", options.concurrency);
  if ((options.from === undefined) !== (options.project === undefined))
    throw new CommandError("--from and --project go together: the studio, and the project to take from it.");
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
    const look = await mirror(studio, options);
    await look?.();
    const server = await startAgentServer(studio, { host: options.host, port: Number(options.port) }).catch((error: Error) => {
      throw new CommandError(`The agent cannot listen on ${options.host}:${options.port}: ${error.message}.`, EXIT.internal);
    });
    process.stdout.write(`Agent: ${server.url}/api/respond\n`);
    while (!stopped.signal.aborted) {
      await sleep(poll * 1_000, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (!stopped.signal.aborted) await look?.().catch((error: unknown) => say(`Still serving the last copy. ${reason(error)}`));
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
  { from, project, withCommands = false }: AgentOptions,
): Promise<(() => Promise<void>) | null> {
  if (from === undefined || project === undefined) return null;
  const { mirrorProduction } = await import("@/lib/server/serving/mirror");
  const url = `${from.replace(/\/+$/, "").replace(/\/api$/, "")}/api`;
  const remote = createApiClient({ url: () => url, actor: () => "agent" }) as ContractRouterClient<Contract>;
  return async () => {
    const { release, changed } = await mirrorProduction(studio, remote, project, { withCommands });
    if (changed) say(`Serving ${release.versionName} (${release.version.slice(0, 8)}), release ${release.id}.`);
  };
}

function positive(option: string, text: string): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) < 1) throw new CommandError(`${option} is a whole number from 1.`);
  return Number(text);
}

const say = (text: string) => process.stderr.write(`${text}\n`);
const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));
