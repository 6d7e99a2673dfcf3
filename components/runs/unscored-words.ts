import type { UnscoredKind } from "@/lib/contracts/run";

/** Why nothing can be said of a case, in a few words. */
export const unscoredWords: Record<UnscoredKind, string> = {
  "judge-abstained": "the judge abstained",
  "judge-error": "the judge failed",
  "no-judge": "no judge is set",
  infrastructure: "the model's service failed",
  budget: "the budget was spent",
  "early-decision": "the run was decided before",
};
