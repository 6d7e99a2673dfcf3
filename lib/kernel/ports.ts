import type { Case } from "@/lib/contracts/case";
import type { Harness, HookEvent, Tool } from "@/lib/contracts/harness";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import type { ChatOutcome, ChatRequest } from "@/lib/contracts/model";
import type { KernelState, Step, ToolOutcome } from "@/lib/contracts/trajectory";

/** A chat model. Never rejects: a failure is an outcome. */
export interface ChatModel {
  readonly identity: { endpoint: string; model: string; checkpoint: string };
  /** `timeoutMs` bounds the whole call. */
  chat(request: ChatRequest, options: { timeoutMs: number; signal?: AbortSignal }): Promise<ChatOutcome>;
}

/** Executes tools that the kernel does not execute itself. Never rejects. */
export interface ToolTransport {
  call(tool: Tool, args: JsonObject, options: { timeoutMs: number; signal?: AbortSignal }): Promise<ToolOutcome>;
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

/** Runs untrusted hook code: one fresh context a call, no I/O, time and memory bounded. Never rejects. */
export interface HookSandbox {
  run(request: { name: string; code: string; event: HookEvent; payload: JsonValue; timeoutMs: number }): Promise<SandboxOutcome>;
}

/** Milliseconds, monotonic. */
export interface Clock {
  now(): number;
}

/** The part of a case that the agent may see. Ids, categories, checks and references never reach the kernel. */
export type Task = Pick<Case, "input" | "context" | "dialogue" | "channel">;

export interface TaskOptions {
  harness: Harness;
  /** Version hash, for the record. */
  hash: string;
  task: Task;
  model: ChatModel;
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
