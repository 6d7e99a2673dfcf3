import type { Case } from "@/lib/contracts/case";
import type { Harness, HookEvent, ModuleSlot, Tool } from "@/lib/contracts/harness";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import type { ChatOutcome, ChatRequest } from "@/lib/contracts/model";
import type { HostAnswer, HostCall } from "@/lib/contracts/module";
import type { FaqEntry } from "@/lib/contracts/serving";
import type { KernelState, Step, ToolOutcome } from "@/lib/contracts/trajectory";

/** A chat model. Never rejects: a failure is an outcome. */
export interface ChatModel {
  readonly identity: { endpoint: string; model: string; checkpoint: string };
  /**
   * Waits until a call may be made, where there are limits; answers what to call when it has ended. Waiting is no time of the
   * task: whoever limits a model gives the task a clock that stands still meanwhile. An abort ends the wait.
   */
  admit?(signal?: AbortSignal): Promise<() => void>;
  /** `timeoutMs` bounds the whole call. */
  chat(request: ChatRequest, options: { timeoutMs: number; signal?: AbortSignal }): Promise<ChatOutcome>;
}

/** What a tool came to and how long it took, in milliseconds, as the transport measured it. */
export interface ToolAnswer {
  outcome: ToolOutcome;
  durationMs: number;
}

/** Executes tools that the kernel does not execute itself. Never rejects. */
export interface ToolTransport {
  call(tool: Tool, args: JsonObject, options: { timeoutMs: number; signal?: AbortSignal }): Promise<ToolAnswer>;
}

/** What a sandboxed hook came to: the value it returned, or why it was stopped. */
export type SandboxOutcome =
  | { ok: true; value: JsonValue; durationMs: number }
  | {
      ok: false;
      error: "syntax" | "threw" | "timeout" | "memory" | "bad-result" | "unavailable";
      message: string;
      durationMs: number;
    };

/**
 * What one pass over a module's code came to. `waiting`: it stands at host calls whose answers are not known yet; run it
 * again with the answers in the order in which the calls were made.
 */
export type ModuleOutcome =
  | { ok: true; value: JsonValue; notes: JsonValue[]; durationMs: number }
  | { ok: true; waiting: HostCall[]; durationMs: number }
  | Extract<SandboxOutcome, { ok: false }>;

/** Runs untrusted code: one fresh context a call, no I/O, time and memory bounded. Never rejects. */
export interface HookSandbox {
  run(request: { name: string; code: string; event: HookEvent; payload: JsonValue; timeoutMs: number }): Promise<SandboxOutcome>;
  /**
   * One pass over a module. The code is deterministic (its clock stands still, its random numbers are seeded), so it is run
   * from its beginning each time and takes the answers given so far: nothing has to be held while a host call is under way,
   * and a stored trajectory replays.
   */
  runModule?(request: {
    slot: ModuleSlot;
    code: string;
    input: JsonValue;
    answers: readonly HostAnswer[];
    timeoutMs: number;
  }): Promise<ModuleOutcome>;
}

/** Milliseconds, monotonic. `sleep` waits; a clock without it waits in real time. */
export interface Clock {
  now(): number;
  sleep?(milliseconds: number): Promise<void>;
}

/** The part of a case that the agent may see. Ids, categories, checks and references never reach the kernel. */
export type Task = Pick<Case, "input" | "context" | "dialogue" | "channel">;

/** What a judge may look up about the trajectory that it judges. */
export interface Evidence {
  /** The context of the judged case. */
  context: JsonObject;
  /** What the judged trajectory looked up, in order. */
  toolResults: readonly { tool: string; arguments: JsonValue; outcome: ToolOutcome }[];
}

export interface TaskOptions {
  harness: Harness;
  /** Version hash, for the record. */
  hash: string;
  task: Task;
  model: ChatModel;
  /** The model behind `fallback.endpoint` of the harness; absent where it names none, or one that is not there. */
  fallbackModel?: ChatModel;
  /** The project's FAQ, which `faq_search` reads beside the case's own. */
  faq?: readonly FaqEntry[];
  /** Set where the task is to judge another trajectory: what the evidence tools answer from. */
  evidence?: Evidence;
  tools: ToolTransport;
  sandbox: HookSandbox;
  clock: Clock;
  /** Seed of the decoding; passed on to the model. */
  seed: number;
  signal?: AbortSignal;
  /** Resume from the state at a boundary instead of from the beginning. */
  from?: KernelState;
  /** Called with each step as it happens. */
  onStep?: (step: Step) => void;
}
