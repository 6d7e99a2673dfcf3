import { z } from "zod";

const Milliseconds = z.number().min(0).max(600_000);

/** A time in milliseconds, drawn anew for each request; never more than ten minutes. */
export const Latency = z.discriminatedUnion("distribution", [
  z.strictObject({ distribution: z.literal("fixed"), ms: Milliseconds }),
  z
    .strictObject({ distribution: z.literal("uniform"), minMs: Milliseconds, maxMs: Milliseconds })
    .refine(({ minMs, maxMs }) => minMs <= maxMs, "the lower bound is above the upper one"),
  /** `sigma` is the standard deviation of the logarithm. */
  z.strictObject({ distribution: z.literal("lognormal"), medianMs: Milliseconds, sigma: z.number().min(0).max(5) }),
]);
export type Latency = z.infer<typeof Latency>;

const base = {
  /** Share of the requests that meet it, by a draw from the seed and the request. */
  probability: z.number().min(0).max(1).default(1),
  /** Requests that it lets pass first. */
  after: z.int().min(0).max(1_000_000).default(0),
  /** Requests that it then may strike; absent: all. */
  times: z.int().min(1).max(1_000_000).optional(),
};

/** Faults that need nothing but their name, with what they do. */
export const PLAIN_FAULTS = {
  "server-error": "answers 500",
  reset: "destroys the connection instead of answering",
  cut: "destroys the connection in the middle of the answer",
  truncated: "ends the answer in order, but before it is finished",
  fragments: "sends tool-call arguments character by character, with chunk borders inside UTF-8 sequences and SSE lines",
  "broken-arguments": "breaks the JSON of tool-call arguments; where no tool is called, calls one",
  "leaked-mark": "leaves a tool call in the content, inside <tool_call>",
  "leaked-json": "leaves a tool call in the content, as bare JSON",
  "empty-choices": "answers without choices",
  "no-usage": "leaves the usage out",
  reasoning: "adds reasoning in the field `reasoning`",
  "reasoning-content": "adds reasoning in the field `reasoning_content`",
  think: "adds reasoning to the content, inside <think>",
  garbage: "answers 200 with something that is no answer",
  hang: "never answers",
} as const;

const plainKinds = z.enum(Object.keys(PLAIN_FAULTS) as [keyof typeof PLAIN_FAULTS, ...(keyof typeof PLAIN_FAULTS)[]]);

/** A fault that the policy server can be told to have. */
export const Fault = z.discriminatedUnion("kind", [
  z.strictObject({ ...base, kind: plainKinds }),
  /** Waits before it answers. */
  z.strictObject({ ...base, kind: z.literal("latency"), latency: Latency }),
  /** Sends the head of the answer at once and waits before the first token. */
  z.strictObject({ ...base, kind: z.literal("slow-first-token"), latency: Latency }),
  /** Answers 429 with Retry-After. */
  z.strictObject({ ...base, kind: z.literal("rate-limited"), retryAfterSeconds: z.int().min(0).max(86_400).default(1) }),
]);
export type Fault = z.infer<typeof Fault>;
export type FaultKind = Fault["kind"];

export const FAULT_KINDS: readonly FaultKind[] = ["latency", "slow-first-token", "rate-limited", ...plainKinds.options];
