import { z } from "zod";
import { JsonObject } from "./ids";

/** A tool call as the model wrote it. `arguments` is the JSON text as received; it may not parse. */
export const ToolCall = z.object({ id: z.string(), name: z.string(), arguments: z.string() });
export type ToolCall = z.infer<typeof ToolCall>;

/** A chat message, in the terms of the OpenAI chat completions protocol. */
export const Message = z.discriminatedUnion("role", [
  z.object({ role: z.literal("system"), content: z.string() }),
  z.object({ role: z.literal("user"), content: z.string() }),
  z.object({ role: z.literal("assistant"), content: z.string(), toolCalls: z.array(ToolCall).default([]) }),
  z.object({ role: z.literal("tool"), toolCallId: z.string(), content: z.string() }),
]);
export type Message = z.infer<typeof Message>;

/** A tool as shown to the model. */
export const ToolSpec = z.object({ name: z.string(), description: z.string(), inputSchema: JsonObject });
export type ToolSpec = z.infer<typeof ToolSpec>;

export const Decoding = z.object({ temperature: z.number(), topP: z.number(), maxTokens: z.int(), seed: z.int() });
export type Decoding = z.infer<typeof Decoding>;

export const ChatRequest = z.object({
  messages: z.array(Message),
  tools: z.array(ToolSpec),
  decoding: Decoding,
});
export type ChatRequest = z.infer<typeof ChatRequest>;

/** Tokens. `null` where the endpoint reported none. */
export const Usage = z.object({ promptTokens: z.int().nullable(), completionTokens: z.int().nullable() });
export type Usage = z.infer<typeof Usage>;

export const ModelErrorType = z.enum([
  "timeout",
  "unreachable",
  "unauthorized",
  "not-found",
  "rate-limited",
  "bad-request",
  "server-error",
  "malformed",
  "aborted",
]);
export type ModelErrorType = z.infer<typeof ModelErrorType>;

/** What one model call came to. `ttftMs` and `durationMs` in milliseconds from the start of the call. */
export const ChatOutcome = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    content: z.string(),
    /** Reasoning text, kept apart: it is never part of a reply. */
    reasoning: z.string().optional(),
    toolCalls: z.array(ToolCall),
    finishReason: z.string(),
    usage: Usage,
    ttftMs: z.number().nullable(),
    durationMs: z.number(),
  }),
  z.object({
    ok: z.literal(false),
    error: z.object({
      type: ModelErrorType,
      message: z.string(),
      status: z.int().optional(),
      retryable: z.boolean(),
      /** How long the server asks to wait (Retry-After), in milliseconds, at most ten minutes. */
      retryAfterMs: z.number().min(0).optional(),
    }),
    durationMs: z.number(),
  }),
]);
export type ChatOutcome = z.infer<typeof ChatOutcome>;
