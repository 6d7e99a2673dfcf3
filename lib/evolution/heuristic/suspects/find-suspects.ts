import type { RunKnowledge } from "../run-knowledge";
import { hookSuspects } from "./hook-suspects";
import { ruleSuspects } from "./rule-suspects";
import { skillSuspects } from "./skill-suspects";
import type { Suspect, SuspectInput } from "./suspect";
import { toolSuspects } from "./tool-suspects";

/** Units of the harness that the run speaks against, the surest first, whatever else went wrong in their cases. */
export function findSuspects(input: SuspectInput, knowledge: RunKnowledge): Suspect[] {
  return [...hookSuspects(input), ...skillSuspects(input, knowledge), ...toolSuspects(input), ...ruleSuspects(input)].sort(
    (a, b) => b.weight - a.weight || (a.mechanism.key < b.mechanism.key ? -1 : 1),
  );
}
