import type { Tool } from "@/lib/contracts/harness";
import type { JsonValue } from "@/lib/contracts/ids";
import type { ToolErrorType, Trajectory } from "@/lib/contracts/trajectory";

/** A tool call that was carried out, under every name a check may know the tool by. */
export interface ToolUse {
  names: ReadonlySet<string>;
  arguments: JsonValue;
  ok: boolean;
}

const NOT_CARRIED_OUT = new Set<ToolErrorType>(["unknown-tool", "invalid-arguments", "denied-by-hook", "schema-drift"]);

function canonicalName(binding: Tool["binding"]): string | undefined {
  switch (binding.kind) {
    case "fixture":
      return binding.table;
    case "builtin":
      return binding.function;
    case "mcp":
      return binding.tool;
    case "http":
      return undefined;
  }
}

/**
 * The calls of a trajectory that reached their tool, in order. With the harness's tools given, a tool also answers to its
 * fixture table, built-in function or name on its MCP server, so that a case outlives the renaming of a tool.
 */
export function toolUses(trajectory: Trajectory, tools: readonly Pick<Tool, "name" | "binding">[] = []): ToolUse[] {
  const bindings = new Map(tools.map(({ name, binding }) => [name, canonicalName(binding)]));
  return trajectory.steps.flatMap((step) => {
    if (step.type !== "tool-call") return [];
    if (!step.outcome.ok && NOT_CARRIED_OUT.has(step.outcome.error.type)) return [];
    const canonical = bindings.get(step.tool);
    const names = new Set(canonical === undefined ? [step.tool] : [step.tool, canonical]);
    return [{ names, arguments: step.arguments, ok: step.outcome.ok }];
  });
}
