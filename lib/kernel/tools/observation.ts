import { z } from "zod";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import type { Message } from "@/lib/contracts/model";
import { ToolErrorType, type ToolOutcome } from "@/lib/contracts/trajectory";

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

/** An outcome without `__proto__` keys: no schema keeps them, so a record that had one would not read as it was written. */
export function plainOutcome(outcome: ToolOutcome): ToolOutcome {
  if (!outcome.ok || !JSON.stringify(outcome.result)?.includes('"__proto__"')) return outcome;
  const withoutProto = (key: string, value: JsonValue) => (key === "__proto__" ? undefined : value);
  const result: JsonValue = JSON.parse(JSON.stringify(outcome.result), withoutProto);
  return { ok: true, result };
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

/** A tool call that is over, as a PreToolUse hook reads it. */
export interface EarlierCall {
  tool: string;
  arguments: JsonValue;
  /** Type of the error that it came to; null where it brought a result. */
  error: ToolErrorType | null;
}

/** The calls of a history whose observations are there, in order. */
export function earlierCalls(history: readonly Message[]): EarlierCall[] {
  const calls = new Map<string, { tool: string; arguments: JsonValue }>();
  return history.flatMap((message) => {
    if (message.role === "assistant") {
      for (const call of message.toolCalls) calls.set(call.id, { tool: call.name, arguments: parsedOr(call.arguments) });
    }
    const call = message.role === "tool" ? calls.get(message.toolCallId) : undefined;
    if (message.role !== "tool" || !call) return [];
    const observed = ErrorObservation.safeParse(parsedOr(message.content));
    return [{ ...call, error: observed.success ? observed.data.error.type : null }];
  });
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

/** What `observationText` makes of a typed error. */
const ErrorObservation = z.strictObject({ error: z.object({ type: ToolErrorType, message: z.string() }) });

function isErrorObservation(value: JsonValue): boolean {
  return ErrorObservation.safeParse(value).success;
}
