import { contentWords } from "../clustering/words";
import type { EvaluatedCase } from "../evaluated-case";

const MOST_TERMS = 4;
const LEAST_SHARE = 0.12;
const LEAST_Z = 2;

const commentsOf = ({ item }: EvaluatedCase) => item.input.comments.map((comment) => comment.text).join("\n");

/** Content words and pairs of neighbouring words of a case's comments. */
function terms(one: EvaluatedCase): Set<string> {
  const text = commentsOf(one).normalize("NFKC").toLowerCase();
  const words = text.match(/[\p{Script=Latin}'’]+|[.,;:!?]/gu) ?? [];
  const pairs = words.slice(1).flatMap((word, index) => {
    const before = words[index] ?? "";
    return /\p{L}/u.test(word) && /\p{L}/u.test(before) ? [`${before} ${word}`] : [];
  });
  return new Set([...contentWords(text), ...pairs]);
}

/**
 * Words and pairs of words that mark the comments of some cases against all the others (smoothed log-odds of at least two
 * standard errors), strongest first, at most four; a pair stands for its words. They describe a kind of comment, so a word
 * of one case alone is none.
 */
export function markingTerms(cases: readonly EvaluatedCase[], others: readonly EvaluatedCase[]): string[] {
  const count = (list: readonly EvaluatedCase[]) => {
    const counts = new Map<string, number>();
    for (const one of list) for (const term of terms(one)) counts.set(term, (counts.get(term) ?? 0) + 1);
    return counts;
  };
  const inside = count(cases);
  const outside = count(others);
  const ranked = [...inside]
    .filter(([, found]) => found >= 2 && found >= LEAST_SHARE * cases.length)
    .map(([term, found]) => {
      const a = found + 0.5;
      const b = cases.length - found + 0.5;
      const c = (outside.get(term) ?? 0) + 0.5;
      const d = others.length - (outside.get(term) ?? 0) + 0.5;
      return { term, z: Math.log((a * d) / (b * c)) / Math.sqrt(1 / a + 1 / b + 1 / c + 1 / d) };
    })
    .filter(({ z }) => z >= LEAST_Z)
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

/** How a rule says when it applies: "When a viewer's comment is about stock (such as “sold out”, “left”)". */
export function triggerClause(cases: readonly EvaluatedCase[], others: readonly EvaluatedCase[]): string {
  const marks = markingTerms(cases, others);
  const about = topics(cases).join(" or ");
  const such = marks.length === 0 ? "" : ` (such as ${marks.map((term) => `“${term}”`).join(", ")})`;
  return `When a viewer's comment is about ${about}${such}`;
}
