import "server-only";
import type { Agents } from "./agents";
import { COMMANDS_REFUSED, commandsAllowed } from "./commands-allowed";
import { McpConnection } from "./mcp-connection";
import type { Environment } from "./secrets";
import type { McpService } from "./service-match";
import { ToolFailure } from "./tool-failure";

/** The open connections to MCP servers, one a service. */
export interface McpPool {
  /** The connection of a service as its settings are now; another where the last one is closed. */
  connection(service: McpService): McpConnection;
  close(): Promise<void>;
}

interface Entry {
  settings: string;
  connection: McpConnection;
  usedAt: number;
}

export function createMcpPool({ env, agents, idleMs }: { env: Environment; agents: Agents; idleMs: number }): McpPool {
  const entries = new Map<string, Entry>();
  const closing = new Set<Promise<void>>();
  let closed = false;
  const sweep = setInterval(closeIdle, Math.max(50, Math.min(idleMs / 2, 30_000)));
  sweep.unref();

  function drop(id: string, { connection }: Entry) {
    entries.delete(id);
    const done = connection.close().finally(() => closing.delete(done));
    closing.add(done);
  }

  function closeIdle() {
    for (const [id, entry] of entries) {
      if (entry.connection.inFlight === 0 && performance.now() - entry.usedAt > idleMs) drop(id, entry);
    }
  }

  return {
    connection(service) {
      if (closed) throw new Error("the tools are closed");
      const settings = JSON.stringify(service);
      const known = entries.get(service.id);
      if (known && !known.connection.closed && known.settings === settings) {
        known.usedAt = performance.now();
        return known.connection;
      }
      if (known) drop(service.id, known);
      if (service.kind === "mcp-stdio" && !commandsAllowed(env)) throw new ToolFailure("permission-denied", COMMANDS_REFUSED);
      const entry = { settings, connection: new McpConnection(service, env, agents), usedAt: performance.now() };
      entries.set(service.id, entry);
      return entry.connection;
    },
    async close() {
      closed = true;
      clearInterval(sweep);
      for (const [id, entry] of entries) drop(id, entry);
      await Promise.allSettled(closing);
    },
  };
}
