import { z } from "zod";
import type { ChatRequest, Message, ToolCall, Usage } from "@/lib/contracts/model";

const argumentsText = z
  .unknown()
  .transform((value) => (typeof value === "string" ? value : value == null ? "" : JSON.stringify(value)));

const WireToolCall = z.object({
  index: z.int().min(0).nullish(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: argumentsText }).nullish(),
});

const WireMessage = z.object({
  content: z.string().nullish(),
  reasoning: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  tool_calls: z.array(WireToolCall).nullish(),
});

const WireUsage = z.object({ prompt_tokens: z.int().nullish(), completion_tokens: z.int().nullish() });

/** One chunk of a streamed completion. */
export const WireChunk = z.object({
  choices: z.array(z.object({ delta: WireMessage.nullish(), finish_reason: z.string().nullish() })),
  usage: WireUsage.nullish(),
});
export type WireChunk = z.infer<typeof WireChunk>;

/** A completion in one piece. */
export const WireCompletion = z.object({
  choices: z.array(z.object({ message: WireMessage, finish_reason: z.string().nullish() })),
  usage: WireUsage.nullish(),
});
export type WireCompletion = z.infer<typeof WireCompletion>;

export function usageOf(usage: z.infer<typeof WireUsage> | null | undefined): Usage {
  return { promptTokens: usage?.prompt_tokens ?? null, completionTokens: usage?.completion_tokens ?? null };
}

/** Puts a completion together from its deltas. Tool calls are told apart by index, or by id where a server sends none. */
export class CompletionParts {
  content = "";
  reasoning = "";
  finishReason: string | null = null;
  sawChoice = false;
  usage: Usage = { promptTokens: null, completionTokens: null };
  readonly #calls = new Map<number, ToolCall>();

  get toolCalls(): ToolCall[] {
    return [...this.#calls].sort(([a], [b]) => a - b).map(([, call]) => call);
  }

  /**
   * Takes in a message or delta; true where it brought text or a tool call. In a message that came in one piece (`whole`)
   * each entry is a call of its own, whatever its id.
   */
  add(message: z.infer<typeof WireMessage> | null | undefined, whole = false): boolean {
    if (!message) return false;
    this.content += message.content ?? "";
    const thought = message.reasoning_content ?? message.reasoning ?? "";
    this.reasoning += thought;
    const calls = message.tool_calls ?? [];
    for (const [position, call] of calls.entries()) this.#addCall(call, position, whole);
    return Boolean(message.content) || thought !== "" || calls.length > 0;
  }

  #addCall(part: z.infer<typeof WireToolCall>, position: number, whole: boolean): void {
    const index = whole ? position : (part.index ?? this.#indexOf(part.id, position));
    const known = this.#calls.get(index) ?? { id: "", name: "", arguments: "" };
    this.#calls.set(index, {
      id: known.id || (part.id ?? ""),
      name: known.name || (part.function?.name ?? ""),
      arguments: known.arguments + (part.function?.arguments ?? ""),
    });
  }

  #indexOf(id: string | null | undefined, position: number): number {
    if (!id) return this.#calls.size === 0 ? position : Math.max(...this.#calls.keys());
    for (const [index, call] of this.#calls) if (call.id === id) return index;
    return this.#calls.size;
  }
}

/** The body of a streamed request. */
export function wireRequest(model: string, { messages, tools, decoding }: ChatRequest) {
  return {
    model,
    messages: messages.map(wireMessage),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, inputSchema }) => ({
            type: "function" as const,
            function: { name, description, parameters: inputSchema },
          })),
        }),
    temperature: decoding.temperature,
    top_p: decoding.topP,
    max_tokens: decoding.maxTokens,
    seed: decoding.seed,
    stream: true as const,
    stream_options: { include_usage: true },
  };
}

function wireMessage(message: Message) {
  switch (message.role) {
    case "tool":
      return { role: message.role, tool_call_id: message.toolCallId, content: message.content };
    case "assistant":
      return {
        role: message.role,
        content: message.content === "" && message.toolCalls.length > 0 ? null : message.content,
        ...(message.toolCalls.length === 0
          ? {}
          : {
              tool_calls: message.toolCalls.map(({ id, name, arguments: text }) => ({
                id,
                type: "function" as const,
                function: { name, arguments: text },
              })),
            }),
      };
    default:
      return { role: message.role, content: message.content };
  }
}
