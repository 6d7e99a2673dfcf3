import type { ModuleSlot, Tool } from "@/lib/contracts/harness";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import type { ToolCall } from "@/lib/contracts/model";
import type { ToolOutcome } from "@/lib/contracts/trajectory";
import { settleWithin } from "../deadline";
import { fireHooks } from "../hooks/fire";
import type { ToolAnswer } from "../ports";
import { remainingMs, type Session } from "../session";
import { runBuiltin, stateTools } from "../tools/builtin";
import { earlierCalls, observationText, parseArguments, plainOutcome, toolError } from "../tools/observation";
import { argumentProblem } from "../tools/validate-arguments";

/** A call on its way: refused calls and built-in tools have their outcome at once, transports are still running. */
interface Underway {
  call: ToolCall;
  tool: Tool | null;
  arguments: JsonValue;
  executed: boolean;
  answer: Promise<ToolAnswer>;
}

/**
 * A: runs the tool calls of one policy message and appends the observations. Calls are checked one by one in their order,
 * transports run side by side, and results are read in the order of the calls.
 */
export async function actOnToolCalls(session: Session, calls: readonly ToolCall[], exposed: readonly Tool[]): Promise<void> {
  const outcomes = await carryOut(session, calls, exposed);
  for (const [index, outcome] of outcomes.entries()) {
    const id = calls[index]?.id ?? "";
    session.state.history.push({ role: "tool", toolCallId: id, content: observationText(outcome) });
  }
}

/** The calls of a custom module. Their results are evidence, though they stand in no message. */
export async function callTools(
  session: Session,
  module: ModuleSlot,
  wanted: readonly { name: string; arguments: JsonObject }[],
  exposed: readonly Tool[],
): Promise<ToolOutcome[]> {
  if (wanted.length === 0) return [];
  const calls = wanted.map(({ name, arguments: args }, index) => {
    return {
      id: `${module}_${session.state.round}_${session.recorder.steps.length}_${index + 1}`,
      name,
      arguments: JSON.stringify(args),
    };
  });
  const outcomes = await carryOut(session, calls, exposed, module);
  const silent = stateTools(session.compiled.tools);
  for (const [index, outcome] of outcomes.entries()) {
    const call = wanted[index];
    if (call && outcome.ok && !silent.has(call.name))
      session.state.evidence.push({ tool: call.name, arguments: call.arguments, result: outcome.result });
  }
  return outcomes;
}

async function carryOut(
  session: Session,
  calls: readonly ToolCall[],
  exposed: readonly Tool[],
  module?: ModuleSlot,
): Promise<ToolOutcome[]> {
  const underway: Underway[] = [];
  for (const call of calls) underway.push(await begin(session, call, exposed));
  const settled = await Promise.all(underway.map((item) => item.answer));
  session.recorder.book("toolMs", Math.max(0, ...settled.map(({ durationMs }) => durationMs)));
  const outcomes: ToolOutcome[] = [];
  for (const item of underway) outcomes.push(await finish(session, item, module));
  return outcomes;
}

async function begin(session: Session, call: ToolCall, exposed: readonly Tool[]): Promise<Underway> {
  const { harness } = session.options;
  const args = parseArguments(call.arguments);
  const refused = (tool: Tool | null, outcome: ToolOutcome, value: JsonValue): Underway => {
    return { call, tool, arguments: value, executed: false, answer: Promise.resolve({ outcome, durationMs: 0 }) };
  };
  const tool = exposed.find((item) => item.name === call.name);
  if (!tool) return refused(null, unknownTool(session, call.name, exposed), args ?? call.arguments);
  if (args === null) return refused(tool, toolError("invalid-arguments", "the arguments are not a JSON object"), call.arguments);

  const { payload, ended } = await fireHooks(
    session,
    "PreToolUse",
    {
      tool: tool.name,
      arguments: args,
      round: session.state.round,
      loadedSkills: session.state.loadedSkills,
      earlier: earlierCalls(session.state.history),
    },
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
    return { ...underway, answer: Promise.resolve({ outcome, durationMs: 0 }) };
  }
  const timeoutMs = Math.max(1, Math.min(harness.config.limits.toolTimeoutMs, remainingMs(session)));
  return { ...underway, answer: transport(session, tool, payload.arguments, timeoutMs) };
}

async function finish(
  session: Session,
  { call, tool, arguments: args, executed, answer }: Underway,
  module: ModuleSlot | undefined,
): Promise<ToolOutcome> {
  const { state, recorder } = session;
  const { outcome: raw, durationMs } = await answer;
  let observed = raw;
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
      ...(observed === raw ? {} : { raw }),
      ...(executed ? {} : { executed }),
      ...(module === undefined ? {} : { module }),
      durationMs,
    });
  }
  return observed;
}

async function transport(session: Session, tool: Tool, args: JsonObject, timeoutMs: number): Promise<ToolAnswer> {
  const { tools, signal } = session.options;
  const failed = (type: "timeout" | "unavailable", message: string): ToolAnswer => {
    return { outcome: toolError(type, message), durationMs: type === "timeout" ? timeoutMs : 0 };
  };
  const { outcome, durationMs } = await settleWithin(
    tools.call(tool, args, { timeoutMs, ...(signal ? { signal } : {}) }),
    timeoutMs,
    () => failed("timeout", `the tool did not answer within ${Math.round(timeoutMs)} ms`),
    (error) => failed("unavailable", error instanceof Error ? error.message : String(error)),
  );
  return { outcome: plainOutcome(outcome), durationMs };
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
