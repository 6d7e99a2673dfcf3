import "server-only";
import { Json, type JsonValue } from "@/lib/contracts/ids";
import { cutToBounds } from "./bound-result";
import type { RawResult } from "./mcp-connection";
import { outputProblem } from "./output-validator";
import { excerpt, ToolFailure } from "./tool-failure";
import type { HashedTool } from "./upstream-tools";

/**
 * The result of a tool as the policy reads it: the structured content where there is some, else the texts. Pictures and sounds
 * are left out with a note.
 * @throws ToolFailure where the tool says that it failed, or its result is not what its schema promises.
 */
export function resultOfMcp(raw: RawResult, { tool }: HashedTool, mask: (text: string) => string): JsonValue {
  if (raw.isError) throw toolError(mask(textOf(raw)));
  if (raw.structuredContent !== undefined) {
    const parsed = Json.safeParse(raw.structuredContent);
    if (!parsed.success) throw new ToolFailure("malformed", "The tool's structured result is not JSON.");
    // What is cut has lost its shape, and has to be taken as it is; the rest is small enough to be checked.
    const { value, cut } = cutToBounds(parsed.data);
    const problem = tool.outputSchema && !cut && outputProblem(tool.outputSchema, value);
    if (problem) throw new ToolFailure("malformed", `The tool's result does not fit its output schema: ${problem}.`);
    return parsed.data;
  }
  if (tool.outputSchema) throw new ToolFailure("malformed", "The tool promises a structured result and gave none.");
  return jsonOrText(textOf(raw));
}

function textOf({ content }: RawResult): string {
  return content
    .map((block) => {
      if (block.type === "text") return block.text;
      if (block.type === "resource_link") return `[resource ${block.name}: ${block.uri}]`;
      if (block.type === "resource") {
        return "text" in block.resource ? block.resource.text : `[resource ${block.resource.uri} left out]`;
      }
      return `[${block.type} (${block.mimeType}) left out]`;
    })
    .join("\n\n");
}

/** A text that is a whole JSON object or list is taken as one. */
function jsonOrText(text: string): JsonValue {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return Json.parse(JSON.parse(text));
  } catch {
    return text;
  }
}

function toolError(text: string): ToolFailure {
  const aboutArguments = /-32602|invalid (?:arguments?|params?|parameters?|input)|validation error/i.test(text);
  const said = excerpt(text, 400);
  if (aboutArguments) return new ToolFailure("invalid-arguments", `The tool did not accept the arguments: ${said}`);
  return new ToolFailure("unavailable", said === "" ? "The tool failed and does not say why." : `The tool failed: ${said}`);
}
