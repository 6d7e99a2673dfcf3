import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import type { UpstreamTool } from "@/lib/contracts/tool-service";
import { hashText } from "./hash";

/**
 * SHA-256 of what a policy and a caller can see of a tool: name, description, input and output schema, annotations. Equal for
 * equal definitions whatever the order of their keys; the title does not count.
 */
export function toolSchemaHash({ name, description, inputSchema, outputSchema, annotations }: UpstreamTool): string {
  const seen: JsonObject = {
    name,
    description,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
  };
  return hashText(canonicalJson(seen));
}

/** JSON without white space, keys in code unit order. */
function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${entries.join(",")}}`;
}
