import type { EntryDraft, Operation, Owner } from "@/lib/contracts/evolution";
import type { Bundle, FileKind, Harness } from "@/lib/contracts/harness";
import type { EvaluatedCase } from "../evaluated-case";
import type { RepairGroup } from "./repair-group";
import { ruleFor } from "./rule-text";
import { triggerClause } from "./trigger";

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
  /** Dev cases outside the group, to find words that mark its comments. */
  others: readonly EvaluatedCase[];
}

/** One way to mend a group; null where it does not apply, or where the harness has it already. */
export type RepairStep = (input: RepairInput) => Repair | null;

export const listOf = (operation: Operation | null): Operation[] => (operation === null ? [] : [operation]);

/** The rule that would prevent the group's mechanism; null where no rule helps. */
export const ruleOf = ({ group, harness, others }: RepairInput) =>
  ruleFor(group.mechanism, triggerClause(group.cases, others), harness.tools);

const MARK = "\u0000";

/** Whether a file gives this instruction already, for whatever comments. */
export function alreadySays({ group, bundle, harness }: RepairInput, path: string): boolean {
  const instruction = ruleFor(group.mechanism, MARK, harness.tools)?.split(`${MARK}, `).pop() ?? "";
  return instruction !== "" && (bundle[path] ?? "").includes(instruction);
}
