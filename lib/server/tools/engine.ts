import "server-only";
import type { HttpBinding, McpBinding } from "@/lib/contracts/harness";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import type { ToolService } from "@/lib/contracts/tool-service";
import { createAgents } from "./agents";
import type { Resolver } from "./guarded-agent";
import { callHttpTool } from "./http-tool";
import type { ServerListing } from "./mcp-connection";
import { createMcpPool } from "./mcp-pool";
import { callMcpTool, onConnection } from "./mcp-tool";
import type { Environment } from "./secrets";
import type { McpService } from "./service-match";
import { ToolFailure } from "./tool-failure";

export interface EngineSettings {
  /** Where the keys are read from. */
  env: Environment;
  /** Default: the system's resolver. */
  resolve?: Resolver;
  /** How long an MCP connection is kept without a call, in milliseconds. */
  idleMs: number;
}

interface Bounds {
  timeoutMs: number;
  signal: AbortSignal;
}

/** Connections to tools, and the calls over them. All but `close` throw ToolFailure. */
export interface Engine {
  callHttp(binding: HttpBinding, args: JsonObject, services: readonly ToolService[], bounds: Bounds): Promise<JsonValue>;
  callMcp(binding: McpBinding, args: JsonObject, services: readonly ToolService[], bounds: Bounds): Promise<JsonValue>;
  listing(service: McpService): Promise<ServerListing>;
  close(): Promise<void>;
}

/** Loads the network libraries: import it where a tool is really called. */
export function createEngine({ env, resolve, idleMs }: EngineSettings): Engine {
  const agents = createAgents(resolve);
  const pool = createMcpPool({ env, agents, idleMs });
  return {
    callHttp: (binding, args, services, { signal }) => callHttpTool(binding, args, { services, env, agentOf: agents.of }, signal),
    callMcp: (binding, args, services, bounds) => callMcpTool(binding, args, { services, pool }, bounds),
    listing: (service) =>
      onConnection(service, pool, async (connection) => {
        try {
          return await connection.tools(true);
        } catch (error) {
          const words = connection.lastWords();
          if (words === "") throw error;
          throw new ToolFailure("unavailable", `The server ${service.id} ended: ${words}`);
        }
      }),
    async close() {
      await pool.close();
      await agents.close();
    },
  };
}
