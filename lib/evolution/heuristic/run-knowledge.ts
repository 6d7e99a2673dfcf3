import type { Harness, Skill } from "@/lib/contracts/harness";
import { contentWords } from "../clustering/words";
import type { EvaluatedCase } from "../evaluated-case";

/** A habit counts from this share of at least this many passing cases of a category. */
const HABIT = { share: 0.6, cases: 3 };

/** What the passing cases of a run show about the right way, category by category. */
export interface RunKnowledge {
  harness: Harness;
  passes: readonly EvaluatedCase[];
  /** The Reply Skill that most passing cases of the category loaded; null where there is no such habit. */
  habitualSkill(category: string): Skill | null;
  /** Reply Skills that failing cases of a category loaded, where neither most cases nor half of the failing share one. */
  scatteredSkills(category: string): string[];
  /** Tools that most passing cases of the category called. */
  habitualTools(category: string): string[];
  /** The Reply Skill whose name and description say most of the given text; null where none says any of it. */
  nearestSkill(text: string): Skill | null;
}

const mostCommon = (cases: readonly EvaluatedCase[], of: (one: EvaluatedCase) => readonly string[]) => {
  const counts = new Map<string, number>();
  for (const one of cases) for (const name of new Set(of(one))) counts.set(name, (counts.get(name) ?? 0) + 1);
  const least = Math.max(HABIT.cases, HABIT.share * cases.length);
  return [...counts]
    .filter(([, count]) => count >= least)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([name]) => name);
};

export function learnFrom(harness: Harness, passes: readonly EvaluatedCase[], failures: readonly EvaluatedCase[]): RunKnowledge {
  const byCategory = new Map<string, EvaluatedCase[]>();
  for (const one of passes) byCategory.set(one.item.category, [...(byCategory.get(one.item.category) ?? []), one]);
  const replySkills = harness.skills.filter((skill) => skill.kind === "reply");
  const skillWords = replySkills.map((skill) => ({
    skill,
    words: new Set(contentWords(`${skill.name.replaceAll("-", " ")} ${skill.description}`)),
  }));
  const spread = new Map<string, number>();
  for (const { words } of skillWords) for (const word of words) spread.set(word, (spread.get(word) ?? 0) + 1);
  const ofCategory = (category: string) => byCategory.get(category) ?? [];

  return {
    harness,
    passes,
    habitualSkill: (category) => {
      const names = new Set(replySkills.map((skill) => skill.name));
      const [name] = mostCommon(ofCategory(category), ({ result }) => result.features.skills.filter((one) => names.has(one)));
      return replySkills.find((skill) => skill.name === name) ?? null;
    },
    scatteredSkills: (category) => {
      const names = new Set(replySkills.map((skill) => skill.name));
      const loadedBy = ({ result }: EvaluatedCase) => result.features.skills.filter((one) => names.has(one));
      const failing = failures.filter(({ item }) => item.category === category);
      const loaded = [...new Set(failing.flatMap(loadedBy))].sort();
      const shares = loaded.map((name) => failing.filter((one) => loadedBy(one).includes(name)).length / failing.length);
      const habit = mostCommon([...failing, ...ofCategory(category)], loadedBy);
      return habit.length > 0 || shares.some((share) => share >= 0.5) ? [] : loaded;
    },
    habitualTools: (category) => mostCommon(ofCategory(category), ({ result }) => result.features.tools),
    nearestSkill: (text) => {
      const scored = skillWords.map(({ skill, words }) => ({
        skill,
        score: contentWords(text)
          .filter((word) => words.has(word))
          .reduce((sum, word) => sum + 1 / (spread.get(word) ?? 1), 0),
      }));
      const best = scored.sort((a, b) => b.score - a.score)[0];
      return best !== undefined && best.score > 0 ? best.skill : null;
    },
  };
}
