import type { Quote } from "@/lib/contracts/evolution";
import type { Step } from "@/lib/contracts/trajectory";
import type { TrajectorySource } from "./evaluated-case";

/** Everything a step says, as the trajectory view shows it: what a quote of the step must be found in. */
export function stepText(step: Step): string {
  switch (step.type) {
    case "boundary":
      return step.boundary.directive;
    case "hook":
      return [step.hook, step.event, step.decision, step.reason ?? ""].join(" ");
    case "model-call": {
      const sent = step.messages.map((message) => message.content);
      const got = step.outcome.ok
        ? [step.outcome.content, ...step.outcome.toolCalls.map((call) => `${call.name}(${call.arguments})`)]
        : [step.outcome.error.message];
      return [...sent, ...got].join("\n");
    }
    case "skill-load":
      return step.skill;
    case "tool-call": {
      const outcome = step.outcome.ok ? step.outcome.result : step.outcome.error.message;
      const result = typeof outcome === "string" ? outcome : JSON.stringify(outcome);
      return `${step.tool}(${JSON.stringify(step.arguments)}) → ${result}`;
    }
    case "fallback":
    case "retry":
      return step.reason;
    case "module":
      return [step.slot, ...step.notes.map((note) => JSON.stringify(note)), step.error?.message ?? ""].join("\n");
    case "frame":
      return step.text;
    case "reply":
      return step.content;
  }
}

/** Why a quote does not hold: null where its text stands verbatim in the step it names. */
export function quoteProblem(quote: Quote, trajectory: TrajectorySource): string | null {
  const found = trajectory(quote.case);
  if (found === null) return `no trajectory of the case ${quote.case}`;
  const step = found.steps[quote.step];
  if (step === undefined) return `the trajectory of ${quote.case} has no step ${quote.step}`;
  return stepText(step).includes(quote.text) ? null : `step ${quote.step} of ${quote.case} does not say this`;
}
