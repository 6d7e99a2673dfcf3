import type { Trajectory } from "@/lib/contracts/trajectory";
import type { EvaluatedCase } from "../evaluated-case";
import { type Disagreement, disagreementsOf } from "../judged/disagreement";
import type { Mechanism } from "./mechanism";
import type { RunKnowledge } from "./run-knowledge";

const mechanismOf = ({ label, direction, feature }: Disagreement): Mechanism => ({
  key: `disagreed ${label} ${feature} ${SWAYS.has(feature) ? "either way" : direction}`,
  ...{ code: "disagreed", label, direction, feature },
});

/** Graded now too high and now too low, these need one and the same rule. */
const SWAYS: ReadonlySet<Disagreement["feature"]> = new Set(["partial-answer", "several-comments", "cannot-check"]);

/** What each disagreement of a judge's case came from, Accuracy first. */
export const judgeMechanisms = (one: EvaluatedCase): Mechanism[] => disagreementsOf(one).map(mechanismOf);

/**
 * The first thing that went wrong where a judge and people differ: no rubric was loaded though agreeing cases load one, or the
 * rubric does not settle what stands out in the reply.
 */
export function judgeMechanism(one: EvaluatedCase, trajectory: Trajectory | null, knowledge: RunKnowledge): Mechanism {
  const [main] = judgeMechanisms(one);
  const habit = knowledge.habitualSkill(one.item.category);
  const unread = habit !== null && !one.result.features.skills.includes(habit.name) && trajectory?.stopReason === "replied";
  if (unread) return { key: `no-skill ${habit.name}`, code: "no-skill", expected: habit.name };
  return main ?? { key: "judged unknown", code: "judged", question: "unknown" };
}
