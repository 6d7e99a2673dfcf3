import { z } from "zod";
import { Comment } from "./case";
import { Channel, HookEvent, SkillKind } from "./harness";
import { Json } from "./ids";
import { ChatOutcome, Message, Usage } from "./model";

export const ToolErrorType = z.enum([
  "unknown-tool",
  "invalid-arguments",
  "timeout",
  "permission-denied",
  "not-found",
  "malformed",
  "unavailable",
  "denied-by-hook",
]);
export type ToolErrorType = z.infer<typeof ToolErrorType>;

/** What a tool call came to: a result or a typed error, both of which the policy can read. */
export const ToolOutcome = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), result: Json }),
  z.object({ ok: z.literal(false), error: z.object({ type: ToolErrorType, message: z.string() }) }),
]);
export type ToolOutcome = z.infer<typeof ToolOutcome>;

export const TodoItem = z.object({ text: z.string(), done: z.boolean() });

/** Where the kernel stands, without the history. Plain JSON: `JSON.parse(JSON.stringify(state))` resumes equally. */
export const KernelState = z.object({
  /** Model rounds begun so far. */
  round: z.int().min(0),
  loadedSkills: z.array(z.string()),
  todo: z.array(TodoItem),
  stopBlocks: z.int().min(0),
  /** Milliseconds spent so far. */
  elapsedMs: z.number(),
  /** The comments as a UserPromptSubmit hook changed them; absent where the task's own stand. */
  comments: z.array(Comment).optional(),
  /** Append-only conversation after the dialogue: policy messages, tool results, hook feedback. */
  history: z.array(Message),
});
export type KernelState = z.infer<typeof KernelState>;

/** The state just before a model call, by reference to the history's length (the history is append-only). */
export const Boundary = z.object({
  round: z.int().min(1),
  historyLength: z.int().min(0),
  state: KernelState.omit({ history: true }),
  view: z.object({ memory: z.string(), messages: z.int() }),
  directive: z.string(),
  exposed: z.object({ tools: z.array(z.string()), skills: z.array(z.string()) }),
});
export type Boundary = z.infer<typeof Boundary>;

const stepBase = { round: z.int().min(0), atMs: z.number().describe("milliseconds since the task began") };

/** Where a part of the system prompt came from; offsets in UTF-16 code units of the system message. */
export const PromptSpan = z.object({ path: z.string(), name: z.string(), start: z.int(), end: z.int(), tokens: z.int() });

export const Step = z.discriminatedUnion("type", [
  z.object({ ...stepBase, type: z.literal("boundary"), boundary: Boundary }),
  z.object({
    ...stepBase,
    type: z.literal("hook"),
    event: HookEvent,
    hook: z.string(),
    decision: z.enum(["allow", "change", "deny", "block", "replace", "suppress", "error"]),
    reason: z.string().optional(),
    durationMs: z.number(),
  }),
  z.object({
    ...stepBase,
    type: z.literal("model-call"),
    attempt: z.int().min(1),
    messages: z.array(Message),
    prompt: z.array(PromptSpan),
    tools: z.array(z.string()),
    outcome: ChatOutcome,
  }),
  z.object({
    ...stepBase,
    type: z.literal("skill-load"),
    callId: z.string(),
    skill: z.string(),
    kind: SkillKind.optional(),
    found: z.boolean(),
  }),
  z.object({
    ...stepBase,
    type: z.literal("tool-call"),
    callId: z.string(),
    tool: z.string(),
    /** Arguments as executed; the raw text where it did not parse. */
    arguments: Json,
    outcome: ToolOutcome,
    durationMs: z.number(),
  }),
  z.object({ ...stepBase, type: z.literal("retry"), scope: z.enum(["call", "reply"]), reason: z.string() }),
  z.object({ ...stepBase, type: z.literal("reply"), content: z.string(), channel: Channel, suppressed: z.boolean() }),
]);
export type Step = z.infer<typeof Step>;

/** Why a task ended. All but `replied` are failures of the trajectory, though a conservative reply may have been given. */
export const StopReason = z.enum([
  "replied",
  "suppressed",
  "rejected",
  "round-limit",
  "trajectory-timeout",
  "model-error",
  "aborted",
]);
export type StopReason = z.infer<typeof StopReason>;

/** The record of one task. Steps are in order of time; prompt spans tell where each part of the prompt came from. */
export const Trajectory = z.object({
  schemaVersion: z.literal(1),
  harness: z.object({ name: z.string(), hash: z.string() }),
  model: z.object({ endpoint: z.string(), model: z.string(), checkpoint: z.string() }),
  seed: z.int(),
  channel: Channel,
  steps: z.array(Step),
  /** The final history: what `historyLength` of a boundary counts in. */
  history: z.array(Message),
  reply: z.string(),
  stopReason: StopReason,
  /** Set where the model or a transport failed and no reply of the policy was obtained. */
  failure: z.object({ type: z.string(), message: z.string() }).optional(),
  usage: Usage.extend({ calls: z.int() }),
  timings: z.object({
    wallMs: z.number(),
    modelMs: z.number(),
    toolMs: z.number(),
    hookMs: z.number(),
    ttftMs: z.number().nullable(),
  }),
});
export type Trajectory = z.infer<typeof Trajectory>;
