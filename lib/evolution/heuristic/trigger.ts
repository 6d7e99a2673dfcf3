import { contentWords } from "../clustering/words";
import type { EvaluatedCase } from "../evaluated-case";

const MOST_TERMS = 5;
const LEAST_SHARE = 0.08;
const LEAST_Z = 3;
/** A term that only two comments share must be rarer elsewhere. */
const LEAST_Z_OF_TWO = 3.3;

const commentsOf = ({ item }: EvaluatedCase) => item.input.comments.map((comment) => comment.text).join("\n");

/** Words that say nothing about what a comment is about, not even beside another of them. */
const FUNCTION_WORDS = new Set(
  (
    "a an the this that these those it its i i'm you your we us me my he she they them of for to in on at by with from and or but so if as " +
    "is are was were be been am do does did has have had can could will would there here what which who one no not any some"
  ).split(" "),
);

/**
 * Content words and pairs of neighbouring words of a case's comments. Words that stand in the case's own context name the
 * thing that is talked about, not the kind of comment, and are left out.
 */
function findTerms(one: EvaluatedCase): Set<string> {
  const text = commentsOf(one).normalize("NFKC").toLowerCase();
  const context = JSON.stringify(one.item.context).normalize("NFKC").toLowerCase();
  const words = text.match(/[\p{Script=Latin}'’]+|[.,;:!?]/gu) ?? [];
  const pairs = words.slice(1).flatMap((word, index) => {
    const pair = [words[index] ?? "", word];
    if (!pair.every((part) => /\p{L}/u.test(part))) return [];
    const telling = pair.filter((part) => !FUNCTION_WORDS.has(part) && !/['’]/.test(part));
    return telling.length === 0 || telling.some((part) => context.includes(part)) ? [] : [pair.join(" ")];
  });
  return new Set([...contentWords(text).filter((word) => !context.includes(word)), ...pairs]);
}

const known = new WeakMap<EvaluatedCase["item"], Set<string>>();

/** The terms of a case, found once: every group asks for those of all cases. */
function terms(one: EvaluatedCase): Set<string> {
  const found = known.get(one.item) ?? findTerms(one);
  known.set(one.item, found);
  return found;
}

const HAN = /\p{Script=Han}/u;
const LATIN = /\p{Script=Latin}/u;

const countTerms = (list: readonly EvaluatedCase[]) => {
  const counts = new Map<string, number>();
  for (const one of list) for (const term of terms(one)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
};

/** Terms of a script with the z of their smoothed log-odds, those that mark the cases. */
function weighTerms(cases: readonly EvaluatedCase[], others: readonly EvaluatedCase[], script: RegExp) {
  const outside = countTerms(others);
  return [...countTerms(cases)]
    .filter(([term, found]) => script.test(term) && found >= 2 && found >= LEAST_SHARE * cases.length)
    .map(([term, found]) => {
      const a = found + 0.5;
      const b = cases.length - found + 0.5;
      const c = (outside.get(term) ?? 0) + 0.5;
      const d = others.length - (outside.get(term) ?? 0) + 0.5;
      return { term, found, z: Math.log((a * d) / (b * c)) / Math.sqrt(1 / a + 1 / b + 1 / c + 1 / d) };
    })
    .filter(({ z, found }) => z >= (found === 2 ? LEAST_Z_OF_TWO : LEAST_Z));
}

/**
 * Words and pairs of words that mark the comments of some cases against all the others (smoothed log-odds of at least 3
 * standard errors), strongest first, at most five; a pair stands for its words. They describe a kind of comment, so a word
 * of one case alone is none.
 */
export function markingTerms(cases: readonly EvaluatedCase[], others: readonly EvaluatedCase[]): string[] {
  // Words of a language are weighed against comments of that language, or its every word would mark the rarer one.
  const ranked = [HAN, LATIN]
    .flatMap((script) => {
      const written = (list: readonly EvaluatedCase[]) => list.filter((one) => script.test(commentsOf(one)));
      return weighTerms(written(cases), written(others), script);
    })
    .sort((x, y) => y.z - x.z || (x.term < y.term ? -1 : 1))
    .map(({ term }) => term);
  const chosen: string[] = [];
  for (const term of ranked) {
    if (chosen.length >= MOST_TERMS) break;
    if (chosen.some((known) => known.includes(term) || term.includes(known))) continue;
    chosen.push(term);
  }
  return chosen;
}

/** The categories of the cases, most common first, those that hold at least a quarter of them; always one. */
export function topics(cases: readonly EvaluatedCase[]): string[] {
  const counts = new Map<string, number>();
  for (const { item } of cases) counts.set(item.category, (counts.get(item.category) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const common = sorted.filter(([, count], index) => index === 0 || count >= cases.length / 4);
  return common.map(([category]) => category.replace(/[-_]+/g, " "));
}

/** How a rule says what comments it is for, by their topic alone: "When a viewer's comment is about stock". */
export const topicClause = (cases: readonly EvaluatedCase[]) => `When a viewer's comment is about ${topics(cases).join(" or ")}`;

/** How a rule says when it applies: "When a viewer's comment is about stock (such as “sold out”, “left”)". */
export function triggerClause(cases: readonly EvaluatedCase[], others: readonly EvaluatedCase[]): string {
  const marks = markingTerms(cases, others);
  const such = marks.length === 0 ? "" : ` (such as ${marks.map((term) => `“${term}”`).join(", ")})`;
  return `${topicClause(cases)}${such}`;
}
