import type { Skill } from "@/lib/contracts/harness";
import type { EvaluatedCase } from "../evaluated-case";
import { severityOf } from "../rank-score";
import type { Mechanism } from "./mechanism";
import type { RunKnowledge } from "./run-knowledge";

/** A failing case with what went wrong in it. */
export interface DiagnosedCase {
  one: EvaluatedCase;
  mechanism: Mechanism;
}

/** Cases that one edit could mend: one mechanism, one place. */
export interface RepairGroup {
  cluster: string;
  mechanism: Mechanism;
  cases: EvaluatedCase[];
  /** The Skill that was loaded, or should have been; null where the repair belongs to the prompt. */
  skill: Skill | null;
}

/** Mechanisms that do not depend on what a comment is about: their repair belongs to the prompt. */
const GENERAL: readonly Mechanism["code"][] = [
  "wrong-language",
  "length",
  "unanswered-comments",
  "round-limit",
  "no-skill",
  "silenced",
  "tool-denied",
];

/** The Reply Skill whose rules the case should have followed: the habit of its category, the one it loaded, or the nearest. */
function skillFor({ one, mechanism }: DiagnosedCase, knowledge: RunKnowledge): Skill | null {
  const { skills } = knowledge.harness;
  if (mechanism.code === "wrong-skill" || mechanism.code === "no-skill") {
    return skills.find((skill) => skill.name === mechanism.expected) ?? null;
  }
  if (GENERAL.includes(mechanism.code)) return null;
  const loaded = skills.find((skill) => skill.kind === "reply" && one.result.features.skills.includes(skill.name));
  if (loaded !== undefined) return loaded;
  const comments = one.item.input.comments.map((comment) => comment.text).join(" ");
  return (
    knowledge.habitualSkill(one.item.category) ?? knowledge.nearestSkill(`${one.item.category.replaceAll("-", " ")} ${comments}`)
  );
}

/** Groups below this size are left alone: a rule for one case is no rule. */
export const LEAST_GROUP = 2;

const rank = (group: RepairGroup) => group.cases.length * severityOf(group.cases);

/** The groups of a cluster's cases by mechanism and Skill, with the most lost score first. */
export function repairGroups(cluster: string, cases: readonly DiagnosedCase[], knowledge: RunKnowledge): RepairGroup[] {
  const groups = new Map<string, RepairGroup>();
  for (const diagnosed of cases) {
    const skill = skillFor(diagnosed, knowledge);
    const key = `${diagnosed.mechanism.key} | ${skill?.path ?? ""}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { cluster, mechanism: diagnosed.mechanism, cases: [diagnosed.one], skill });
    else known.cases.push(diagnosed.one);
  }
  return [...groups.values()]
    .filter((group) => group.cases.length >= LEAST_GROUP)
    .sort((a, b) => rank(b) - rank(a) || (a.mechanism.key < b.mechanism.key ? -1 : 1));
}
