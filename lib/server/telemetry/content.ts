import "server-only";
import type { JsonValue } from "@/lib/contracts/ids";
import type { ChatOutcome, Message } from "@/lib/contracts/model";
import type { ToolOutcome } from "@/lib/contracts/trajectory";
import { known, type SpanAttributes } from "./span-description";

/** System text, input and output of a model call, in the message format of the conventions. */
export function chatContent(messages: readonly Message[], outcome: ChatOutcome): SpanAttributes {
  const system = messages.filter((message) => message.role === "system").map(({ content }) => ({ type: "text", content }));
  const input = messages.flatMap((message) => (message.role === "system" ? [] : [wireMessage(message)]));
  const output = outcome.ok
    ? [
        {
          ...wireMessage({ role: "assistant", content: outcome.content, toolCalls: outcome.toolCalls }),
          finish_reason: outcome.finishReason,
        },
      ]
    : null;
  return known({
    "gen_ai.system_instructions": system.length > 0 ? text(system) : null,
    "gen_ai.input.messages": text(input),
    "gen_ai.output.messages": output && text(output),
  });
}

export function toolContent(args: JsonValue, outcome: ToolOutcome): SpanAttributes {
  return known({
    "gen_ai.tool.call.arguments": text(args),
    "gen_ai.tool.call.result": text(outcome.ok ? outcome.result : { error: outcome.error }),
  });
}

function wireMessage(message: Exclude<Message, { role: "system" }>) {
  if (message.role === "tool")
    return { role: "tool", parts: [{ type: "tool_call_response", id: message.toolCallId, response: message.content }] };
  const spoken = message.content === "" ? [] : [{ type: "text", content: message.content }];
  if (message.role === "user") return { role: "user", parts: spoken };
  const calls = message.toolCalls.map((call) => ({ type: "tool_call", id: call.id, name: call.name, arguments: call.arguments }));
  return { role: "assistant", parts: [...spoken, ...calls] };
}

const text = (value: unknown): string => JSON.stringify(value);
