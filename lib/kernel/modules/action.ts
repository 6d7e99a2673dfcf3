import type { Tool } from "@/lib/contracts/harness";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import type { ToolCall } from "@/lib/contracts/model";
import type { ToolOutcome } from "@/lib/contracts/trajectory";
import { settleWithin } from "../deadline";
import { fireHooks } from "../hooks/fire";
import { remainingMs, type Session } from "../session";
import { runBuiltin } from "../tools/builtin";
import { observationText, parseArguments, toolError } from "../tools/observation";
import { argumentProblem } from "../tools/validate-arguments";

/** A call on its way: refused calls and built-in tools have their outcome at once, transports are still running. */
interface Underway {
  call: ToolCall;
  tool: Tool | null;
  arguments: JsonValue;
  executed: boolean;
  outcome: Promise<{ outcome: ToolOutcome; durationMs: number }>;
}

/**
 * A: runs the tool calls of one policy message and appends the observations. Calls are checked one by one in their order,
 * transports run side by side, and results are read in the order of the calls.
 */
export async function actOnToolCalls(session: Session, calls: readonly ToolCall[], exposed: readonly Tool[]): Promise<void> {
  const underway: Underway[] = [];
  for (const call of calls) underway.push(await begin(session, call, exposed));
  const settled = await Promise.all(underway.map((item) => item.outcome));
  session.recorder.book("toolMs", Math.max(0, ...settled.map(({ durationMs }) => durationMs)));
  for (const item of underway) await finish(session, item);
}

async function begin(session: Session, call: ToolCall, exposed: readonly Tool[]): Promise<Underway> {
  const { harness } = session.options;
  const args = parseArguments(call.arguments);
  const refused = (tool: Tool | null, outcome: ToolOutcome, value: JsonValue): Underway => {
    return { call, tool, arguments: value, executed: false, outcome: Promise.resolve({ outcome, durationMs: 0 }) };
  };
  const tool = exposed.find((item) => item.name === call.name);
  if (!tool) return refused(null, unknownTool(session, call.name, exposed), args ?? call.arguments);
  if (args === null) return refused(tool, toolError("invalid-arguments", "the arguments are not a JSON object"), call.arguments);

  const { payload, ended } = await fireHooks(
    session,
    "PreToolUse",
    { tool: tool.name, arguments: args, round: session.state.round, loadedSkills: session.state.loadedSkills },
    {
      change: (current, decision) => (decision.decision === "change" ? { ...current, arguments: decision.arguments } : null),
      closed: (reason) => ({ decision: "deny", reason }),
    },
  );
  if (ended?.decision.decision === "deny")
    return refused(tool, toolError("denied-by-hook", ended.decision.reason), payload.arguments);
  const problem = argumentProblem(tool.inputSchema, payload.arguments);
  if (problem !== null) return refused(tool, toolError("invalid-arguments", problem), payload.arguments);

  const underway = { call, tool, arguments: payload.arguments, executed: true };
  if (tool.binding.kind === "builtin") {
    const outcome = runBuiltin(session, tool.binding.function, call.id, payload.arguments);
    return { ...underway, outcome: Promise.resolve({ outcome, durationMs: 0 }) };
  }
  const timeoutMs = Math.max(1, Math.min(harness.config.limits.toolTimeoutMs, remainingMs(session)));
  return { ...underway, outcome: transport(session, tool, payload.arguments, timeoutMs) };
}

async function finish(session: Session, { call, tool, arguments: args, executed, outcome }: Underway): Promise<void> {
  const { state, recorder } = session;
  const settled = await outcome;
  let observed = settled.outcome;
  if (executed && tool) {
    const { payload } = await fireHooks(
      session,
      "PostToolUse",
      { tool: tool.name, arguments: args, outcome: observed },
      {
        change: (current, decision) => (decision.decision === "change" ? { ...current, outcome: decision.outcome } : current),
        closed: (reason) => ({ decision: "change", outcome: toolError("denied-by-hook", reason) }),
      },
    );
    observed = payload.outcome;
  }
  const loadedSkill = executed && tool?.binding.kind === "builtin" && tool.binding.function === "load_skill";
  if (!loadedSkill) {
    recorder.record({
      type: "tool-call",
      round: state.round,
      callId: call.id,
      tool: call.name,
      arguments: args,
      outcome: observed,
      durationMs: settled.durationMs,
    });
  }
  state.history.push({ role: "tool", toolCallId: call.id, content: observationText(observed) });
}

async function transport(session: Session, tool: Tool, args: JsonObject, timeoutMs: number) {
  const { tools, clock, signal } = session.options;
  const from = clock.now();
  const outcome = await settleWithin(
    tools.call(tool, args, { timeoutMs, ...(signal ? { signal } : {}) }),
    timeoutMs,
    () => toolError("timeout", `the tool did not answer within ${timeoutMs} ms`),
    (error) => toolError("unavailable", error instanceof Error ? error.message : String(error)),
  );
  return { outcome, durationMs: clock.now() - from };
}

function unknownTool({ compiled }: Session, name: string, exposed: readonly Tool[]): ToolOutcome {
  const owners = compiled.tools.some((tool) => tool.name === name) ? (compiled.skillsOfTool.get(name) ?? []) : [];
  if (owners.length > 0)
    return toolError("unknown-tool", `${name} is not open yet; load one of these Skills first: ${owners.join(", ")}`);
  return toolError(
    "unknown-tool",
    `there is no tool ${name}; available: ${exposed.map((tool) => tool.name).join(", ") || "none"}`,
  );
}
