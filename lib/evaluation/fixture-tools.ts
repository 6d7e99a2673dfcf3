import type { FixtureEntry, FixtureTables } from "@/lib/contracts/case";
import type { Tool } from "@/lib/contracts/harness";
import type { JsonObject } from "@/lib/contracts/ids";
import type { ToolOutcome } from "@/lib/contracts/trajectory";
import type { ToolTransport } from "@/lib/kernel/ports";
import { argumentContains, sameArgument } from "./argument-match";

/**
 * Answers tool calls from recorded returns. Entries of the case come before the shared table of the same name; the first
 * that fits wins. A call that nothing fits is `not-found`, so that the policy can read it. Tools with an http or mcp binding
 * are called through `live`.
 */
export function createFixtureTools(fixtures: FixtureTables, shared: FixtureTables, live?: ToolTransport): ToolTransport {
  return {
    async call(tool, args, options) {
      const { kind } = tool.binding;
      if (live && (kind === "http" || kind === "mcp")) return live.call(tool, args, options);
      return { outcome: recorded(tool, args), durationMs: 0 };
    },
  };

  function recorded(tool: Tool, args: JsonObject): ToolOutcome {
    if (tool.binding.kind !== "fixture") return failure("unavailable", `${tool.name} has no recorded returns.`);
    const { table } = tool.binding;
    const entries = [...(fixtures[table] ?? []), ...(shared[table] ?? [])];
    const entry = entries.find((candidate) => fits(candidate, args));
    if (entry === undefined) return failure("not-found", `Nothing found for ${JSON.stringify(args)}.`);
    return entry.error ? failure(entry.error.type, entry.error.message) : { ok: true, result: entry.result ?? null };
  }
}

function fits(entry: FixtureEntry, args: JsonObject): boolean {
  return Object.entries(entry.match).every(([name, expected]) =>
    typeof expected === "object" ? argumentContains(expected.contains, args[name]) : sameArgument(expected, args[name]),
  );
}

function failure(type: Extract<ToolOutcome, { ok: false }>["error"]["type"], message: string): ToolOutcome {
  return { ok: false, error: { type, message } };
}
