import type { StopClause } from "@/lib/contracts/evolution";

const NAMES: Record<StopClause["clause"], string> = {
  sparse: "Failures are sparse",
  "expected-loss": "An edit is likelier to lose",
  "two-rejected": "Two stages rejected in a row",
  undetectable: "Too small to detect",
  overfitting: "Overfitting the dev set",
};

/** A clause of the stop rule in the user's words. */
export const clauseName = (clause: StopClause["clause"]): string => NAMES[clause];
