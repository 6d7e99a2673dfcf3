import type { Tool } from "@/lib/contracts/harness";
import type { Message, ToolCall } from "@/lib/contracts/model";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { fireHooks } from "./hooks/fire";
import { callModel, type ModelRequest } from "./model-call";
import { actOnToolCalls } from "./modules/action";
import { viewHistory } from "./modules/memory";
import { exposeCapabilities } from "./modules/orchestration";
import { planDirective } from "./modules/planning";
import type { TaskOptions } from "./ports";
import { renderPrompt } from "./prompt";
import { proposeReply } from "./reply";
import { commentsOf, type Ending, endWithout, interruption, openSession, type Session } from "./session";
import { taskMessages } from "./task-messages";

/**
 * Runs one task under one harness with one policy and gives its record. Never rejects: whatever fails is in the trajectory,
 * as a stop reason, a failure or a step.
 */
export async function runTask(options: TaskOptions): Promise<Trajectory> {
  const session = openSession(options);
  const ending = await runRounds(session);
  const { recorder, state } = session;
  recorder.record({
    type: "reply",
    round: state.round,
    content: ending.reply,
    channel: options.task.channel,
    suppressed: ending.reply === "",
  });
  return {
    schemaVersion: 1,
    harness: { name: options.harness.config.name, hash: options.hash },
    model: options.model.identity,
    seed: options.seed,
    channel: options.task.channel,
    steps: recorder.steps,
    history: state.history,
    reply: ending.reply,
    stopReason: ending.stopReason,
    ...(ending.failure ? { failure: ending.failure } : {}),
    usage: recorder.usage(),
    timings: recorder.timings(),
  };
}

async function runRounds(session: Session): Promise<Ending> {
  const { options, state } = session;
  const { limits, channels } = options.harness.config;
  if (!channels.includes(options.task.channel)) return endWithout(session, "rejected");
  const rejected = options.from ? null : await submitPrompt(session);
  if (rejected) return rejected;
  for (;;) {
    const interrupted = interruption(session);
    if (interrupted) return interrupted;
    if (state.round >= limits.rounds) return endWithout(session, "round-limit");
    const assembled = assemble(session);
    if (!assembled.ok) return assembled.ending;
    const { exposed } = assembled;
    state.round += 1;
    const request = await submitRequest(session, assembled.request);
    if (request === null) return endWithout(session, "rejected");
    const called = await callModel(session, request);
    if (!called.ok) return called.ending;
    const { content, toolCalls } = called.answer;
    if (toolCalls.length === 0) {
      const ending = await proposeReply(session, content.trim(), exposed);
      if (ending) return ending;
      continue;
    }
    const calls = withOwnIds(toolCalls, session);
    state.history.push({ role: "assistant", content, toolCalls: calls });
    await actOnToolCalls(session, calls, exposed);
  }
}

/** UserPromptSubmit: hooks may change the comments or reject them. */
async function submitPrompt(session: Session): Promise<Ending | null> {
  const { context, dialogue, channel } = session.options.task;
  const given = { comments: commentsOf(session), context, dialogue, channel };
  const { payload, ended } = await fireHooks(session, "UserPromptSubmit", given, {
    change: (current, decision) => (decision.decision === "change" ? { ...current, comments: decision.comments } : null),
    closed: (reason) => ({ decision: "deny", reason }),
  });
  if (ended) return endWithout(session, "rejected");
  if (payload !== given) session.state.comments = payload.comments;
  return null;
}

/** Memory, planning, orchestration and the prompt pipeline make the request; the boundary is the state before it. */
function assemble(session: Session): { ok: true; request: ModelRequest; exposed: Tool[] } | { ok: false; ending: Ending } {
  const { options, compiled, state, recorder } = session;
  const { modules } = options.harness.config;
  const { context, dialogue, channel } = options.task;
  const comments = commentsOf(session);
  const view = viewHistory(modules.memory, state.history);
  const directive = planDirective(modules.planning, state);
  const exposed = exposeCapabilities(modules.orchestration, compiled, state);
  state.elapsedMs = recorder.elapsed();
  const { history, ...rest } = state;
  recorder.record({
    type: "boundary",
    round: state.round + 1,
    boundary: {
      round: state.round + 1,
      historyLength: history.length,
      state: structuredClone(rest),
      view: { memory: modules.memory.use, messages: view.length },
      directive,
      exposed: { tools: exposed.tools.map((tool) => tool.name), skills: exposed.skills },
    },
  });
  const prompt = renderPrompt(options.harness, {
    comments,
    context,
    dialogue,
    channel,
    skills: [...compiled.skills.values()].map(({ name, description, kind }) => ({ name, description, kind })),
    tools: exposed.tools.map(({ name, description }) => ({ name, description })),
    loadedSkills: state.loadedSkills,
    directive,
  });
  const [problem] = prompt.problems;
  if (problem) {
    return {
      ok: false,
      ending: endWithout(session, "rejected", { type: "prompt-error", message: `${problem.path}: ${problem.message}` }),
    };
  }
  const system: Message[] = prompt.text === "" ? [] : [{ role: "system", content: prompt.text }];
  const reminder: Message[] = directive === "" || prompt.text.includes(directive) ? [] : [{ role: "user", content: directive }];
  return {
    ok: true,
    exposed: exposed.tools,
    request: {
      messages: [...system, ...taskMessages(dialogue, comments), ...view, ...reminder],
      spans: prompt.spans,
      tools: exposed.tools,
    },
  };
}

/** PreModelCall: hooks may change the messages. Null where one failed and the harness fails closed. */
async function submitRequest(session: Session, request: ModelRequest): Promise<ModelRequest | null> {
  const given = { messages: request.messages, round: session.state.round, loadedSkills: session.state.loadedSkills };
  let closed = false;
  const { payload } = await fireHooks(session, "PreModelCall", given, {
    change: (current, decision) => (decision.decision === "change" ? { ...current, messages: decision.messages } : current),
    closed: () => {
      closed = true;
      return { decision: "allow" };
    },
  });
  if (closed) return null;
  const { messages } = payload;
  const sameSystem = messages[0]?.role === "system" && messages[0].content === request.messages[0]?.content;
  return { ...request, messages, spans: sameSystem ? request.spans : [] };
}

/** Every call needs an id of its own in the history; servers leave them out or repeat them. */
function withOwnIds(calls: readonly ToolCall[], { state }: Session): ToolCall[] {
  const taken = new Set(
    state.history.flatMap((message) => (message.role === "assistant" ? message.toolCalls.map(({ id }) => id) : [])),
  );
  return calls.map((call, index) => {
    const id = call.id === "" || taken.has(call.id) ? `call_${state.round}_${index + 1}` : call.id;
    taken.add(id);
    return { ...call, id };
  });
}
