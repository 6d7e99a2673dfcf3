import type { IconName } from "@/components/ui/icon";
import type { Step, Trajectory } from "@/lib/contracts/trajectory";

/** What the views of all steps need to know of the trajectory around them. */
export interface StepContext {
  trajectory: Trajectory;
  /** Address of a file of the version that ran. */
  fileHref: (path: string) => string;
}

/** The step of another trajectory that a step stands beside, and on which side the step itself is. */
export interface Beside {
  step: Step;
  side: "base" | "head";
}

interface StepLook {
  icon: IconName;
  tone: "plain" | "good" | "warn" | "bad";
}

/** Icon and tone by what a step came to. */
export function stepLook(step: Step): StepLook {
  switch (step.type) {
    case "boundary":
      return { icon: "dot", tone: "plain" };
    case "hook":
      return { icon: "edit", tone: step.decision === "allow" ? "plain" : step.decision === "error" ? "bad" : "warn" };
    case "model-call":
      return step.outcome.ok ? { icon: "arrowRight", tone: "plain" } : { icon: "error", tone: "bad" };
    case "skill-load":
      return step.found ? { icon: "file", tone: "good" } : { icon: "error", tone: "bad" };
    case "tool-call":
      return step.outcome.ok ? { icon: "search", tone: "plain" } : { icon: "error", tone: "bad" };
    case "fallback":
      return step.recovered ? { icon: "rollback", tone: "warn" } : { icon: "error", tone: "bad" };
    case "module":
      return step.error ? { icon: "error", tone: "bad" } : { icon: "play", tone: "plain" };
    case "frame":
      return { icon: step.action === "began" ? "arrowDown" : "arrowUp", tone: "plain" };
    case "retry":
      return { icon: "rollback", tone: "warn" };
    case "reply":
      return step.suppressed ? { icon: "close", tone: "warn" } : { icon: "check", tone: "good" };
  }
}
