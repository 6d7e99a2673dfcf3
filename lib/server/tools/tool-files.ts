import "server-only";
import { BuiltinTool } from "@/lib/contracts/harness";
import type { UpstreamTool } from "@/lib/contracts/tool-service";
import type { HashedTool } from "./upstream-tools";

const MAX_NAME = 64;
const MAX_FILE_DESCRIPTION = 2_000;

export interface ToolFile {
  path: string;
  text: string;
}

/**
 * The tool files that bind the tools of a server, in their order. A name that a tool file cannot have is mapped to one that it
 * can; one that is taken or reserved, or belongs to a built-in tool, gets the server's name in front or a number behind.
 */
export function toolFiles(server: string, tools: readonly HashedTool[]): ToolFile[] {
  const taken = new Set<string>([...BuiltinTool.options, "delegate"]);
  return tools.map((found) => {
    const wanted = found.tool.name.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, MAX_NAME);
    const name = freeName(wanted, server, taken);
    taken.add(name);
    return { path: `tools/${name}.json`, text: textOf({ name, ...definition(found.tool), binding: bindingOf(server, found) }) };
  });
}

/** A tool file with its definition as it is upstream now; its name and whatever else it holds stay. */
export function refreshedFile(file: Record<string, unknown>, server: string, found: HashedTool): string {
  const { description, inputSchema, outputSchema, annotations } = definition(found.tool);
  const { outputSchema: _, annotations: __, binding: ___, ...kept } = file;
  return textOf({
    ...kept,
    description,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
    binding: bindingOf(server, found),
  });
}

function definition({ title, description, inputSchema, outputSchema, annotations }: UpstreamTool) {
  return {
    ...(title !== undefined && { title }),
    description: description.slice(0, MAX_FILE_DESCRIPTION),
    inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
  };
}

const bindingOf = (server: string, { tool, schemaHash }: HashedTool) => ({ kind: "mcp", server, tool: tool.name, schemaHash });

function freeName(wanted: string, server: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  const prefixed = `${server}_${wanted}`.slice(0, MAX_NAME);
  for (let number = 1; ; number += 1) {
    const tail = number === 1 ? "" : `_${number}`;
    const name = `${prefixed.slice(0, MAX_NAME - tail.length)}${tail}`;
    if (!taken.has(name)) return name;
  }
}

const textOf = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
