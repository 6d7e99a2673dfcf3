import type { ToolCall } from "@/lib/contracts/model";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { type Assembled, assemble, renderRequest } from "./assemble";
import { beginFrame, endFrame, UNFINISHED } from "./frames";
import { fireHooks } from "./hooks/fire";
import { isLeakedToolCall } from "./leaked-tool-call";
import { callModel, type ModelRequest } from "./model-call";
import { actOnToolCalls } from "./modules/action";
import { moduleTools, runModule } from "./modules/custom";
import type { TaskOptions } from "./ports";
import { recover } from "./recover";
import { proposeReply } from "./reply";
import { commentsOf, type Ending, endWithout, interruption, openSession, type Session } from "./session";
import { submitRequest } from "./submit-request";

/**
 * Runs one task under one harness with one policy and gives its record. Never rejects: whatever fails is in the trajectory,
 * as a stop reason, a failure or a step.
 */
export async function runTask(options: TaskOptions): Promise<Trajectory> {
  const session = openSession(options);
  const ending = await recover(session, await runRounds(session));
  const { recorder, state } = session;
  while (state.frames.length > 0) endFrame(session, UNFINISHED, false);
  recorder.record({
    type: "reply",
    round: state.round,
    content: ending.reply,
    channel: session.channel,
    suppressed: ending.reply === "",
  });
  return {
    schemaVersion: 1,
    harness: { name: options.harness.config.name, hash: options.hash },
    model: options.model.identity,
    seed: options.seed,
    channel: session.channel,
    steps: recorder.steps,
    history: state.history,
    reply: ending.reply,
    stopReason: ending.stopReason,
    ...(ending.failure ? { failure: ending.failure } : {}),
    usage: recorder.usage(),
    timings: recorder.timings(),
    clock: recorder.clock,
  };
}

async function runRounds(session: Session): Promise<Ending> {
  const { options, state } = session;
  const { limits, channels, modules } = options.harness.config;
  if (!channels.includes(options.task.channel)) return endWithout(session, "rejected");
  const rejected = options.from ? null : await submitPrompt(session);
  if (rejected) return rejected;
  for (;;) {
    const interrupted = interruption(session);
    if (interrupted) return interrupted;
    if (state.round >= limits.rounds) return endWithout(session, "round-limit");
    const assembly = await assemble(session);
    if (!assembly.ok) return assembly.ending;
    const rendered = renderRequest(session, assembly.assembled, "full");
    if (!rendered.ok) return rendered.ending;
    state.round += 1;
    const request = await submitRequest(session, rendered.request);
    if (request === null) return endWithout(session, "rejected");
    const ending =
      modules.action.use === "custom"
        ? await actByModule(session, assembly.assembled, request)
        : await react(session, assembly.assembled, request);
    if (ending) return ending;
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

/** A, built in: one model call, whose tool calls are carried out or whose content is proposed as the reply. */
async function react(session: Session, assembled: Assembled, request: ModelRequest): Promise<Ending | null> {
  const called = await callModel(session, request, async () => {
    const compact = renderRequest(session, assembled, session.options.harness.config.fallback.prompt);
    return compact.ok ? submitRequest(session, compact.request) : null;
  });
  if (!called.ok) return called.ending;
  const { content, toolCalls } = called.answer;
  if (toolCalls.length === 0) return conclude(session, content.trim(), assembled);
  await carryOn(session, content, toolCalls, assembled);
  return null;
}

/** A, custom: one run of modules/action.js. */
async function actByModule(session: Session, assembled: Assembled, request: ModelRequest): Promise<Ending | null> {
  const { state, options } = session;
  const { view, directive, exposed } = assembled;
  const acted = await runModule(
    session,
    "action",
    { view, directive, capabilities: { tools: moduleTools(exposed.tools), skills: exposed.skills }, messages: request.messages },
    { request, exposed: exposed.tools },
  );
  if (!acted.ok) return acted.ending;
  const { result } = acted;
  const wrong = (message: string) => endWithout(session, "module-error", { type: "module-bad-result", message });
  if ("delegate" in result) {
    const { frames } = options.harness.config.limits;
    if (state.frames.length >= frames) return wrong(`modules/action.js: agents may be nested ${frames} deep at most`);
    beginFrame(session, result.delegate.task, result.delegate.tools);
    return null;
  }
  if ("toolCalls" in result) {
    const calls = result.toolCalls.map((call) => ({ id: "", name: call.name, arguments: JSON.stringify(call.arguments) }));
    await carryOn(session, result.content, calls, assembled);
    return null;
  }
  const reply = result.reply.trim();
  if (reply === "") return wrong("modules/action.js: the reply is empty");
  if (isLeakedToolCall(reply)) return wrong("modules/action.js: the reply is an unparsed tool call");
  return conclude(session, reply, assembled);
}

async function carryOn(session: Session, content: string, toolCalls: readonly ToolCall[], { exposed }: Assembled): Promise<void> {
  const calls = withOwnIds(toolCalls, session);
  session.state.history.push({ role: "assistant", content, toolCalls: calls });
  await actOnToolCalls(session, calls, exposed.tools);
}

/** A final reply: of a nested agent it goes to the one that waits, of the outermost before the Stop hooks. */
async function conclude(session: Session, reply: string, { exposed }: Assembled): Promise<Ending | null> {
  if (session.state.frames.length === 0) return proposeReply(session, reply, exposed.tools);
  endFrame(session, reply, true);
  return null;
}

/** Every call needs an id of its own in the history; servers leave them out or repeat them. */
function withOwnIds(calls: readonly ToolCall[], { state }: Session): ToolCall[] {
  const taken = new Set(
    state.history.flatMap((message) => (message.role === "assistant" ? message.toolCalls.map(({ id }) => id) : [])),
  );
  return calls.map((call, index) => {
    let id = call.id;
    for (let at = index + 1; id === "" || taken.has(id); at++) id = `call_${state.round}_${at}`;
    taken.add(id);
    return { ...call, id };
  });
}
