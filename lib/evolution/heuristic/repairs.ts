import { replaceOpposite, rubricRule } from "./judge-repairs";
import { newSkill } from "./new-skill";
import { hook, promptRule, toolDescription } from "./other-repairs";
import type { Repair, RepairInput, RepairStep } from "./repair-step";
import { allowTool, removeForbidden, sharpen, skillDescription, skillRule } from "./skill-repairs";
import { suspectRepairs } from "./suspects/suspect-repairs";

/**
 * Steps that may repair a mechanism, least intrusive first: what the harness says already is corrected before anything is
 * added, a Skill before a tool, a tool before the prompt, and a Hook only where the rule is there and not followed.
 */
function ladder({ group, harness }: RepairInput): RepairStep[] {
  if (group.mechanism.code === "disagreed") return [replaceOpposite, rubricRule, promptRule];
  if (harness.skills.length === 0) return [removeForbidden, toolDescription, promptRule, hook];
  switch (group.mechanism.code) {
    case "wrong-skill":
    case "no-skill":
      return [skillDescription, promptRule];
    case "no-fitting-skill":
      return [newSkill];
    case "tool-hidden":
      return [allowTool, skillRule, promptRule];
    case "tool-arguments":
    case "tool-failed":
      return [skillRule, toolDescription];
    case "wrong-language":
    case "length":
      return [promptRule, hook];
    case "unanswered-comments":
    case "round-limit":
    case "sent-back":
    case "silenced":
    case "tool-denied":
      return [promptRule];
    case "forbidden-content":
      return [removeForbidden, skillRule, hook, promptRule];
    case "no-reply":
    case "tool-missing":
      return [];
    case "unsupported-claim":
      return [sharpen, skillRule, hook];
    default:
      return [sharpen, skillRule, toolDescription, promptRule];
  }
}

/** The repairs of a group in the order in which they should be tried. */
export const repairsOf = (input: RepairInput): Repair[] =>
  (suspectRepairs(input) ?? ladder(input)).flatMap((step) => {
    const repair = step(input);
    return repair === null ? [] : [repair];
  });
