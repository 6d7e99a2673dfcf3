import "server-only";
import type { McpBinding } from "@/lib/contracts/harness";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import type { ToolService } from "@/lib/contracts/tool-service";
import type { McpConnection } from "./mcp-connection";
import { failureOfMcp, isConnectionTrouble, isSessionGone } from "./mcp-failure";
import type { McpPool } from "./mcp-pool";
import { resultOfMcp } from "./mcp-result";
import { isMcpService, type McpService } from "./service-match";
import { ToolFailure } from "./tool-failure";

/**
 * Calls a tool of an MCP server, after its definition upstream was seen to be the one that the version pins.
 * @throws ToolFailure
 */
export async function callMcpTool(
  binding: McpBinding,
  args: JsonObject,
  { services, pool }: { services: readonly ToolService[]; pool: McpPool },
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<JsonValue> {
  const service = services.find(({ id }) => id === binding.server);
  if (!isMcpService(service)) {
    throw new ToolFailure("permission-denied", `The studio's settings name no MCP server ${binding.server}.`);
  }
  return onConnection(service, pool, async (connection) => {
    const { tools } = await connection.tools();
    const found = tools.get(binding.tool);
    if (!found) throw new ToolFailure("unavailable", `The server ${service.id} has no tool ${binding.tool} any more.`);
    if (found.schemaHash !== binding.schemaHash) {
      const what = `The tool ${binding.tool} of the server ${service.id} is no longer the one that this version was made with.`;
      throw new ToolFailure("schema-drift", what);
    }
    return resultOfMcp(await connection.call(found, args, timeoutMs, signal), found, connection.mask);
  });
}

/** Works on the connection of a service; once more on a new one where the server has ended the session. @throws ToolFailure */
export async function onConnection<Result>(
  service: McpService,
  pool: McpPool,
  work: (connection: McpConnection) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const connection = pool.connection(service);
    try {
      return await work(connection);
    } catch (error) {
      if (isConnectionTrouble(error)) void connection.close();
      if (attempt === 1 && isSessionGone(error)) continue;
      throw failureOfMcp(error, service.id, connection.mask);
    }
  }
}
