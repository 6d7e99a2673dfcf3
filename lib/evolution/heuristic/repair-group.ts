import type { Skill } from "@/lib/contracts/harness";
import type { EvaluatedCase } from "../evaluated-case";
import { severityOf } from "../rank-score";
import type { Mechanism } from "./mechanism";
import { rubricSkill } from "./rubric-skill";
import type { RunKnowledge } from "./run-knowledge";

/** A failing case with what went wrong in it. */
export interface DiagnosedCase {
  one: EvaluatedCase;
  mechanism: Mechanism;
  /** What each of its failed checks came from, whatever Skill was chosen. */
  details: Mechanism[];
}

/** Cases that one edit could mend: one mechanism, one place. */
export interface RepairGroup {
  cluster: string;
  mechanism: Mechanism;
  cases: EvaluatedCase[];
  details: Mechanism[];
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
  "sent-back",
  "silenced",
  "tool-denied",
  "hook-blocks",
  "skill-misleads",
  "tool-misdescribed",
  "rule-misleads",
];

export const isGeneral = (mechanism: Mechanism) => GENERAL.includes(mechanism.code);

/** The Reply Skill whose rules the case should have followed: the habit of its category, the one it loaded, or the nearest. */
function skillFor({ one, mechanism }: DiagnosedCase, knowledge: RunKnowledge): Skill | null {
  const { skills } = knowledge.harness;
  if (mechanism.code === "wrong-skill" || mechanism.code === "no-skill") {
    return skills.find((skill) => skill.name === mechanism.expected) ?? null;
  }
  if (mechanism.code === "disagreed") return rubricSkill(skills, mechanism.label);
  if (isGeneral(mechanism) || mechanism.code === "no-fitting-skill") return null;
  const loaded = skills.find((skill) => skill.kind === "reply" && one.result.features.skills.includes(skill.name));
  if (loaded !== undefined) return loaded;
  const comments = one.item.input.comments.map((comment) => comment.text).join(" ");
  return (
    knowledge.habitualSkill(one.item.category) ?? knowledge.nearestSkill(`${one.item.category.replaceAll("-", " ")} ${comments}`)
  );
}

const byCount = (items: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([item]) => item);
};

const MOST_PHRASES = 3;
const MOST_MISSING = 2;
/** What this share of a group's replies leave out belongs into one rule with the rest. */
const COMMON_SHARE = 0.3;

/** The group with what its mechanism shows over all its cases: the phrases most often said, and what is missing beside. */
export function settled(group: RepairGroup): RepairGroup {
  const { mechanism } = group;
  if (mechanism.code !== "forbidden-content" && mechanism.code !== "content-missing") return group;
  const demands = group.details.flatMap((detail) => (detail.code === "content-missing" ? [detail.demand] : []));
  const common = byCount(demands).filter(
    (demand) => demands.filter((one) => one === demand).length >= COMMON_SHARE * group.cases.length,
  );
  const missing = common.filter((demand) => demand !== mechanism.demand).slice(0, MOST_MISSING);
  if (mechanism.code === "content-missing") return { ...group, mechanism: { ...mechanism, missing } };
  const alike = withCommonPhrases(group.details.filter((detail) => detail.key === mechanism.key));
  return { ...group, mechanism: alike?.code === "forbidden-content" ? { ...alike, missing } : mechanism };
}

/** One mechanism for several of the same key: of forbidden content with the phrases most often said. */
export function withCommonPhrases(alike: readonly Mechanism[]): Mechanism | undefined {
  const [first] = alike;
  if (first?.code !== "forbidden-content") return first;
  const phrases = alike.flatMap((one) => (one.code === "forbidden-content" ? one.phrases : []));
  return { ...first, phrases: byCount(phrases).slice(0, MOST_PHRASES) };
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
    const { mechanism, one, details } = diagnosed;
    if (known === undefined) groups.set(key, { cluster, mechanism, cases: [one], details: [...details], skill });
    else {
      known.cases.push(one);
      known.details.push(...details);
    }
  }
  return [...groups.values()]
    .map(settled)
    .filter((group) => group.cases.length >= LEAST_GROUP)
    .sort((a, b) => rank(b) - rank(a) || (a.mechanism.key < b.mechanism.key ? -1 : 1));
}
