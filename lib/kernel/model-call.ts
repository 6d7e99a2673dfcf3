import type { z } from "zod";
import type { ModuleSlot, Tool } from "@/lib/contracts/harness";
import type { ChatOutcome, Message } from "@/lib/contracts/model";
import type { PromptSpan, Route } from "@/lib/contracts/trajectory";
import { settleWithin } from "./deadline";
import { isLeakedToolCall } from "./leaked-tool-call";
import type { ChatModel } from "./ports";
import { splitReasoning } from "./reasoning";
import { type Ending, endWithout, interruption, remainingMs, type Session } from "./session";
import { toolSpec } from "./tools/builtin-specs";

export interface ModelRequest {
  messages: Message[];
  spans: z.infer<typeof PromptSpan>[];
  tools: Tool[];
}

/** Finish reason of an answer that the token limit cut off. */
const CUT_OFF = "length";
/** By how much the token limit grows after that. */
const STEP = 4;

type Answer = Extract<ChatOutcome, { ok: true }>;
type Problem = { type: string; message: string; retryable: boolean };

export type ModelAnswer = { ok: true; answer: Answer } | { ok: false; ending: Ending };

/** One way to call: whom, for how long, and what is put on record about it. */
export interface CallRoute {
  model: ChatModel;
  timeoutMs: number;
  attempts: number;
  /** Absent for the policy with the full prompt. */
  route?: z.infer<typeof Route>;
  module?: ModuleSlot;
  /** Added to the seed: what failed under one seed would mostly fail under it again. */
  seedOffset?: number;
  /** How often an answer was cut off and its token limit raised. */
  steps?: number;
}

export type Called = { ok: true; answer: Answer } | { ok: false; outcome: ChatOutcome; problem: Problem };

/** The policy's own route, with the time that the harness gives to the first call or to later ones. */
export function mainRoute({ options, state }: Session): CallRoute {
  const { limits } = options.harness.config;
  const timeoutMs = state.round <= 1 ? limits.firstCallTimeoutMs : limits.laterCallTimeoutMs;
  return { model: options.model, timeoutMs, attempts: limits.callAttempts };
}

/**
 * Calls the model for a round. Where that fails for good, the call is made once more by the compact route (TaoLive report,
 * section 6.2); `compact` renders the request for it.
 */
export async function callModel(
  session: Session,
  request: ModelRequest,
  compact: () => Promise<ModelRequest | null>,
): Promise<ModelAnswer> {
  const called = await callByRoute(session, request, mainRoute(session));
  if (called.ok) return { ok: true, answer: called.answer };
  const interrupted = interruption(session);
  if (interrupted) return { ok: false, ending: interrupted };
  const failure = { type: called.problem.type, message: called.problem.message };
  if (failure.type === "aborted") return { ok: false, ending: endWithout(session, "aborted", failure) };
  const answer = await callFallback(session, called.problem, compact);
  if (answer) return { ok: true, answer };
  return { ok: false, ending: interruption(session) ?? endWithout(session, "model-error", failure) };
}

/** Makes a call by a route, again after a retryable failure or malformed output, at most `attempts` times in all. */
export async function callByRoute(session: Session, request: ModelRequest, via: CallRoute): Promise<Called> {
  let malformed = 0;
  let steps = 0;
  for (let attempt = 1; ; attempt++) {
    // A request repeated under one seed would come out malformed again.
    const outcome = await attemptCall(
      session,
      request,
      { ...via, steps },
      attempt,
      session.options.seed + (via.seedOffset ?? 0) + malformed,
    );
    const problem = outcome.ok ? malformedOutput(outcome) : outcome.error;
    if (problem === null && outcome.ok) return { ok: true, answer: outcome };
    if (outcome.ok && outcome.finishReason === CUT_OFF) steps += 1;
    else if (outcome.ok) malformed += 1;
    const failed: Called = {
      ok: false,
      outcome,
      problem: problem ?? { type: "malformed", message: "the answer cannot be used", retryable: false },
    };
    if (!failed.problem.retryable || attempt >= via.attempts || interruption(session) !== null) return failed;
    // A server that asks for a longer pause than there is time is not asked again: the compact route is the better way.
    const pauseMs = outcome.ok ? 0 : (outcome.error.retryAfterMs ?? 0);
    if (pauseMs >= Math.min(via.timeoutMs, remainingMs(session))) return failed;
    session.recorder.record({
      type: "retry",
      round: session.state.round,
      scope: "call",
      reason: `${failed.problem.type}: ${failed.problem.message}`,
    });
    if (pauseMs > 0) await pause(session, pauseMs);
  }
}

/** Waits as long as a server asked for; an abort ends it. */
async function pause({ options: { clock, signal } }: Session, milliseconds: number): Promise<void> {
  if (clock.sleep) return clock.sleep(milliseconds);
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", done, { once: true });
  });
}

/** The compact route's answer; null where there is no such route or it failed too. */
async function callFallback(
  session: Session,
  problem: Problem,
  compact: () => Promise<ModelRequest | null>,
): Promise<Answer | null> {
  const { fallback } = session.options.harness.config;
  const model = session.options.fallbackModel;
  // A refusal that is not about load or time would be the same on the same endpoint.
  if (fallback.use === "none" || (!problem.retryable && !model)) return null;
  const request = await compact();
  if (request === null) return null;
  const via = compactRoute(session, fallback.timeoutMs);
  const called = await callByRoute(session, request, via);
  session.recorder.record({
    type: "fallback",
    round: session.state.round,
    scope: "call",
    reason: `${problem.type}: ${problem.message}`,
    route: via.route,
    recovered: called.ok,
  });
  return called.ok ? called.answer : null;
}

/** One attempt at the fallback endpoint, or at the policy's own where the harness names none that is there. */
export function compactRoute({ options }: Session, timeoutMs: number): CallRoute & { route: z.infer<typeof Route> } {
  const model = options.fallbackModel ?? options.model;
  const seedOffset = options.harness.config.limits.callAttempts;
  return {
    model,
    timeoutMs,
    attempts: 1,
    seedOffset,
    route: { ...model.identity, prompt: options.harness.config.fallback.prompt },
  };
}

async function attemptCall(
  session: Session,
  request: ModelRequest,
  via: CallRoute,
  attempt: number,
  seed: number,
): Promise<ChatOutcome> {
  const outcome = await chatOnce(session, request, via, seed);
  recordCall(session, request, via, attempt, outcome);
  return outcome;
}

/** Sends one request, and records nothing: calls made side by side are recorded in their order once all are back. */
export async function chatOnce(session: Session, request: ModelRequest, via: CallRoute, seed: number): Promise<ChatOutcome> {
  const { options } = session;
  const leave = await via.model.admit?.(options.signal);
  try {
    return await chatAdmitted(session, request, via, seed);
  } finally {
    leave?.();
  }
}

async function chatAdmitted(session: Session, request: ModelRequest, via: CallRoute, seed: number): Promise<ChatOutcome> {
  const { options } = session;
  const { temperature, topP, maxTokens, stepUpTo } = options.harness.config.decoding;
  const timeoutMs = Math.max(1, Math.min(via.timeoutMs, remainingMs(session)));
  const failed = (type: "timeout" | "server-error", message: string): ChatOutcome => {
    return { ok: false, error: { type, message, retryable: type === "timeout" }, durationMs: timeoutMs };
  };
  const chatRequest = {
    messages: request.messages,
    tools: request.tools.map(toolSpec),
    decoding: {
      temperature,
      topP,
      maxTokens: Math.max(maxTokens, Math.min(stepUpTo, maxTokens * STEP ** (via.steps ?? 0))),
      seed,
    },
  };
  const raw = await settleWithin(
    via.model.chat(chatRequest, { timeoutMs, ...(options.signal ? { signal: options.signal } : {}) }),
    timeoutMs,
    () => failed("timeout", `no answer within ${Math.round(timeoutMs)} ms`),
    (error) => failed("server-error", error instanceof Error ? error.message : String(error)),
  );
  return withoutThinking(raw);
}

export function recordCall(
  { recorder, state }: Session,
  request: ModelRequest,
  via: CallRoute,
  attempt: number,
  outcome: ChatOutcome,
): void {
  recorder.book("modelMs", outcome.durationMs);
  recorder.count(outcome);
  recorder.record({
    type: "model-call",
    round: state.round,
    attempt,
    messages: request.messages,
    prompt: request.spans,
    tools: request.tools.map((tool) => tool.name),
    ...(via.route ? { route: via.route } : {}),
    ...(via.module ? { module: via.module } : {}),
    outcome,
  });
}

/** Output of the policy that is neither a reply nor a tool call. */
function malformedOutput(answer: Answer): Problem | null {
  // Half a sentence is no reply, and half a tool call no call.
  if (answer.finishReason === CUT_OFF)
    return { type: "truncated-output", message: "the answer was cut off at the token limit", retryable: true };
  if (answer.toolCalls.length > 0) return null;
  if (isLeakedToolCall(answer.content)) {
    return { type: "malformed-output", message: "a tool call was left inside the content", retryable: true };
  }
  if (answer.content.trim() === "") {
    return { type: "malformed-output", message: "neither a reply nor a tool call", retryable: true };
  }
  return null;
}

function withoutThinking(outcome: ChatOutcome): ChatOutcome {
  if (!outcome.ok) return outcome;
  const { content, reasoning } = splitReasoning(outcome.content);
  if (reasoning === "" && content === outcome.content) return outcome;
  const thoughts = [outcome.reasoning, reasoning].filter((text) => text !== undefined && text !== "").join("\n");
  // In the order of the schema, so that the stored record reads the same when it is parsed and written again.
  const { ok, content: _, reasoning: __, ...rest } = outcome;
  return { ok, content, ...(thoughts === "" ? {} : { reasoning: thoughts }), ...rest };
}
