import "server-only";
import type { Tool } from "@/lib/contracts/harness";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import type { ToolService } from "@/lib/contracts/tool-service";
import type { ToolOutcome } from "@/lib/contracts/trajectory";
import type { ToolTransport } from "@/lib/kernel/ports";
import { boundResult } from "./bound-result";
import { withDeadline } from "./deadline";
import type { Engine, EngineSettings } from "./engine";
import type { ServerListing } from "./mcp-connection";
import { maskText, withoutSecrets } from "./secrets";
import type { McpService } from "./service-match";
import { failed, ToolFailure } from "./tool-failure";

export interface ToolTransportPorts extends Omit<EngineSettings, "idleMs"> {
  /** The services of the settings as they are now. */
  services: () => readonly ToolService[];
  idleMs?: number;
}

/** Executes http and mcp tools. Fixture tools have no recorded returns here. */
export interface StudioTools extends ToolTransport {
  /** Asks an MCP server what tools it has, now. @throws ToolFailure */
  listing(service: McpService, options?: { timeoutMs?: number; signal?: AbortSignal }): Promise<ServerListing>;
  close(): Promise<void>;
}

const IDLE_MS = 300_000;
const LISTING_TIMEOUT_MS = 20_000;

export function createToolTransport({ services, idleMs = IDLE_MS, ...settings }: ToolTransportPorts): StudioTools {
  const { env } = settings;
  let engine: Promise<Engine> | undefined;
  let closed = false;

  // The network libraries take half a second to load: a studio that calls no tool does without them.
  function opened(): Promise<Engine> {
    if (closed) throw new ToolFailure("unavailable", "The studio is closing.");
    engine ??= import("./engine").then(({ createEngine }) => createEngine({ ...settings, idleMs }));
    return engine;
  }

  async function carryOut(
    { name, binding }: Tool,
    args: JsonObject,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<JsonValue> {
    if (binding.kind !== "http" && binding.kind !== "mcp") {
      throw new ToolFailure("unavailable", `${name} has no recorded returns.`);
    }
    const { callHttp, callMcp } = await opened();
    const limit = binding.kind === "http" ? Math.min(binding.timeoutMs ?? timeoutMs, timeoutMs) : timeoutMs;
    return withDeadline({ timeoutMs: limit, signal }, (stop) => {
      const bounds = { timeoutMs: limit, signal: stop };
      return binding.kind === "http" ? callHttp(binding, args, services(), bounds) : callMcp(binding, args, services(), bounds);
    });
  }

  async function outcomeOf(tool: Tool, args: JsonObject, timeoutMs: number, signal?: AbortSignal): Promise<ToolOutcome> {
    const { binding } = tool;
    let server: ToolService | undefined;
    try {
      if (binding.kind === "mcp") server = services().find(({ id }) => id === binding.server);
      const result = await carryOut(tool, args, timeoutMs, signal);
      // Before it is cut: half a key would not be found.
      return { ok: true, result: boundResult(withoutSecrets(result, server, env)) };
    } catch (error) {
      if (!(error instanceof ToolFailure)) return failed("unavailable", "The tool could not be called.");
      return failed(error.type, maskText(error.message, server, env));
    }
  }

  return {
    async call(tool, args, { timeoutMs, signal }) {
      const begun = performance.now();
      const outcome = await outcomeOf(tool, args, timeoutMs, signal);
      return { outcome, durationMs: performance.now() - begun };
    },
    async listing(service, { timeoutMs = LISTING_TIMEOUT_MS, signal } = {}) {
      const { listing } = await opened();
      return withDeadline({ timeoutMs, signal }, () => listing(service));
    },
    async close() {
      closed = true;
      await (await engine?.catch(() => undefined))?.close();
    },
  };
}
