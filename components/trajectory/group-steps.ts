import type { Step } from "@/lib/contracts/trajectory";
import { isAllowing, type PlacedStep } from "./align";

/** A step by itself, or Hooks in a row that all let things pass. */
export type StepGroup = { kind: "step"; placed: PlacedStep } | { kind: "allowed"; steps: PlacedStep[] };

/** Puts neighbouring Hooks that let things pass together: they are many, and seldom what a reader looks for. */
export function groupSteps(steps: readonly Step[]): StepGroup[] {
  const groups: StepGroup[] = [];
  for (const [index, step] of steps.entries()) {
    const last = groups.at(-1);
    if (!isAllowing(step)) groups.push({ kind: "step", placed: { index, step } });
    else if (last?.kind === "allowed") last.steps.push({ index, step });
    else groups.push({ kind: "allowed", steps: [{ index, step }] });
  }
  return groups;
}
