import "server-only";
import { StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { DEFAULT_INHERITED_ENV_VARS, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Agents } from "./agents";
import { createGuardedFetch, MAX_MESSAGE_BYTES } from "./guarded-fetch";
import { type Environment, keyHeaders } from "./secrets";
import type { McpService } from "./service-match";

export interface OpenTransport {
  transport: Transport;
  /** The last words of a child process on its standard error; empty elsewhere. */
  lastWords(): string;
  /** Tells a server that keeps sessions that this one is over. */
  farewell(): Promise<void>;
}

const KEPT_WORDS = 2_000;

/** What the transport keeps of a server's words has gone through `mask`. */
export function transportOf(
  service: McpService,
  env: Environment,
  agents: Agents,
  mask: (text: string) => string,
): OpenTransport {
  return service.kind === "mcp-stdio" ? childProcess(service, env, mask) : streamableHttp(service, env, agents);
}

function childProcess(
  service: Extract<McpService, { kind: "mcp-stdio" }>,
  env: Environment,
  mask: (text: string) => string,
): OpenTransport {
  const transport = new StdioClientTransport({
    command: service.command,
    args: service.args,
    env: childEnvironment(service, env),
    stderr: "pipe",
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
  let words = "";
  const decoder = new TextDecoder();
  transport.stderr?.on("data", (chunk: unknown) => {
    const text = chunk instanceof Uint8Array ? decoder.decode(chunk, { stream: true }) : String(chunk);
    // Before it is cut: half a key would not be found.
    words = mask(`${words}${text}`).slice(-KEPT_WORDS);
  });
  return { transport, lastWords: () => words, farewell: async () => {} };
}

/** PATH, HOME, the variables that the service names, and its key: nothing else of the studio's own environment. */
function childEnvironment(service: Extract<McpService, { kind: "mcp-stdio" }>, env: Environment): Record<string, string> {
  const names = ["PATH", "HOME", ...service.environment, ...(service.keyVariable === "" ? [] : [service.keyVariable])];
  const given = Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const])));
  // The SDK adds variables of its own choice; an undefined one is not passed on.
  const hidden = DEFAULT_INHERITED_ENV_VARS.filter((name) => given[name] === undefined).map((name) => [name, undefined] as const);
  return Object.assign(given, Object.fromEntries(hidden));
}

function streamableHttp(service: Extract<McpService, { kind: "mcp-http" }>, env: Environment, agents: Agents): OpenTransport {
  const transport = new StreamableHTTPClientTransport(new URL(service.url), {
    fetch: createGuardedFetch(agents.of(service), service.url),
    requestInit: { headers: keyHeaders(service, env), redirect: "manual" },
    reconnectionOptions: {
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 10_000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 2,
    },
  });
  return {
    transport,
    lastWords: () => "",
    farewell: async () => {
      if (transport.sessionId !== undefined) await transport.terminateSession();
    },
  };
}
