import { z } from "zod";
import type { JsonValue } from "@/lib/contracts/ids";
import type { Message, ToolSpec } from "@/lib/contracts/model";

const Content = z
  .union([z.string(), z.null(), z.array(z.object({ type: z.string(), text: z.string().optional() }))])
  .optional()
  .transform((content) => (typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join("")));

const WireMessage = z.discriminatedUnion("role", [
  z.object({ role: z.enum(["system", "developer"]), content: Content }),
  z.object({ role: z.literal("user"), content: Content }),
  z.object({
    role: z.literal("assistant"),
    content: Content,
    tool_calls: z.array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) })).nullish(),
  }),
  z.object({ role: z.literal("tool"), tool_call_id: z.string(), content: Content }),
]);

/** A request of the OpenAI chat completions protocol, as far as the policy reads it. */
export const CompletionRequest = z.object({
  model: z.string(),
  messages: z.array(WireMessage).min(1),
  tools: z
    .array(
      z.object({
        type: z.literal("function"),
        function: z.object({
          name: z.string(),
          description: z.string().default(""),
          parameters: z.record(z.string(), z.custom<JsonValue>()).default({}),
        }),
      }),
    )
    .default([]),
  tool_choice: z.unknown().optional(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  seed: z.int().nullish(),
  max_tokens: z.int().nullish(),
  max_completion_tokens: z.int().nullish(),
});
export type CompletionRequest = z.infer<typeof CompletionRequest>;

export function messagesOf(request: CompletionRequest): Message[] {
  return request.messages.map((message): Message => {
    switch (message.role) {
      case "user":
        return { role: "user", content: message.content };
      case "assistant":
        return {
          role: "assistant",
          content: message.content,
          toolCalls: (message.tool_calls ?? []).map((call) => ({
            id: call.id,
            name: call.function.name,
            arguments: call.function.arguments,
          })),
        };
      case "tool":
        return { role: "tool", toolCallId: message.tool_call_id, content: message.content };
      default:
        return { role: "system", content: message.content };
    }
  });
}

export function toolsOf(request: CompletionRequest): ToolSpec[] {
  if (request.tool_choice === "none") return [];
  return request.tools.map((tool) => ({
    name: tool.function.name,
    description: tool.function.description,
    inputSchema: tool.function.parameters,
  }));
}

/** An estimate of tokens, without a vocabulary: four Latin characters a token, one for each Chinese character. */
export function estimateTokens(text: string): number {
  let latin = 0;
  let wide = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) >= 0x2e80) wide += 1;
    else latin += 1;
  }
  return Math.ceil(latin / 4) + wide;
}
