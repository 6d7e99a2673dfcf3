import type { EvaluatedCase } from "../../evaluated-case";
import type { RunKnowledge } from "../run-knowledge";
import { excessFailures } from "./excess";
import { LEAST_CASES, type Suspect, type SuspectInput } from "./suspect";

const LEAST_Z = 2;
const LEAST_EXCESS = 2;

const LEAST_OTHERS = 3;

/** Whether the cases of a category that did without a Skill fail less often than those that loaded it. */
function othersFareBetter({ failures, passes }: SuspectInput, category: string, loads: (one: EvaluatedCase) => boolean): boolean {
  const own = (list: readonly EvaluatedCase[]) => list.filter(({ item }) => item.category === category);
  const [failed, passed] = [own(failures), own(passes)];
  const [failedWith, passedWith] = [failed.filter(loads).length, passed.filter(loads).length];
  const [failedWithout, passedWithout] = [failed.length - failedWith, passed.length - passedWith];
  const others = failedWithout + passedWithout;
  return others >= LEAST_OTHERS && failedWithout / others < failedWith / Math.max(1, failedWith + passedWith);
}

/** Reply Skills with which cases fail that pass with other Skills. */
export function skillSuspects(input: SuspectInput, knowledge: RunKnowledge): Suspect[] {
  const { harness, failures, passes } = input;
  const categories = [...new Set([...failures, ...passes].map(({ item }) => item.category))];
  return harness.skills.flatMap((skill): Suspect[] => {
    if (skill.kind !== "reply") return [];
    const loads = ({ result }: EvaluatedCase) => result.features.skills.includes(skill.name);
    const found = excessFailures(input, loads);
    const cases = failures.filter(loads);
    if (found.z < LEAST_Z || found.excess < LEAST_EXCESS || cases.length < LEAST_CASES) return [];
    // Where most passing cases of a category load it and others fare no better, it only reaches too far.
    const homes = categories.filter(
      (category) => knowledge.habitualSkill(category)?.name === skill.name && !othersFareBetter(input, category, loads),
    );
    const away = cases.filter(({ item }) => !homes.includes(item.category));
    const blamed = homes.length === 0 ? cases : away;
    if (blamed.length < LEAST_CASES) return [];
    const mechanism = {
      key: `skill-misleads ${skill.name}`,
      code: "skill-misleads" as const,
      skill: skill.name,
      homes,
      failing: found.failing,
      loads: found.with,
    };
    return [{ mechanism, cases: blamed, weight: found.z }];
  });
}
