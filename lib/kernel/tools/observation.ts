import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import type { Message } from "@/lib/contracts/model";
import { type ToolErrorType, ToolOutcome } from "@/lib/contracts/trajectory";

/** A tool result as a Stop hook reads it. */
export interface ToolResult {
  tool: string;
  arguments: JsonValue;
  result: JsonValue;
}

/** A typed error that the policy can read. */
export function toolError(type: ToolErrorType, message: string): ToolOutcome {
  return { ok: false, error: { type, message } };
}

/** The text of the tool message: the result, or `{"error": {type, message}}`. */
export function observationText(outcome: ToolOutcome): string {
  if (!outcome.ok) return JSON.stringify({ error: outcome.error });
  return typeof outcome.result === "string" ? outcome.result : JSON.stringify(outcome.result);
}

/** The successful results in a history, in order. Read from the history so that a resumed task sees the same ones. */
export function toolResults(history: readonly Message[], except: ReadonlySet<string>): ToolResult[] {
  const calls = new Map<string, { tool: string; arguments: JsonValue }>();
  const results: ToolResult[] = [];
  for (const message of history) {
    if (message.role === "assistant") {
      for (const call of message.toolCalls) calls.set(call.id, { tool: call.name, arguments: parsedOr(call.arguments) });
    } else if (message.role === "tool") {
      const call = calls.get(message.toolCallId);
      const result = parsedOr(message.content);
      if (call && !except.has(call.tool) && !isErrorObservation(result)) results.push({ ...call, result });
    }
  }
  return results;
}

/** The arguments of a call as an object; null where the text is not one. */
export function parseArguments(text: string): JsonObject | null {
  if (text.trim() === "") return {};
  const value = parsedOr(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}

function parsedOr(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

function isErrorObservation(value: JsonValue): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length === 1 &&
    ToolOutcome.safeParse({ ok: false, error: value.error }).success
  );
}
