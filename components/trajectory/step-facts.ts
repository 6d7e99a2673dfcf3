import type { Step } from "@/lib/contracts/trajectory";

/** Milliseconds that a step took; null for steps that are moments. */
export function stepDuration(step: Step): number | null {
  if (step.type === "model-call") return step.outcome.durationMs;
  return "durationMs" in step ? step.durationMs : null;
}

/** Prompt and completion tokens of a model call together; null where none were reported or the step is no model call. */
export function stepTokens(step: Step): number | null {
  if (step.type !== "model-call" || !step.outcome.ok) return null;
  const { promptTokens, completionTokens } = step.outcome.usage;
  return promptTokens === null && completionTokens === null ? null : (promptTokens ?? 0) + (completionTokens ?? 0);
}

/** What a step is, in a few words: "get_price", "Hook claims", "Model call, attempt 2". */
export function stepName(step: Step): string {
  switch (step.type) {
    case "boundary":
      return `Round ${step.round}`;
    case "hook":
      return `Hook ${step.hook}`;
    case "model-call": {
      const by = step.module ? ` by ${step.module}` : "";
      return `Model call${by}${step.route ? ", compact" : ""}${step.attempt > 1 ? `, attempt ${step.attempt}` : ""}`;
    }
    case "skill-load":
      return `Skill ${step.skill}`;
    case "tool-call":
      return step.tool;
    case "fallback":
      return step.scope === "call" ? "Fallback" : "Recovery";
    case "module":
      return `Module ${step.slot}`;
    case "frame":
      return step.action === "began" ? "Nested agent begins" : "Nested agent ends";
    case "retry":
      return step.scope === "call" ? "Call tried again" : "Reply sent back";
    case "reply":
      return step.suppressed ? "Reply suppressed" : "Reply";
  }
}

/** How a step ended, in words; empty where it went as it should. */
export function stepTrouble(step: Step): string {
  switch (step.type) {
    case "hook":
      return step.decision === "allow" ? "" : step.decision;
    case "model-call":
      return step.outcome.ok ? "" : step.outcome.error.type;
    case "skill-load":
      return step.found ? "" : "not found";
    case "tool-call":
      return step.outcome.ok ? "" : step.outcome.error.type;
    case "fallback":
      return step.recovered ? "recovered" : "failed";
    case "module":
      return step.error?.type ?? "";
    case "retry":
    case "reply":
    case "frame":
    case "boundary":
      return "";
  }
}
