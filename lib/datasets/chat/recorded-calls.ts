import type { FixtureEntry, FixtureTables } from "@/lib/contracts/case";
import { Json, type JsonValue } from "@/lib/contracts/ids";
import { parseJson } from "../parse-json";
import { type ChatMessage, messageText } from "./chat-record";

interface Call {
  tool: string;
  match: FixtureEntry["match"];
}

/**
 * Recorded tool returns of a conversation: a table a tool, each return matched by the arguments of the call that it
 * answers. Of two returns to equal calls the later one counts, as it is nearer to the last turn. A return whose call is not
 * in the log answers every call of its tool, after the others; one that names no tool is left out.
 */
export function recordedCalls(messages: readonly ChatMessage[]): FixtureTables {
  const byId = new Map<string, Call>();
  let latest: Call | null = null;
  const found: { call: Call; entry: FixtureEntry }[] = [];
  for (const message of messages) {
    for (const { id, function: called } of message.tool_calls ?? []) {
      latest = { tool: called.name, match: matchOf(called.arguments) };
      if (id !== undefined) byId.set(id, latest);
    }
    if (message.function_call) latest = { tool: message.function_call.name, match: matchOf(message.function_call.arguments) };
    if (message.role !== "tool" && message.role !== "function") continue;
    const call = callOf(message, byId, latest);
    if (call) found.push({ call, entry: { match: call.match, result: resultOf(messageText(message) ?? "") } });
  }
  const tables = new Map<string, Map<string, FixtureEntry>>();
  for (const { call, entry } of found.reverse()) {
    const table = tables.get(call.tool) ?? new Map<string, FixtureEntry>();
    tables.set(call.tool, table);
    const key = JSON.stringify(Object.entries(call.match).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    if (!table.has(key)) table.set(key, entry);
  }
  return Object.fromEntries([...tables].map(([tool, table]) => [tool, strictFirst([...table.values()])]));
}

function callOf(message: ChatMessage, byId: ReadonlyMap<string, Call>, latest: Call | null): Call | null {
  const byCall = message.tool_call_id === undefined ? undefined : byId.get(message.tool_call_id);
  if (byCall) return byCall;
  if (message.role === "function" && latest && latest.tool === message.name) return latest;
  return message.name === undefined ? null : { tool: message.name, match: {} };
}

/** The first entry that fits answers, so those that ask for more go first. */
const strictFirst = (entries: FixtureEntry[]) =>
  entries.toSorted((a, b) => Object.keys(b.match).length - Object.keys(a.match).length);

/** The arguments that can be compared: strings, numbers and booleans. */
function matchOf(source: string | Record<string, unknown>): FixtureEntry["match"] {
  const json = typeof source === "string" ? parseJson(source) : { ok: true as const, value: source };
  if (!json.ok || typeof json.value !== "object" || json.value === null) return {};
  const match: FixtureEntry["match"] = {};
  for (const [key, value] of Object.entries(json.value)) {
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") match[key] = value;
  }
  return match;
}

function resultOf(text: string): JsonValue {
  const json = parseJson(text);
  const value = json.ok ? Json.safeParse(json.value) : undefined;
  return value?.success ? value.data : text;
}
