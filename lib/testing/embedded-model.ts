import { z } from "zod";
import type { ChatOutcome, ChatRequest } from "@/lib/contracts/model";
import { EMBEDDED_ENDPOINT, embeddedFetch } from "@/lib/simulation/embedded-fetch";

const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullable(),
          tool_calls: z
            .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
            .default([]),
        }),
        finish_reason: z.string(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }),
});

/** Fits the kernel's port for chat models, which this folder does not import. */
interface EmbeddedModel {
  readonly identity: { endpoint: string; model: string; checkpoint: string };
  chat(request: ChatRequest): Promise<ChatOutcome>;
}

/** The embedded policy as a chat model, over its own wire and without an SDK: for benchmarks and tests of this folder. */
export function createEmbeddedModel(): EmbeddedModel {
  return {
    identity: { endpoint: EMBEDDED_ENDPOINT.id, model: EMBEDDED_ENDPOINT.model, checkpoint: EMBEDDED_ENDPOINT.checkpoint },
    chat: async ({ messages, tools, decoding }) => {
      const body = {
        model: EMBEDDED_ENDPOINT.model,
        messages: messages.map((message) => {
          if (message.role === "tool") return { role: "tool", tool_call_id: message.toolCallId, content: message.content };
          if (message.role !== "assistant") return message;
          const calls = message.toolCalls.map(({ id, ...rest }) => ({ id, type: "function", function: rest }));
          return { role: "assistant", content: message.content, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
        }),
        tools: tools.map(({ name, description, inputSchema }) => ({
          type: "function",
          function: { name, description, parameters: inputSchema },
        })),
        seed: decoding.seed,
      };
      const response = await embeddedFetch("http://embedded/v1/chat/completions", { method: "POST", body: JSON.stringify(body) });
      if (!response.ok) {
        const error = { type: "bad-request" as const, message: await response.text(), status: response.status, retryable: false };
        return { ok: false, error, durationMs: 0 };
      }
      const { choices, usage } = Completion.parse(await response.json());
      const [choice] = choices;
      return {
        ok: true,
        content: choice?.message.content ?? "",
        toolCalls: (choice?.message.tool_calls ?? []).map((call) => ({ id: call.id, ...call.function })),
        finishReason: choice?.finish_reason ?? "stop",
        usage: { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens },
        ttftMs: 0,
        durationMs: 0,
      };
    },
  };
}
