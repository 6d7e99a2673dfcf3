import type { Frame } from "@/lib/contracts/trajectory";
import type { Session } from "./session";
import { stateTools } from "./tools/builtin";
import { toolResults } from "./tools/observation";

/** Name under which a delegated task stands in the history of the agent that gave it. */
const DELEGATE = "delegate";

/** Begins a nested agent: the one at work is put aside as a frame, and a fresh one gets the task as its only comment. */
export function beginFrame(session: Session, task: string, tools: readonly string[] | undefined): void {
  const { state, recorder } = session;
  const callId = `${DELEGATE}_${state.round}_${state.frames.length + 1}`;
  state.history.push({
    role: "assistant",
    content: "",
    toolCalls: [{ id: callId, name: DELEGATE, arguments: JSON.stringify({ task }) }],
  });
  const { loadedSkills, todo, stopBlocks, comments, history, modules, tools: bound } = state;
  const waiting: Frame = {
    loadedSkills,
    todo,
    stopBlocks,
    history,
    modules,
    callId,
    ...(comments === undefined ? {} : { comments }),
    ...(bound === undefined ? {} : { tools: bound }),
  };
  state.frames.push(waiting);
  const allowed = tools === undefined ? bound : tools.filter((name) => bound === undefined || bound.includes(name));
  Object.assign(state, { loadedSkills: [], todo: [], stopBlocks: 0, history: [], modules: {}, comments: [{ text: task }] });
  setTools(session, allowed);
  recorder.record({ type: "frame", round: state.round, action: "began", callId, text: task });
}

/** The result of a nested agent that the task's end broke off. */
export const UNFINISHED = "The nested agent did not finish.";

/**
 * Ends the nested agent at work: the one that waits for it goes on with `text` as the result of its call. Where it `finished`,
 * the answer was made by the Skills that it loaded, so they count for the reply that it becomes part of.
 */
export function endFrame(session: Session, text: string, finished: boolean): void {
  const { state, recorder } = session;
  const waiting = state.frames.at(-1);
  if (!waiting) return;
  recorder.record({ type: "frame", round: state.round, action: "ended", callId: waiting.callId, text });
  // What the nested agent looked up stays known; what it said is no evidence.
  const known = toolResults(state.history, factless(session));
  const skills = finished ? state.loadedSkills : [];
  state.frames.pop();
  state.evidence.push(...known);
  const { callId, comments, tools, ...rest } = waiting;
  Object.assign(state, rest, { loadedSkills: [...new Set([...rest.loadedSkills, ...skills])] });
  if (comments === undefined) delete state.comments;
  else state.comments = comments;
  setTools(session, tools);
  state.history.push({ role: "tool", toolCallId: callId, content: text });
}

/** Names of tools whose results are no facts: those that change the kernel's state, and nested agents. */
export function factless({ compiled }: Session): Set<string> {
  return stateTools(compiled.tools).add(DELEGATE);
}

function setTools({ state }: Session, tools: string[] | undefined): void {
  if (tools === undefined) delete state.tools;
  else state.tools = tools;
}
