import type { Step, Trajectory } from "@/lib/contracts/trajectory";
import { stepDuration } from "./step-facts";

/** A lane of the waterfall. Times in milliseconds since the task began. */
export interface Lane {
  /** Place of the step in the trajectory. */
  index: number;
  step: Step;
  startMs: number;
  endMs: number;
  /** A moment (a retry, a Skill load, the reply), drawn as a mark. */
  moment: boolean;
  /** Where the first token of a model call came; null where there was none. */
  firstTokenMs: number | null;
  /** Since when a Hook or a module waited for its sandbox; null where it did not. */
  waitFromMs: number | null;
}

export interface LaneGroup {
  /** Index of the boundary that opens the round; null before the first. */
  boundary: number | null;
  /** 0 before the first round. */
  round: number;
  depth: number;
  startMs: number;
  endMs: number;
  lanes: Lane[];
}

export interface Totals {
  wallMs: number;
  modelMs: number;
  toolMs: number;
  hookMs: number;
  /** What is in none of them; 0 where calls that ran side by side sum to more than the whole. */
  restMs: number;
}

type Interval = Pick<Lane, "startMs" | "endMs">;

/** A step is recorded when it ends. */
function recordedInterval(step: Step): Interval {
  const durationMs = stepDuration(step) ?? 0;
  return { startMs: Math.max(0, step.atMs - durationMs), endMs: step.atMs };
}

const runsSideBySide = (step: Step) => step.type === "tool-call" || (step.type === "model-call" && step.module !== undefined);
/** A module may make its calls one after the other. */
const ofModule = (step: Step) => "module" in step && step.module !== undefined;
const readsResults = (step: Step) => step.type === "hook" && step.event === "PostToolUse";

/**
 * Calls that ran side by side are recorded one after the other once all are back, each after the Hooks that read its result.
 * So they began together, and no later than the earliest beginning that their records allow.
 */
function placeBatch(steps: readonly Step[], batch: readonly number[], places: Interval[]): void {
  const first = batch[0] ?? 0;
  let before = first - 1;
  while (before >= 0 && readsResults(steps[before] as Step)) before -= 1;
  const floor = steps[before]?.atMs ?? 0;
  let start = Number.POSITIVE_INFINITY;
  for (const index of batch) {
    const step = steps[index];
    if (!step) continue;
    const firstReader = steps.slice(before + 1, index).find(readsResults);
    const readFrom = firstReader ? recordedInterval(firstReader).startMs : step.atMs;
    start = Math.min(start, Math.min(step.atMs, readFrom) - (stepDuration(step) ?? 0));
  }
  const startMs = Math.max(floor, start, 0);
  for (const index of batch) {
    const step = steps[index];
    if (!step) continue;
    const endMs = Math.min(step.atMs, startMs + (stepDuration(step) ?? 0));
    places[index] = { startMs: Math.min(startMs, endMs), endMs };
  }
}

/** Batches of calls that overlap by their records: neighbours of one kind with at most result-reading Hooks between. */
function batchesOf(steps: readonly Step[]): number[][] {
  const batches: number[][] = [];
  let batch: number[] = [];
  const close = () => {
    if (batch.length > 0) batches.push(batch);
    batch = [];
  };
  for (const [index, step] of steps.entries()) {
    if (readsResults(step)) continue;
    const last = steps[batch.at(-1) ?? -1];
    if (!runsSideBySide(step) || (last && (last.type !== step.type || last.round !== step.round))) close();
    else if (last && ofModule(step) && recordedInterval(step).startMs >= last.atMs) close();
    if (runsSideBySide(step)) batch.push(index);
  }
  close();
  return batches;
}

function placesOf(steps: readonly Step[]): Interval[] {
  const places = steps.map(recordedInterval);
  for (const batch of batchesOf(steps)) placeBatch(steps, batch, places);
  return places;
}

/** Shorter waits are the kernel's own work. */
const WAIT_MS = 1;

/** A sandbox takes up what comes in order: from the step before to its own beginning a Hook or a module waits. */
function waitBefore(steps: readonly Step[], index: number, { startMs }: Interval): number | null {
  const step = steps[index];
  const before = steps[index - 1]?.atMs ?? 0;
  if (!step || readsResults(step) || (step.type !== "hook" && step.type !== "module")) return null;
  // A module's time leaves out its calls, which stand before it.
  if (step.type === "module" && step.calls > 0) return null;
  return startMs - before > WAIT_MS ? before : null;
}

function laneOf(steps: readonly Step[], step: Step, index: number, place: Interval): Lane {
  const ttft = step.type === "model-call" && step.outcome.ok ? step.outcome.ttftMs : null;
  return {
    index,
    step,
    ...place,
    moment: stepDuration(step) === null,
    firstTokenMs: ttft === null ? null : Math.min(place.endMs, place.startMs + ttft),
    waitFromMs: waitBefore(steps, index, place),
  };
}

/** The steps of a trajectory as lanes, by round; a nested agent's rounds are groups of their own. */
export function waterfall(trajectory: Trajectory): { groups: LaneGroup[]; spanMs: number; totals: Totals } {
  const { steps, timings } = trajectory;
  const places = placesOf(steps);
  const groups: LaneGroup[] = [];
  let group: LaneGroup | undefined;
  for (const [index, step] of steps.entries()) {
    const place = places[index] ?? recordedInterval(step);
    if (step.type === "boundary" || !group) {
      const boundary = step.type === "boundary" ? index : null;
      group = { boundary, round: step.round, depth: step.depth ?? 0, startMs: place.startMs, endMs: place.endMs, lanes: [] };
      groups.push(group);
    }
    if (step.type !== "boundary") group.lanes.push(laneOf(steps, step, index, place));
    group.startMs = Math.min(group.startMs, place.startMs);
    group.endMs = Math.max(group.endMs, place.endMs);
  }
  const { wallMs, modelMs, toolMs, hookMs } = timings;
  return {
    groups,
    spanMs: Math.max(1, wallMs, ...places.map(({ endMs }) => endMs)),
    totals: { wallMs, modelMs, toolMs, hookMs, restMs: Math.max(0, wallMs - modelMs - toolMs - hookMs) },
  };
}
