import type { EntryDraft, Operation, Owner } from "@/lib/contracts/evolution";
import type { Bundle, FileKind, Harness } from "@/lib/contracts/harness";
import type { EvaluatedCase } from "../evaluated-case";
import type { RepairGroup } from "./repair-group";
import { ruleFor } from "./rule-text";
import { topicClause, triggerClause } from "./trigger";

/** An edit that might mend a group, before evidence and predictions are put to it. */
export interface Repair {
  title: string;
  component: FileKind;
  owner: Owner;
  whyLevel: string;
  operations: EntryDraft["operations"];
  /** The text it adds, to know it again where it was rejected before. */
  added: string;
}

export interface RepairInput {
  group: RepairGroup;
  bundle: Bundle;
  harness: Harness;
  /** Dev cases outside the group's categories, to find words that mark its comments. */
  others: readonly EvaluatedCase[];
  passes: readonly EvaluatedCase[];
}

/** One way to mend a group; null where it does not apply, or where the harness has it already. */
export type RepairStep = (input: RepairInput) => Repair | null;

export const listOf = (operation: Operation | null): Operation[] => (operation === null ? [] : [operation]);

/** The rule that would prevent the group's mechanism; null where no rule helps. */
export function ruleOf({ group, harness, others }: RepairInput): string | null {
  const { mechanism, cases } = group;
  // What must not be said names its own words; words of the comments beside them would only blur it.
  const when = mechanism.code === "forbidden-content" ? topicClause(cases) : triggerClause(cases, others);
  return ruleFor(mechanism, when, harness.tools);
}

const MARK = "\u0000";

/** Whether a file gives this instruction already, for whatever comments. */
export function alreadySays({ group, bundle, harness }: RepairInput, path: string): boolean {
  const text = bundle[path] ?? "";
  const { mechanism } = group;
  if (mechanism.code === "forbidden-content" && mechanism.phrases.length > 0) {
    return text.split("\n").some((line) => /never say/i.test(line) && line.includes(`“${mechanism.phrases[0]}”`));
  }
  const instruction = ruleFor(group.mechanism, MARK, harness.tools)?.split(`${MARK}, `).pop() ?? "";
  return instruction !== "" && text.includes(instruction);
}
