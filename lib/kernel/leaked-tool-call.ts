const MARKS = /<\/?tool_calls?>|<function=|<\|tool_calls?|<\|python_tag\|>|\[TOOL_CALLS\]|<｜tool▁calls?▁/;
const FENCE = /^```(?:json|tool_call|tool_code)?\s*\n?([\s\S]*?)\n?```$/;

/** Whether a content is a tool call that the server left unparsed: never a reply. */
export function isLeakedToolCall(content: string): boolean {
  if (MARKS.test(content)) return true;
  const text = content.trim();
  const inner = (FENCE.exec(text)?.[1] ?? text).trim();
  if (!/^[{[]/.test(inner) || !/[}\]]$/.test(inner)) return false;
  try {
    const value: unknown = JSON.parse(inner);
    const items: unknown[] = Array.isArray(value) ? value : [value];
    return items.length > 0 && items.every(isCall);
  } catch {
    return false;
  }
}

function isCall(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if ("tool_calls" in value) return true;
  if ("function" in value && typeof value.function === "object") return isCall(value.function);
  if (!("name" in value) || typeof value.name !== "string") return false;
  return "arguments" in value || "parameters" in value;
}
