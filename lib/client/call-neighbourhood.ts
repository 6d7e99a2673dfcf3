import type { ModuleSlot } from "@/lib/contracts/harness";
import type { Message } from "@/lib/contracts/model";
import type { Boundary, Step, Trajectory } from "@/lib/contracts/trajectory";

type ModelCall = Extract<Step, { type: "model-call" }>;

/** What the record says around a model call, as far as it bears on where its messages came from. */
export interface Neighbourhood {
  depth: number;
  /** Places, among the call's messages, of those that the history has. */
  inHistory: ReadonlySet<number>;
  /** Place of the first of them; the number of messages where there is none. */
  firstOfHistory: number;
  /** Null where there is none, so that an empty message is no directive. */
  directive: string | null;
  /** Hooks that changed the messages before this call. */
  changedBy: readonly string[];
  /** The module that made the call itself. */
  module: ModuleSlot | null;
  commentsChanged: boolean;
  /** Whether the slot was a custom module in this round. */
  memory: boolean;
  planning: boolean;
  /** Whether this is the one last call for a trajectory that failed. */
  recovery: boolean;
}

/** The steps before one of the trajectory's; all of them where it is not one of its own. */
export function stepsBefore(trajectory: Trajectory, step: Step): readonly Step[] {
  const at = trajectory.steps.indexOf(step);
  return at < 0 ? trajectory.steps : trajectory.steps.slice(0, at);
}

const sameMessage = (a: Message, b: Message | undefined) => JSON.stringify(a) === JSON.stringify(b);

/** Pairs the messages with the history from the end: a view leaves out what is old, and keeps the order. */
function placesInHistory(messages: readonly Message[], history: readonly Message[]): Set<number> {
  const places = new Set<number>();
  let below = history.length;
  for (let at = messages.length - 1; at >= 0 && below > 0; at--) {
    const message = messages[at];
    if (!message || message.role === "system") continue;
    const found = history.findLastIndex((item, place) => place < below && sameMessage(message, item));
    if (found < 0) continue;
    places.add(at);
    below = found;
  }
  return places;
}

/** The state that the call was made from: the last boundary before it, in the same agent. */
function boundaryBefore(before: readonly Step[], depth: number): { boundary: Boundary | undefined; at: number } {
  const at = before.findLastIndex((step) => step.type === "boundary" && (step.depth ?? 0) === depth);
  const step = before[at];
  return { boundary: step?.type === "boundary" ? step.boundary : undefined, at };
}

/** Hooks that changed the messages: the chain of PreModelCall hooks nearest before the call, since the boundary. */
function changersBefore(before: readonly Step[], boundaryAt: number): string[] {
  const isPreCall = (step: Step | undefined) => step?.type === "hook" && step.event === "PreModelCall";
  const last = before.findLastIndex((step, at) => at > boundaryAt && isPreCall(step));
  const hooks: string[] = [];
  for (let at = last; at > boundaryAt && isPreCall(before[at]); at--) {
    const step = before[at];
    if (step?.type === "hook" && step.decision === "change") hooks.unshift(step.hook);
  }
  return hooks;
}

/** The recovery's step stands after its call, with no other call between. */
function isRecovery(trajectory: Trajectory, call: ModelCall): boolean {
  const after = trajectory.steps.slice(trajectory.steps.indexOf(call) + 1);
  const next = after.find((step) => step.type === "model-call" || (step.type === "fallback" && step.scope === "trajectory"));
  return call.route !== undefined && next?.type === "fallback";
}

export function neighbourhoodOf(trajectory: Trajectory, call: ModelCall): Neighbourhood {
  const before = stepsBefore(trajectory, call);
  const depth = call.depth ?? 0;
  const { boundary, at } = boundaryBefore(before, depth);
  const recovery = isRecovery(trajectory, call);
  // The recovery reads what came after the last boundary too.
  const length = recovery ? undefined : boundary?.historyLength;
  const history = boundary?.history ?? trajectory.history.slice(0, length ?? trajectory.history.length);
  const inHistory = placesInHistory(call.messages, history);
  return {
    depth,
    inHistory,
    firstOfHistory: inHistory.size === 0 ? call.messages.length : Math.min(...inHistory),
    directive: boundary?.directive ? boundary.directive : null,
    changedBy: changersBefore(before, at),
    module: call.module ?? null,
    commentsChanged: boundary?.state.comments !== undefined && depth === 0,
    memory: boundary?.view.memory === "custom",
    planning: before.some((step) => step.type === "module" && step.slot === "planning"),
    recovery,
  };
}
