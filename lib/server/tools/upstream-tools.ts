import "server-only";
import { JsonObject, type JsonValue } from "@/lib/contracts/ids";
import { UpstreamTool } from "@/lib/contracts/tool-service";
import { toolSchemaHash } from "@/lib/harness/tool-schema-hash";

/** A tool of a server with the hash of its definition as the server sent it. */
export interface HashedTool {
  tool: UpstreamTool;
  schemaHash: string;
}

const MAX_TOOLS = 500;
const MAX_DEFINITION = 100_000;
const MAX_NAME = 128;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 4_000;

/**
 * The tools of a listing that can be used, by name. What a server says of itself goes through `clean` and is bounded; the hash
 * is of the whole definition as it came. A tool without a usable definition, or one too many, is left out.
 */
export function upstreamTools(listed: readonly unknown[], clean: (value: JsonObject) => JsonValue): Map<string, HashedTool> {
  const tools = new Map<string, HashedTool>();
  for (const item of listed) {
    const parsed = UpstreamTool.safeParse(item);
    if (!parsed.success || tools.size >= MAX_TOOLS) continue;
    const tool = parsed.data;
    if (tool.name === "" || tool.name.length > MAX_NAME || JSON.stringify(tool).length > MAX_DEFINITION) continue;
    const { title, description, ...rest } = UpstreamTool.parse(clean(JsonObject.parse(tool)));
    tools.set(tool.name, {
      schemaHash: toolSchemaHash(tool),
      tool: {
        ...rest,
        name: tool.name,
        ...(title !== undefined && { title: title.slice(0, MAX_TITLE) }),
        description: description.slice(0, MAX_DESCRIPTION),
      },
    });
  }
  return tools;
}
