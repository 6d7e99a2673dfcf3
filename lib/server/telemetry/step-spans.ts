import "server-only";
import type { Step, Trajectory } from "@/lib/contracts/trajectory";
import { chatContent, toolContent } from "./content";
import { providerOf } from "./conventions";
import { known, type SpanAttributes, type SpanDescription, type TrajectoryFacts } from "./span-description";

type Of<Type extends Step["type"]> = Extract<Step, { type: Type }>;

/** What a step's span is, apart from its key, its parent and its times. */
export type StepSpan = Pick<SpanDescription, "name" | "kind" | "attributes" | "failed"> & { durationMs: number };

export interface StepScope {
  trajectory: Trajectory;
  facts: TrajectoryFacts;
  /** Whether texts of messages, tools and hooks may be told. */
  content: boolean;
}

/** The span of a step that took time; null for the others. */
export function stepSpan(step: Step, scope: StepScope): StepSpan | null {
  switch (step.type) {
    case "model-call":
      return chatSpan(step, scope);
    case "tool-call":
      return toolSpan(step, scope);
    case "skill-load":
      return skillSpan(step, scope);
    case "hook":
      return hookSpan(step, scope);
    case "module":
      return moduleSpan(step, scope);
    default:
      return null;
  }
}

function chatSpan(step: Of<"model-call">, { trajectory, facts, content }: StepScope): StepSpan {
  const { outcome } = step;
  const { endpoint, model, checkpoint } = step.route ?? trajectory.model;
  const { decoding } = facts;
  // A repeated request, and one of a module's batch, has a seed of its own that is not on record.
  const seed = step.attempt === 1 && step.module === undefined ? trajectory.seed : null;
  const answer = outcome.ok
    ? known({
        "gen_ai.usage.input_tokens": outcome.usage.promptTokens,
        "gen_ai.usage.output_tokens": outcome.usage.completionTokens,
        "gen_ai.response.finish_reasons": [short(outcome.finishReason)],
        "studio.ttft_ms": outcome.ttftMs,
      })
    : known({ "error.type": outcome.error.type, "http.response.status_code": outcome.error.status });
  return {
    name: `chat ${model}`,
    kind: "client",
    durationMs: outcome.durationMs,
    failed: !outcome.ok,
    attributes: {
      ...known({
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": providerOf(endpoint),
        "gen_ai.request.model": model,
        "gen_ai.request.temperature": decoding?.temperature,
        "gen_ai.request.top_p": decoding?.topP,
        "gen_ai.request.max_tokens": decoding?.maxTokens,
        "gen_ai.request.seed": seed,
        "studio.endpoint.id": endpoint,
        "studio.checkpoint": checkpoint,
        "studio.round": step.round,
        "studio.attempt": step.attempt,
        "studio.prompt": step.route?.prompt ?? "full",
        "studio.module": step.module,
      }),
      ...answer,
      ...(content ? chatContent(step.messages, outcome) : {}),
    },
  };
}

function toolSpan(step: Of<"tool-call">, { content }: StepScope): StepSpan {
  const error = step.outcome.ok ? null : step.outcome.error.type;
  // The name of a tool that there is not is the model's own words.
  const tool = error === "unknown-tool" && !content ? "_unknown" : step.tool;
  return {
    name: `execute_tool ${tool}`,
    kind: "internal",
    durationMs: step.durationMs,
    failed: error !== null,
    attributes: {
      ...toolAttributes(tool, step.callId, step.round),
      ...known({ "error.type": error, "studio.tool.executed": step.executed, "studio.module": step.module }),
      ...(content ? toolContent(step.arguments, step.outcome) : {}),
    },
  };
}

function skillSpan(step: Of<"skill-load">, { content }: StepScope): StepSpan {
  return {
    name: "execute_tool load_skill",
    kind: "internal",
    durationMs: 0,
    failed: !step.found,
    attributes: {
      ...toolAttributes("load_skill", step.callId, step.round),
      ...known({
        "studio.skill.name": step.found || content ? step.skill : "_unknown",
        "studio.skill.kind": step.kind,
        "error.type": step.found ? null : "not-found",
      }),
    },
  };
}

/** Identifiers that a server chose are of any length. */
const short = (text: string) => text.slice(0, 128);

function toolAttributes(tool: string, callId: string, round: number): SpanAttributes {
  return {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": tool,
    "gen_ai.tool.call.id": short(callId),
    "gen_ai.tool.type": "function",
    "studio.round": round,
  };
}

function hookSpan(step: Of<"hook">, { content }: StepScope): StepSpan {
  const failed = step.decision === "error";
  return {
    name: `hook ${step.hook}`,
    kind: "internal",
    durationMs: step.durationMs,
    failed,
    attributes: known({
      "studio.hook.name": step.hook,
      "studio.hook.event": step.event,
      "studio.hook.decision": step.decision,
      "studio.hook.reason": content ? step.reason : null,
      "studio.round": step.round,
      "error.type": failed ? "hook" : null,
    }),
  };
}

function moduleSpan(step: Of<"module">, { content }: StepScope): StepSpan {
  return {
    name: `module ${step.slot}`,
    kind: "internal",
    durationMs: step.durationMs,
    failed: step.error !== undefined,
    attributes: known({
      "studio.module": step.slot,
      "studio.module.calls": step.calls,
      "studio.module.notes": content && step.notes.length > 0 ? JSON.stringify(step.notes) : null,
      "studio.round": step.round,
      "error.type": step.error?.type,
    }),
  };
}
