import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import type { Tool } from "@/lib/contracts/harness";
import type { JsonObject } from "@/lib/contracts/ids";
import { ToolService } from "@/lib/contracts/tool-service";
import type { ToolOutcome } from "@/lib/contracts/trajectory";
import type { StudioTools } from "@/lib/server/tools/tool-transport";

const require = createRequire(import.meta.url);

/** The reference server of the registry, revision 2025-11-25; argument `stdio` or `streamableHttp`. */
export const EVERYTHING = require.resolve("@modelcontextprotocol/server-everything/dist/index.js");
/** The server of mcp-server.mjs, revision 2026-07-28; no argument for stdio, or `http`. */
export const SHOP = fileURLToPath(new URL("mcp-server.mjs", import.meta.url));

const createdAt = "2026-11-30T00:00:00.000Z";

export const stdioService = (id: string, args: string[], extra: object = {}): ToolService =>
  ToolService.parse({ id, name: id, kind: "mcp-stdio", command: process.execPath, args, createdAt, ...extra });

export const remoteService = (id: string, url: string, extra: object = {}): ToolService =>
  ToolService.parse({ id, name: id, kind: "mcp-http", url, allowPrivate: true, createdAt, ...extra });

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Servers of a test as child processes, to be ended with it. */
export function childServers() {
  const children: ChildProcess[] = [];
  return {
    /** Starts one and answers what the first group of `ready` found in its output. */
    start(args: string[], extra: Record<string, string>, ready: RegExp): Promise<string> {
      const child = spawn(process.execPath, args, { env: { ...process.env, ...extra }, stdio: ["ignore", "pipe", "pipe"] });
      children.push(child);
      return new Promise((resolve, reject) => {
        let said = "";
        const read = (chunk: Buffer) => {
          said += chunk.toString();
          const found = ready.exec(said);
          if (found) resolve(found[1] ?? "");
        };
        child.stdout?.on("data", read);
        child.stderr?.on("data", read);
        child.once("exit", () => reject(new Error(said)));
      });
    },
    end() {
      for (const child of children) child.kill("SIGKILL");
    },
  };
}

/** Tools of the given services, called by the server's id and the tool's name, pinned as they are now. */
export function serverTools(tools: StudioTools, services: readonly ToolService[]) {
  const serviceOf = (id: string) => {
    const found = services.find((service) => service.id === id);
    if (!found || found.kind === "http") throw new Error(id);
    return found;
  };
  const listing = (server: string) => tools.listing(serviceOf(server));
  const pinned = (server: string, name: string, schemaHash = "0".repeat(64)): Tool => {
    const binding = { kind: "mcp" as const, server, tool: name, schemaHash };
    return { path: `tools/${name}.json`, name, description: "", inputSchema: { type: "object" }, binding };
  };
  const toolOf = async (server: string, name: string) =>
    pinned(server, name, (await listing(server)).tools.get(name)?.schemaHash);
  const call = async (server: string, name: string, args: JsonObject = {}, timeoutMs = 10_000): Promise<ToolOutcome> =>
    (await tools.call(await toolOf(server, name), args, { timeoutMs })).outcome;
  return { listing, pinned, toolOf, call };
}
