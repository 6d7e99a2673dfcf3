import { z } from "zod";
import type { Bundle } from "@/lib/contracts/harness";
import type { Discovery } from "@/lib/contracts/tool-service";

const McpFile = z.looseObject({
  name: z.string(),
  binding: z.looseObject({ kind: z.literal("mcp"), server: z.string(), tool: z.string(), schemaHash: z.string() }),
});

/** A tool of a server as it would stand in a bundle. */
export interface PlacedTool {
  /** Name upstream. */
  tool: string;
  description: string;
  path: string;
  text: string;
  /** `there`: the bundle binds it as it is; `changed`: the bundle binds an earlier definition of it. */
  state: "new" | "there" | "changed";
}

/**
 * Where the tools of a server go in a bundle. One that the bundle binds already keeps its file and its name; one whose name
 * is taken by another tool gets the server's name in front.
 */
export function placeTools({ server, tools, files }: Discovery, bundle: Bundle): PlacedTool[] {
  const bound = new Map<string, { path: string; name: string; schemaHash: string }>();
  for (const [path, text] of Object.entries(bundle)) {
    const file = parseMcpFile(path, text);
    if (file?.binding.server === server)
      bound.set(file.binding.tool, { path, name: file.name, schemaHash: file.binding.schemaHash });
  }
  const taken = new Set(Object.keys(bundle));
  return tools.map(({ tool, schemaHash, path }) => {
    const { name, description } = tool;
    const text = files[path] ?? "";
    const known = bound.get(name);
    if (known) {
      const state = known.schemaHash === schemaHash ? "there" : "changed";
      return { tool: name, description, path: known.path, text: renamed(text, known.name), state };
    }
    const free = taken.has(path) ? freePath(path, server, taken) : path;
    taken.add(free);
    return { tool: name, description, path: free, text: free === path ? text : renamed(text, nameOf(free)), state: "new" };
  });
}

/** Whether a bundle has tools of MCP servers. */
export const hasServerTools = (bundle: Bundle): boolean =>
  Object.entries(bundle).some(([path, text]) => parseMcpFile(path, text) !== null);

function parseMcpFile(path: string, text: string): z.infer<typeof McpFile> | null {
  if (!/^tools\/[^/]+\.json$/.test(path)) return null;
  try {
    return McpFile.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function renamed(text: string, name: string): string {
  const file = parseMcpFile(`tools/${name}.json`, text);
  return file ? `${JSON.stringify({ ...file, name }, null, 2)}\n` : text;
}

const MAX_NAME = 64;

const nameOf = (path: string) => path.slice("tools/".length, -".json".length);

function freePath(path: string, server: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const tail = number === 1 ? "" : `_${number}`;
    const free = `tools/${`${server}_${nameOf(path)}`.slice(0, MAX_NAME - tail.length)}${tail}.json`;
    if (!taken.has(free)) return free;
  }
}
