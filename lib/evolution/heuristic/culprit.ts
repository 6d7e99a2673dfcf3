import type { Bundle, Harness } from "@/lib/contracts/harness";
import { contentWords } from "../clustering/words";
import type { EvaluatedCase } from "../evaluated-case";
import { type BodyLine, bodyLines } from "./anchors";

export const NEGATION = /\b(?:do not|don't|never|avoid|skip|no need|without|instead of|rather than)\b|不要|不用|无需|别/i;

const LEAST_Z = 2;
/** A line is taken as a cause from this sum of z on. */
const LEAST_SUM = 4;

const stem = (word: string) => word.replace(/(?:ing|ed|es|s)$/, "");
const stems = (text: string) => new Set(contentWords(text).map(stem));

const sentences = (reply: string) => reply.split(/(?<=[.!?。！？])\s*/).filter((sentence) => sentence !== "");

/** Sentences of the failing replies that hold one of the phrases; all of them where no phrase is known. */
const guilty = (failing: readonly EvaluatedCase[], phrases: readonly string[]) =>
  failing
    .flatMap(({ result }) => sentences(result.reply))
    .filter(
      (sentence) => phrases.length === 0 || phrases.some((phrase) => sentence.toLowerCase().includes(phrase.toLowerCase())),
    );

/** Stems that some sentences say more often than others, with the z of their smoothed log-odds. */
function overused(failing: readonly string[], passing: readonly string[]): Map<string, number> {
  const count = (list: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const sentence of list) for (const word of stems(sentence)) counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  };
  const outside = count(passing);
  const weights = new Map<string, number>();
  for (const [word, found] of count(failing)) {
    const a = found + 0.5;
    const b = failing.length - found + 0.5;
    const c = (outside.get(word) ?? 0) + 0.5;
    const d = passing.length - (outside.get(word) ?? 0) + 0.5;
    const z = Math.log((a * d) / (b * c)) / Math.sqrt(1 / a + 1 / b + 1 / c + 1 / d);
    if (z >= LEAST_Z) weights.set(word, z);
  }
  return weights;
}

export interface Culprit {
  line: BodyLine;
  /** The clauses of the line that do not bear on the failure, joined again; "" where all of it does. */
  rest: string;
}

const CLAUSE = /(,\s*(?:and\s+)?|;\s*|\s+and\s+|，|；)/;

/** What remains of a rule without the clauses that are to go. */
export function withoutClauses(text: string, goes: (clause: string) => boolean): string {
  const parts = text.replace(/[.。]\s*$/, "").split(CLAUSE);
  const kept = parts.filter((_, index) => index % 2 === 0).filter((clause) => !goes(clause));
  // A clause that only refers back to a dropped one means nothing alone.
  const standing = kept
    .map((clause) => clause.trim())
    .filter((clause) => clause.split(/\s+/).length > 1 || /\p{Script=Han}/u.test(clause));
  return standing.join(standing.length === 2 ? " and " : ", ");
}

/**
 * The rule, in a Skill that most of the cases loaded, whose words come back in the sentences with the phrases and not in
 * passing replies: the instruction that the policy followed into the failure. Null where no rule stands out. Rules that forbid are no cause.
 */
export function culpritLine(
  bundle: Bundle,
  harness: Harness,
  failing: readonly EvaluatedCase[],
  passing: readonly EvaluatedCase[],
  phrases: readonly string[],
): Culprit | null {
  const weights = overused(
    guilty(failing, phrases),
    passing.flatMap(({ result }) => sentences(result.reply)),
  );
  const loaded = harness.skills.filter(
    ({ name }) => 2 * failing.filter(({ result }) => result.features.skills.includes(name)).length >= failing.length,
  );
  const scored = loaded
    .flatMap((skill) => bodyLines(bundle, skill.path))
    .filter((line) => !line.text.startsWith("#") && !NEGATION.test(line.text))
    .map((line) => ({ line, sum: [...stems(line.text)].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0) }))
    .sort((a, b) => b.sum - a.sum);
  const best = scored[0];
  if (best === undefined || best.sum < LEAST_SUM) return null;
  const marker = /^\s*(?:[-*+]|\d+[.)])\s+/.exec(best.line.text)?.[0] ?? "";
  return {
    line: best.line,
    rest: withoutClauses(best.line.text.slice(marker.length), (clause) => [...stems(clause)].some((word) => weights.has(word))),
  };
}
