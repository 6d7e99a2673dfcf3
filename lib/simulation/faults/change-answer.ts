import type { CompletionRequest } from "../embedded-policy/wire";
import type { Completion } from "./completion";
import type { Draws } from "./draws";
import type { FaultKind } from "./fault";

/** A figure that no tool gives: where it turns up in a reply, something that is no answer was spoken. */
export const DECOY_PRICE = "4321.09";
const THOUGHT = `The viewer wants a price. It may be ${DECOY_PRICE} yuan, I am not sure.`;

/** What a fault makes of an answer; the same answer where it has nothing to do with the content. */
export function changeAnswer(answer: Completion, kind: FaultKind, request: CompletionRequest, draws: Draws): Completion {
  switch (kind) {
    case "broken-arguments":
      return withCalls(
        answer,
        calls(answer, request).map((call) => ({ ...call, arguments: broken(call.arguments, draws) })),
      );
    case "leaked-mark":
      return leaked(answer, `<tool_call>\n${callText(answer, request)}\n</tool_call>`);
    case "leaked-json":
      return leaked(answer, callText(answer, request));
    case "empty-choices":
      return { ...answer, choices: false };
    case "no-usage":
      return { ...answer, usage: null };
    case "reasoning":
      return { ...answer, reasoning: { field: "reasoning", text: THOUGHT } };
    case "reasoning-content":
      return { ...answer, reasoning: { field: "reasoning_content", text: THOUGHT } };
    case "think":
      return { ...answer, content: `<think>${THOUGHT}</think>${answer.content}` };
    default:
      return answer;
  }
}

function withCalls(answer: Completion, calls: Completion["calls"]): Completion {
  return { ...answer, content: "", calls, finish: "tool_calls" };
}

function leaked(answer: Completion, content: string): Completion {
  return { ...answer, content, calls: [], finish: "stop" };
}

function callText(answer: Completion, request: CompletionRequest): string {
  return calls(answer, request)
    .map((call) => `{"name": ${JSON.stringify(call.name)}, "arguments": ${call.arguments}}`)
    .join("\n");
}

/** The calls of the answer; where there are none, one that the policy might make: of a tool offered or used before. */
function calls(answer: Completion, request: CompletionRequest): Completion["calls"] {
  if (answer.calls.length > 0) return answer.calls;
  const used = request.messages.flatMap((message) => (message.role === "assistant" ? (message.tool_calls ?? []) : []));
  const name = request.tools[0]?.function.name ?? used.at(-1)?.function.name ?? "search";
  return [{ id: `${answer.id}-0`, name, arguments: `{"note": "${DECOY_PRICE} yuan"}` }];
}

/** A beginning of the arguments that is no JSON. */
function broken(text: string, draws: Draws): string {
  return text.slice(0, 1 + Math.floor(draws.unit("break") * Math.max(1, text.length - 1)));
}
