import { userInfo } from "node:os";
import type { ContractRouterClient } from "@orpc/contract";
import type { Command } from "commander";
import { createApiClient } from "@/lib/client/api";
import type { Contract } from "@/lib/contracts/api";
import { CommandError } from "./exit";

/** The API as a command uses it: the same in process and over HTTP. */
export type StudioClient = ContractRouterClient<Contract>;

/** Options that every command has. */
export interface CommonOptions {
  url?: string;
  data?: string;
  actor?: string;
  json?: boolean;
}

export const withCommonOptions = (command: Command): Command =>
  command
    .option("--url <url>", "use the studio that is running at this address instead of the data folder")
    .option("--data <folder>", "data folder (default: STUDIO_DATA, or ./data)")
    .option("--actor <name>", "name in which to write (default: the user of this system)")
    .option("--json", "print JSON and nothing else");

/** The name of whoever is at this system. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return "command-line";
  }
}

/** Fetches a download of the API by its path under /api; the same in process and over HTTP. */
export type Download = (path: `/${string}`) => Promise<Response>;

/** Opens the studio, gives its client to `use`, and closes it again whatever happens. */
export async function withStudio<Result>(
  options: CommonOptions,
  use: (client: StudioClient, download: Download) => Promise<Result>,
): Promise<Result> {
  const actor = options.actor ?? systemUser();
  if (options.url !== undefined) {
    const url = `${options.url.replace(/\/+$/, "").replace(/\/api$/, "")}/api`;
    const token = process.env.STUDIO_TOKEN;
    const client = createApiClient({ url: () => url, actor: () => actor, token: () => token }) as StudioClient;
    const headers = token ? { authorization: `Bearer ${token}` } : undefined;
    return use(client, (path) => fetch(`${url}${path}`, { ...(headers && { headers }) }));
  }
  const { DatabaseUnusable, openStudio } = await import("@/lib/server/studio");
  const { createCaller } = await import("@/lib/server/caller");
  const { answerOperator } = await import("@/lib/server/http");
  const open = () => {
    try {
      return openStudio({ dataFolder: options.data ?? process.env.STUDIO_DATA ?? "./data" });
    } catch (error) {
      throw error instanceof DatabaseUnusable ? new CommandError(error.message) : error;
    }
  };
  const studio = open();
  try {
    return await use(createCaller(studio, actor), (path) =>
      answerOperator(new Request(`http://localhost/api${path}`), studio, actor),
    );
  } finally {
    await studio.close();
  }
}
