import type { JsonValue } from "@/lib/contracts/ids";
import type { Step, Trajectory } from "@/lib/contracts/trajectory";

/** A step with its place in the trajectory, which links and quotes refer to. */
export interface PlacedStep {
  index: number;
  step: Step;
}

/** One row of a side-by-side view; null on the side that has no such step. */
export interface AlignedRow {
  base: PlacedStep | null;
  head: PlacedStep | null;
  same: boolean;
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/**
 * What a step did, without times, call ids and the prompt: two steps with one signature behaved alike.
 * The prompt is left out because two versions of a harness nearly always differ there.
 */
export function stepSignature(step: Step): string {
  switch (step.type) {
    case "boundary":
      return JSON.stringify(["boundary", step.round, step.boundary.exposed, step.boundary.directive]);
    case "hook":
      return JSON.stringify(["hook", step.event, step.hook, step.decision, step.reason ?? ""]);
    case "model-call":
      return step.outcome.ok
        ? JSON.stringify([
            "model-call",
            step.outcome.content,
            step.outcome.toolCalls.map((call) => [call.name, sorted(parsed(call.arguments))]),
          ])
        : JSON.stringify(["model-call", step.outcome.error.type]);
    case "skill-load":
      return JSON.stringify(["skill-load", step.skill, step.found]);
    case "tool-call":
      return JSON.stringify(["tool-call", step.tool, sorted(step.arguments), sorted(step.outcome as JsonValue)]);
    case "fallback":
      return JSON.stringify(["fallback", step.scope, step.reason, step.route, step.recovered]);
    case "module":
      return JSON.stringify(["module", step.slot, step.calls, sorted(step.notes), step.error ?? null]);
    case "frame":
      return JSON.stringify(["frame", step.action, step.text]);
    case "retry":
      return JSON.stringify(["retry", step.scope, step.reason]);
    case "reply":
      return JSON.stringify(["reply", step.content, step.channel, step.suppressed]);
  }
}

/** Rows are paired by kind first, so that a changed reply stands beside the reply it replaced. */
function slot(step: Step): string {
  switch (step.type) {
    case "hook":
      return `hook ${step.event} ${step.hook}`;
    case "skill-load":
      return `skill-load ${step.skill}`;
    case "tool-call":
      return `tool-call ${step.tool}`;
    case "fallback":
      return `fallback ${step.scope}`;
    case "module":
      return `module ${step.slot}`;
    case "frame":
      return `frame ${step.action}`;
    default:
      return step.type;
  }
}

/** A Hook that let something pass. */
export const isAllowing = (step: Step): boolean => step.type === "hook" && step.decision === "allow";

/** Steps that say what the agent did: no boundaries, which say where the kernel stood, and no Hooks that let things pass. */
export function comparableSteps(trajectory: Trajectory): PlacedStep[] {
  return trajectory.steps
    .map((step, index) => ({ index, step }))
    .filter(({ step }) => step.type !== "boundary" && !isAllowing(step));
}

/** Longest common subsequence by weight: an equal step counts 3, a step of the same slot 1. */
export function alignTrajectories(base: Trajectory, head: Trajectory): AlignedRow[] {
  const left = comparableSteps(base);
  const right = comparableSteps(head);
  const weight = (a: PlacedStep, b: PlacedStep) =>
    slot(a.step) !== slot(b.step) ? 0 : stepSignature(a.step) === stepSignature(b.step) ? 3 : 1;
  const best: number[][] = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  const at = (i: number, j: number) => best[i]?.[j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const a = left[i];
      const b = right[j];
      const row = best[i];
      if (!a || !b || !row) continue;
      const paired = weight(a, b);
      row[j] = Math.max(at(i + 1, j), at(i, j + 1), paired > 0 ? at(i + 1, j + 1) + paired : 0);
    }
  }
  const rows: AlignedRow[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    const a = left[i];
    const b = right[j];
    const paired = a && b ? weight(a, b) : 0;
    if (a && b && paired > 0 && at(i, j) === at(i + 1, j + 1) + paired) {
      rows.push({ base: a, head: b, same: paired === 3 });
      i++;
      j++;
    } else if (a && (!b || at(i, j) === at(i + 1, j))) {
      rows.push({ base: a, head: null, same: false });
      i++;
    } else if (b) {
      rows.push({ base: null, head: b, same: false });
      j++;
    }
  }
  return rows;
}

/** Place, among the rows, of the first that differs; null where the two trajectories did the same. */
export function firstDifference(rows: AlignedRow[]): number | null {
  const place = rows.findIndex((row) => !row.same);
  return place < 0 ? null : place;
}
