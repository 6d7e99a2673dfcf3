import type { Quote } from "@/lib/contracts/evolution";
import type { Step, Trajectory } from "@/lib/contracts/trajectory";
import type { EvaluatedCase } from "../evaluated-case";
import { stepText } from "../quotes";
import type { Mechanism } from "./mechanism";

const MOST_CHARACTERS = 240;

/** The step at which the mechanism shows; the final reply where it shows in what is missing. */
function showsIn(step: Step, mechanism: Mechanism): boolean {
  switch (mechanism.code) {
    case "tool-failed":
    case "tool-arguments":
    case "tool-needless":
    case "tool-denied":
    case "result-unused":
      return step.type === "tool-call" && step.tool === mechanism.tool;
    case "wrong-skill":
      return step.type === "skill-load" && step.skill === mechanism.loaded;
    case "skill-misleads":
      return step.type === "skill-load" && step.skill === mechanism.skill;
    case "sent-back":
    case "silenced":
    case "hook-blocks":
      return step.type === "hook" && step.hook === mechanism.hook && step.decision !== "allow";
    default:
      return false;
  }
}

/** A verbatim quote of the step that shows what went wrong; null where the trajectory says nothing. */
export function quoteOf(one: EvaluatedCase, trajectory: Trajectory | null, mechanism: Mechanism): Quote | null {
  if (trajectory === null) return null;
  const { steps } = trajectory;
  const shown = steps.findIndex((step) => showsIn(step, mechanism));
  const index = shown !== -1 ? shown : steps.findLastIndex((step) => step.type === "reply");
  const step = steps[index];
  const text = step === undefined ? "" : [...stepText(step)].slice(0, MOST_CHARACTERS).join("").trim();
  return text === "" ? null : { case: one.item.id, step: index, text };
}
