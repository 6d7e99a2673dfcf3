import type { Message } from "@/lib/contracts/model";
import { type Boundary, KernelState, type Step, type Trajectory } from "@/lib/contracts/trajectory";

type Of<Type extends Step["type"]> = Extract<Step, { type: Type }>;

/** A trajectory of exactly these steps. They are not copied: a step can be found again by identity. */
export function trajectoryOf(steps: Step[], overrides: Partial<Trajectory> = {}): Trajectory {
  return {
    schemaVersion: 1,
    harness: { name: "demo", hash: "0".repeat(64) },
    model: { endpoint: "embedded", model: "m", checkpoint: "c" },
    seed: 1,
    channel: "public",
    steps,
    history: [],
    reply: "",
    stopReason: "replied",
    usage: { promptTokens: 1, completionTokens: 1, calls: 1 },
    timings: { wallMs: 1, modelMs: 1, toolMs: 1, hookMs: 1, ttftMs: null },
    ...overrides,
  };
}

/** The boundary of a round; `inner` is the history of a nested agent. */
export function boundaryStep(
  round: number,
  overrides: { historyLength?: number; directive?: string; history?: Message[]; depth?: number; atMs?: number } = {},
): Of<"boundary"> {
  const { depth, atMs = 0, historyLength = 0, directive = "", history } = overrides;
  const { history: _, ...state } = KernelState.parse({
    round: round - 1,
    loadedSkills: [],
    todo: [],
    stopBlocks: 0,
    history: [],
    elapsedMs: 0,
  });
  const boundary: Boundary = {
    round,
    historyLength,
    state,
    ...(history ? { history } : {}),
    view: { memory: "full", messages: historyLength },
    directive,
    exposed: { tools: [], skills: [] },
  };
  return { type: "boundary", round, atMs, ...(depth ? { depth } : {}), boundary };
}

/** A model call that answered "ok" in 10 ms, the first token after 4. */
export function modelCallStep(overrides: Partial<Of<"model-call">> = {}): Of<"model-call"> {
  return {
    type: "model-call",
    round: 1,
    atMs: 10,
    attempt: 1,
    messages: [],
    prompt: [],
    tools: [],
    outcome: {
      ok: true,
      content: "ok",
      toolCalls: [],
      finishReason: "stop",
      usage: { promptTokens: 30, completionTokens: 5 },
      ttftMs: 4,
      durationMs: 10,
    },
    ...overrides,
  };
}

/** A tool call that answered. */
export function toolCallStep(overrides: Partial<Of<"tool-call">> = {}): Of<"tool-call"> {
  return {
    type: "tool-call",
    round: 1,
    atMs: 20,
    callId: "a",
    tool: "get_price",
    arguments: {},
    outcome: { ok: true, result: 5 },
    durationMs: 5,
    ...overrides,
  };
}

/** A Hook that took 1 ms. */
export function hookStep(overrides: Partial<Of<"hook">> = {}): Of<"hook"> {
  return {
    type: "hook",
    round: 1,
    atMs: 12,
    event: "PreToolUse",
    hook: "guard",
    decision: "allow",
    durationMs: 1,
    ...overrides,
  };
}
