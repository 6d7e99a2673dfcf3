import "server-only";
import type { Step, StopReason, Trajectory } from "@/lib/contracts/trajectory";
import { providerOf } from "./conventions";
import { known, type SpanDescription, type TrajectoryFacts } from "./span-description";
import { boundSpan } from "./span-size";
import { type StepScope, stepSpan } from "./step-spans";

const ROOT = "root";
/** Ends that are no failure of the task. */
const FINE: ReadonlySet<StopReason> = new Set(["replied", "recovered", "suppressed", "rejected"]);

/**
 * One trajectory as the spans of one trace: an `invoke_agent` root, and within it each model call, tool call, hook, custom
 * module and nested agent; retries, fallbacks and the reply are events. Pure. Texts beyond 32 kB of a span are left out. With `content` false nothing that a viewer, the
 * model, a tool or a hook said is in it; with it, what goes beyond 32 kB of a span is left out.
 */
export function describeTrajectory(trajectory: Trajectory, facts: TrajectoryFacts, content: boolean): SpanDescription[] {
  const scope: StepScope = { trajectory, facts, content };
  const endMs = facts.startedAt + trajectory.timings.wallMs;
  const at = (ms: number) => Math.min(endMs, Math.max(facts.startedAt, facts.startedAt + ms));
  const root: SpanDescription = { ...rootSpan(scope), startMs: facts.startedAt, endMs };
  const spans = [root];
  const agents = [root];
  for (const [index, step] of trajectory.steps.entries()) {
    const agent = agents.at(-1) ?? root;
    const key = `${index}`;
    if (step.type === "frame") {
      if (step.action === "began") agents.push(nestedSpan(scope, key, agent, at(step.atMs), endMs));
      const nested = agents.at(-1);
      if (step.action === "began" && nested) spans.push(nested);
      if (step.action === "ended" && agents.length > 1) {
        if (nested) nested.endMs = at(step.atMs);
        agents.pop();
      }
      continue;
    }
    const own = stepSpan(step, scope);
    if (own) {
      const { durationMs, ...rest } = own;
      // A step is recorded when it is over.
      const times = { startMs: Math.max(agent.startMs, at(step.atMs - durationMs)), endMs: at(step.atMs) };
      spans.push({ ...rest, ...times, key, parent: agent.key, events: [] });
    } else {
      const event = stepEvent(step, content);
      if (event) agent.events.push({ ...event, atMs: at(step.atMs) });
    }
  }
  for (const span of spans) {
    boundSpan(span);
    span.attributes["gen_ai.conversation.id"] = facts.id;
  }
  return spans;
}

function rootSpan({ trajectory, facts, content }: StepScope): Omit<SpanDescription, "startMs" | "endMs"> {
  const { harness, stopReason, failure, channel, reply } = trajectory;
  const failed = !FINE.has(stopReason);
  return {
    key: ROOT,
    parent: null,
    kind: "internal",
    failed,
    events: [],
    ...agentIdentity(trajectory),
    attributes: {
      ...agentIdentity(trajectory).attributes,
      ...known({
        "harness.hash": harness.hash,
        "harness.name": harness.name,
        "studio.project": facts.project,
        "studio.run.id": facts.run,
        "studio.case.id": facts.case,
        "studio.case.repeat": facts.repeat,
        "studio.release.id": facts.release,
        "studio.stop_reason": stopReason,
        "studio.channel": channel,
        "studio.suppressed": reply === "",
        "error.type": failed ? (failure?.type ?? stopReason) : null,
        "studio.failure": content ? failure?.message : null,
        "studio.reply": content ? reply : null,
      }),
    },
  };
}

function nestedSpan(
  { trajectory }: StepScope,
  key: string,
  around: SpanDescription,
  startMs: number,
  endMs: number,
): SpanDescription {
  return { key, parent: around.key, kind: "internal", startMs, endMs, events: [], failed: false, ...agentIdentity(trajectory) };
}

function agentIdentity({ harness, model }: Trajectory): Pick<SpanDescription, "name" | "attributes"> {
  return {
    name: `invoke_agent ${harness.name}`,
    attributes: {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.provider.name": providerOf(model.endpoint),
      "gen_ai.agent.name": harness.name,
      "gen_ai.request.model": model.model,
    },
  };
}

function stepEvent(step: Step, content: boolean): Pick<SpanDescription["events"][number], "name" | "attributes"> | null {
  switch (step.type) {
    case "retry":
      return {
        name: "studio.retry",
        attributes: known({ "studio.scope": step.scope, "studio.reason": reasonOf(step, content), "studio.round": step.round }),
      };
    case "fallback":
      return {
        name: "studio.fallback",
        attributes: known({
          "studio.scope": step.scope,
          "studio.reason": reasonOf(step, content),
          "studio.endpoint.id": step.route.endpoint,
          "studio.prompt": step.route.prompt,
          "studio.recovered": step.recovered,
        }),
      };
    case "reply":
      return { name: "studio.reply", attributes: { "studio.channel": step.channel, "studio.suppressed": step.suppressed } };
    default:
      return null;
  }
}

/** A reason begins with the type of what failed; the rest may quote anybody, and so may the reason of a reply sent back. */
function reasonOf(step: { scope: string; reason: string }, content: boolean): string | null {
  if (content) return step.reason;
  if (step.scope === "reply") return null;
  return /^[a-z]+(?:-[a-z]+)*(?=:|$)/.exec(step.reason)?.[0] ?? null;
}
