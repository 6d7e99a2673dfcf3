import type { ChatOutcome, ChatRequest, ToolCall } from "@/lib/contracts/model";
import type { ChatModel } from "@/lib/kernel/ports";

/** A model that answers from a script: the outcomes in their order, the last one for ever, or a function of the request. */
export function scriptedModel(
  script: readonly ChatOutcome[] | ((request: ChatRequest, call: number) => ChatOutcome | Promise<ChatOutcome>),
): ChatModel & { readonly requests: ChatRequest[] } {
  const requests: ChatRequest[] = [];
  return {
    identity: { endpoint: "scripted", model: "scripted", checkpoint: "" },
    requests,
    async chat(request) {
      // Copied, since the kernel's history grows after the call.
      requests.push(structuredClone(request));
      if (typeof script === "function") return script(request, requests.length);
      const outcome = script[Math.min(requests.length, script.length) - 1];
      if (!outcome) throw new Error("the script is empty");
      return outcome;
    },
  };
}

/** A model's reply. */
export function says(content: string, extra: { reasoning?: string } = {}): ChatOutcome {
  return answer(content, [], extra);
}

/** A model's tool calls, given as pairs of name and arguments. */
export function calls(...items: readonly (readonly [name: string, args: unknown])[]): ChatOutcome {
  return answer(
    "",
    items.map(([name, args], index) => ({
      id: `c_${name}_${index}`,
      name,
      arguments: typeof args === "string" ? args : JSON.stringify(args),
    })),
  );
}

/** A model call that failed. */
export function fails(type: Extract<ChatOutcome, { ok: false }>["error"]["type"], retryable: boolean): ChatOutcome {
  return { ok: false, error: { type, message: `scripted ${type}`, retryable }, durationMs: 1 };
}

function answer(content: string, toolCalls: ToolCall[], extra: { reasoning?: string } = {}): ChatOutcome {
  return {
    ok: true,
    content,
    ...extra,
    toolCalls,
    finishReason: toolCalls.length > 0 ? "tool_calls" : "stop",
    usage: { promptTokens: 100, completionTokens: 10 },
    ttftMs: 1,
    durationMs: 2,
  };
}
