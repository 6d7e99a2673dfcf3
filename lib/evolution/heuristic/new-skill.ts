import type { Mechanism } from "./mechanism";
import { withCommonPhrases } from "./repair-group";
import type { RepairStep } from "./repair-step";
import { ruleFor } from "./rule-text";
import { markingTerms } from "./trigger";

const MOST_RULES = 6;
const LEAST_CASES = 4;

/** A name in lower-case letters, digits and hyphens; "" where nothing of it can be kept. */
export const slugOf = (category: string) =>
  category
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 64);

/** The mechanisms that came up more than once, most common first, with all that their cases show. */
function commonMechanisms(details: readonly Mechanism[]): Mechanism[] {
  const byKey = new Map<string, Mechanism[]>();
  for (const detail of details) byKey.set(detail.key, [...(byKey.get(detail.key) ?? []), detail]);
  return [...byKey.values()]
    .filter((alike) => alike.length > 1)
    .sort((a, b) => b.length - a.length || ((a[0]?.key ?? "") < (b[0]?.key ?? "") ? -1 : 1))
    .flatMap((alike) => withCommonPhrases(alike) ?? []);
}

/** Writes a Reply Skill for a kind of comment that no Skill is for, with a rule for each thing that went wrong in it. */
export const newSkill: RepairStep = ({ group, bundle, harness, others }) => {
  const { mechanism } = group;
  if (mechanism.code !== "no-fitting-skill" || group.cases.length < LEAST_CASES) return null;
  const name = slugOf(mechanism.category);
  const path = `skills/${name}/SKILL.md`;
  if (name === "" || path in bundle || harness.skills.some((skill) => skill.name === name)) return null;
  const rules = commonMechanisms(group.details)
    .flatMap((detail) => ruleFor(detail, "", harness.tools)?.replace(/^,\s*/, "") ?? [])
    .slice(0, MOST_RULES)
    .map((rule) => `- ${rule.charAt(0).toUpperCase()}${rule.slice(1)}`);
  if (rules.length === 0) return null;
  const title = mechanism.category.replace(/[-_]+/g, " ");
  const marks = markingTerms(group.cases, others);
  const such = marks.length === 0 ? "" : `, such as ${marks.map((term) => `“${term}”`).join(", ")}`;
  const description = `For comments about ${title}${such}.`;
  const heading = title.charAt(0).toUpperCase() + title.slice(1);
  return {
    title: `New Skill ${name}`,
    component: "skill",
    owner: "skill",
    whyLevel: `${mechanism.loaded.length} different Skills were loaded for these comments; a rule in one of them would reach a few.`,
    operations: [
      {
        op: "create-file",
        path,
        text: `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\nmetadata:\n  kind: reply\n---\n# ${heading}\n\n${rules.join("\n")}\n`,
      },
    ],
    added: description,
  };
};
