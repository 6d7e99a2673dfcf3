import type { z } from "zod";
import type { Tool } from "@/lib/contracts/harness";
import type { ChatOutcome, Message } from "@/lib/contracts/model";
import type { PromptSpan } from "@/lib/contracts/trajectory";
import { settleWithin } from "./deadline";
import { isLeakedToolCall } from "./leaked-tool-call";
import { splitReasoning } from "./reasoning";
import { type Ending, endWithout, interruption, remainingMs, type Session } from "./session";
import { toolSpec } from "./tools/builtin-specs";

export interface ModelRequest {
  messages: Message[];
  spans: z.infer<typeof PromptSpan>[];
  tools: Tool[];
}

type Answer = Extract<ChatOutcome, { ok: true }>;

export type ModelAnswer = { ok: true; answer: Answer } | { ok: false; ending: Ending };

/** Calls the model, again after a retryable failure or malformed output, at most `callAttempts` times in all. */
export async function callModel(session: Session, request: ModelRequest): Promise<ModelAnswer> {
  const { limits } = session.options.harness.config;
  let malformed = 0;
  for (let attempt = 1; ; attempt++) {
    // A request repeated under one seed would come out malformed again.
    const outcome = await attemptCall(session, request, attempt, session.options.seed + malformed);
    const problem = outcome.ok ? malformedOutput(outcome) : outcome.error;
    if (problem === null && outcome.ok) return { ok: true, answer: outcome };
    if (outcome.ok) malformed += 1;
    const interrupted = interruption(session);
    if (interrupted) return { ok: false, ending: interrupted };
    const failure = { type: problem?.type ?? "malformed", message: problem?.message ?? "" };
    if (failure.type === "aborted") return { ok: false, ending: endWithout(session, "aborted", failure) };
    if (!problem?.retryable || attempt >= limits.callAttempts) {
      return { ok: false, ending: endWithout(session, "model-error", failure) };
    }
    session.recorder.record({
      type: "retry",
      round: session.state.round,
      scope: "call",
      reason: `${failure.type}: ${failure.message}`,
    });
  }
}

async function attemptCall(session: Session, request: ModelRequest, attempt: number, seed: number): Promise<ChatOutcome> {
  const { options, recorder, state } = session;
  const { limits, decoding } = options.harness.config;
  const callTimeout = state.round <= 1 ? limits.firstCallTimeoutMs : limits.laterCallTimeoutMs;
  const timeoutMs = Math.max(1, Math.min(callTimeout, remainingMs(session)));
  const failed = (type: "timeout" | "server-error", message: string): ChatOutcome => {
    return { ok: false, error: { type, message, retryable: type === "timeout" }, durationMs: timeoutMs };
  };
  const chatRequest = {
    messages: request.messages,
    tools: request.tools.map(toolSpec),
    decoding: { ...decoding, seed },
  };
  const raw = await recorder.timed("modelMs", () =>
    settleWithin(
      options.model.chat(chatRequest, { timeoutMs, ...(options.signal ? { signal: options.signal } : {}) }),
      timeoutMs,
      () => failed("timeout", `no answer within ${timeoutMs} ms`),
      (error) => failed("server-error", error instanceof Error ? error.message : String(error)),
    ),
  );
  const outcome = withoutThinking(raw);
  recorder.count(outcome);
  recorder.record({
    type: "model-call",
    round: state.round,
    attempt,
    messages: request.messages,
    prompt: request.spans,
    tools: request.tools.map((tool) => tool.name),
    outcome,
  });
  return outcome;
}

/** Output of the policy that is neither a reply nor a tool call. */
function malformedOutput(answer: Answer): { type: string; message: string; retryable: boolean } | null {
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
  return { ...outcome, content, ...(thoughts === "" ? {} : { reasoning: thoughts }) };
}
