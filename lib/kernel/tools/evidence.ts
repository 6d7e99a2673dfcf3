import type { JsonValue } from "@/lib/contracts/ids";
import type { ToolOutcome } from "@/lib/contracts/trajectory";
import type { Evidence } from "../ports";
import { toolError } from "./observation";

/** Characters of JSON that one tool return, and one answer with several, may have. */
const RETURN_LENGTH = 4_000;
const ANSWER_LENGTH = 16_000;

const NOTHING_JUDGED = "this task judges no other trajectory";

/**
 * What the judged trajectory looked up, in order: all of it, or the calls of one tool where one is named. A long return is
 * cut and says so; what goes over the length of an answer is counted in `leftOut`.
 */
export function evidenceToolResults(evidence: Evidence | undefined, tool: string): ToolOutcome {
  if (!evidence) return toolError("unavailable", NOTHING_JUDGED);
  const wanted = tool.trim();
  const called = [...new Set(evidence.toolResults.map((call) => call.tool))];
  if (wanted !== "" && !called.includes(wanted)) {
    return toolError("not-found", `${wanted} was not called; called: ${called.join(", ") || "no tool"}`);
  }
  const calls: JsonValue[] = [];
  let length = 0;
  let leftOut = 0;
  for (const call of evidence.toolResults) {
    if (wanted !== "" && call.tool !== wanted) continue;
    const { outcome } = call;
    const entry = {
      tool: call.tool,
      arguments: shortened(call.arguments),
      ...(outcome.ok ? { result: shortened(outcome.result) } : { error: outcome.error }),
    };
    length += JSON.stringify(entry).length;
    if (calls.length > 0 && length > ANSWER_LENGTH) leftOut += 1;
    else calls.push(entry);
  }
  return { ok: true, result: { calls, ...(leftOut > 0 && { leftOut }) } };
}

/** One entry of the judged case's context; without a key, the keys there are. */
export function evidenceContext(evidence: Evidence | undefined, key: string): ToolOutcome {
  if (!evidence) return toolError("unavailable", NOTHING_JUDGED);
  const { context } = evidence;
  const wanted = key.trim();
  if (wanted === "") return { ok: true, result: { keys: Object.keys(context) } };
  if (!Object.hasOwn(context, wanted)) {
    return toolError("not-found", `the context has no ${wanted}; it has: ${Object.keys(context).join(", ") || "nothing"}`);
  }
  return { ok: true, result: shortened(context[wanted] ?? null, ANSWER_LENGTH) };
}

function shortened(value: JsonValue, length = RETURN_LENGTH): JsonValue {
  const text = JSON.stringify(value) ?? "null";
  return text.length <= length ? value : { cutAt: length, text: text.slice(0, length) };
}
