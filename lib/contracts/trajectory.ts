import { z } from "zod";
import { Comment } from "./case";
import { Channel, HookEvent, ModuleSlot, SkillKind } from "./harness";
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
  /** The tool's definition upstream is no longer the one that the version pins. */
  "schema-drift",
]);
export type ToolErrorType = z.infer<typeof ToolErrorType>;

/** What a tool call came to: a result or a typed error, both of which the policy can read. */
export const ToolOutcome = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), result: Json }),
  z.object({ ok: z.literal(false), error: z.object({ type: ToolErrorType, message: z.string() }) }),
]);
export type ToolOutcome = z.infer<typeof ToolOutcome>;

export const TodoItem = z.object({ text: z.string(), done: z.boolean() });

/** What one agent works with: the parts of the state that a nested agent has of its own. */
const frameParts = {
  loadedSkills: z.array(z.string()),
  todo: z.array(TodoItem),
  stopBlocks: z.int().min(0),
  /** The comments as a hook changed them, or the task of a nested agent; absent where the task's own stand. */
  comments: z.array(Comment).optional(),
  /** Append-only conversation after the dialogue: policy messages, tool results, hook feedback. */
  history: z.array(Message),
  /** Tools that a nested agent may use at most; absent where there is no such bound. */
  tools: z.array(z.string()).optional(),
  /** What custom modules keep between rounds, by slot. */
  modules: z.partialRecord(ModuleSlot, Json).default({}),
};

/** An agent that waits for a nested one. The nested agent's reply becomes the result of the call `callId`. */
export const Frame = z.object({ ...frameParts, callId: z.string() });
export type Frame = z.infer<typeof Frame>;

/** Where the kernel stands, without the history. Plain JSON: `JSON.parse(JSON.stringify(state))` resumes equally. */
export const KernelState = z.object({
  /** Model rounds begun so far. */
  round: z.int().min(0),
  ...frameParts,
  /** Milliseconds spent so far. */
  elapsedMs: z.number(),
  /** Agents that wait, outermost first; empty where no nested agent is at work. */
  frames: z.array(Frame).default([]),
  /** Tool results that are not in the history: those of ended nested agents and of custom modules' own calls. */
  evidence: z.array(z.object({ tool: z.string(), arguments: Json, result: Json })).default([]),
});
export type KernelState = z.infer<typeof KernelState>;

/** The state just before a model call, by reference to the history's length (the history is append-only). */
export const Boundary = z.object({
  round: z.int().min(1),
  historyLength: z.int().min(0),
  state: KernelState.omit({ history: true }),
  /** The history itself, in a nested agent, whose history is not part of the trajectory's own. */
  history: z.array(Message).optional(),
  view: z.object({ memory: z.string(), messages: z.int() }),
  directive: z.string(),
  exposed: z.object({ tools: z.array(z.string()), skills: z.array(z.string()) }),
});
export type Boundary = z.infer<typeof Boundary>;

const stepBase = {
  round: z.int().min(0),
  atMs: z.number().describe("milliseconds since the task began"),
  /** How deep in nested agents; absent in the outermost. */
  depth: z.int().min(1).optional(),
};

/** Who is called and with which prompt. */
export const Route = z.object({
  endpoint: z.string(),
  model: z.string(),
  checkpoint: z.string(),
  prompt: z.enum(["full", "compact"]),
});
export type Route = z.infer<typeof Route>;

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
    /** Absent: the policy, with the full prompt. */
    route: Route.optional(),
    /** The custom module that made the call; absent where the kernel did. */
    module: ModuleSlot.optional(),
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
    /** What the tool itself returned, where a PostToolUse hook changed it. */
    raw: ToolOutcome.optional(),
    /** False where the call was refused before it reached the tool. */
    executed: z.boolean().optional(),
    module: ModuleSlot.optional(),
    durationMs: z.number(),
  }),
  /** A compact route was taken: for one call (`call`), or for the whole trajectory's last answer (`trajectory`). */
  z.object({
    ...stepBase,
    type: z.literal("fallback"),
    scope: z.enum(["call", "trajectory"]),
    reason: z.string(),
    route: Route,
    /** Whether it brought an answer. */
    recovered: z.boolean(),
  }),
  /** A custom module ran. `notes` is what it emitted. */
  z.object({
    ...stepBase,
    type: z.literal("module"),
    slot: ModuleSlot,
    calls: z.int(),
    notes: z.array(Json),
    error: z.object({ type: z.string(), message: z.string() }).optional(),
    durationMs: z.number(),
  }),
  /** A nested agent began its task or gave its answer. */
  z.object({ ...stepBase, type: z.literal("frame"), action: z.enum(["began", "ended"]), callId: z.string(), text: z.string() }),
  z.object({ ...stepBase, type: z.literal("retry"), scope: z.enum(["call", "reply"]), reason: z.string() }),
  z.object({ ...stepBase, type: z.literal("reply"), content: z.string(), channel: Channel, suppressed: z.boolean() }),
]);
export type Step = z.infer<typeof Step>;

/** Why a task ended. All but `replied` and `recovered` are failures of the trajectory, though a conservative reply may have been given. */
export const StopReason = z.enum([
  "replied",
  /** The trajectory failed, and the compact route gave a reply that the Stop hooks let pass. `failure` says what failed. */
  "recovered",
  "suppressed",
  "rejected",
  "round-limit",
  "trajectory-timeout",
  "model-error",
  /** A custom module failed. */
  "module-error",
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
  /** Every reading of the clock, in microseconds after the one before it: with the outcomes, all that a replay needs. */
  clock: z.array(z.int()).optional(),
});
export type Trajectory = z.infer<typeof Trajectory>;
