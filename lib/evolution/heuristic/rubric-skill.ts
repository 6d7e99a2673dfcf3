import type { Metric } from "@/lib/contracts/case";
import type { Skill } from "@/lib/contracts/harness";

/** The rubric of a label: the Skill that names it most plainly; null where the rubric stands in the prompt. */
export function rubricSkill(skills: readonly Skill[], label: Metric): Skill | null {
  const names = (text: string) => text.toLowerCase().includes(label);
  return skills.find((skill) => names(skill.name)) ?? skills.find((skill) => names(skill.description)) ?? null;
}
