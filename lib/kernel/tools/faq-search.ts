import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import { FaqEntry } from "@/lib/contracts/serving";

/** What ranked the results; it stands in every result, so that nobody takes it for an embedding search. */
export const FAQ_RANKING = "BM25 over words and Chinese character pairs";

const RESULTS = 3;
/** The usual constants of BM25 (Robertson and Zaragoza, 2009). */
const K1 = 1.2;
const B = 0.75;
/** A term of the question counts as often as if it stood there twice. */
const QUESTION_WEIGHT = 2;

export interface FaqHit extends FaqEntry {
  /** The request's own FAQ, or the project's. */
  source: "request" | "project";
}

/**
 * The entries of the request's FAQ (`context.faq`) and of the project's that fit the query best, best first, at most three;
 * equal ones keep their order, the request's first. `context.faq` is a list of `{question, answer}` or an object from
 * question to answer. Ranked by BM25; a term is a word (a plural s dropped) or, in Chinese, a pair of characters.
 */
export function searchFaq(context: JsonObject, project: readonly FaqEntry[], query: string): FaqHit[] {
  const entries: FaqHit[] = [
    ...faqEntries(context.faq).map((entry) => ({ ...entry, source: "request" as const })),
    ...project.map((entry) => ({ ...entry, source: "project" as const })),
  ];
  const documents = entries.map((entry) => {
    const counts = new Map<string, number>();
    for (const term of terms(entry.question)) counts.set(term, (counts.get(term) ?? 0) + QUESTION_WEIGHT);
    for (const term of terms(entry.answer)) counts.set(term, (counts.get(term) ?? 0) + 1);
    return { entry, counts, length: [...counts.values()].reduce((sum, count) => sum + count, 0) };
  });
  const meanLength = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
  const weights = [...new Set(terms(query))].map((term) => {
    const holding = documents.filter(({ counts }) => counts.has(term)).length;
    return { term, weight: Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5)) };
  });
  return documents
    .map(({ entry, counts, length }) => {
      const score = weights.reduce((sum, { term, weight }) => {
        const count = counts.get(term) ?? 0;
        return sum + (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / Math.max(1, meanLength)));
      }, 0);
      return { entry, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, RESULTS)
    .map(({ entry }) => entry);
}

function faqEntries(faq: JsonValue | undefined): FaqEntry[] {
  if (Array.isArray(faq)) {
    return faq.flatMap((item) => {
      if (typeof item !== "object" || item === null || Array.isArray(item)) return [];
      const parsed = FaqEntry.safeParse({ question: item.question ?? item.q, answer: item.answer ?? item.a });
      return parsed.success ? [parsed.data] : [];
    });
  }
  if (typeof faq !== "object" || faq === null) return [];
  return Object.entries(faq).flatMap(([question, answer]) => (typeof answer === "string" ? [{ question, answer }] : []));
}

function terms(text: string): string[] {
  const found: string[] = [];
  const folded = text.normalize("NFKC").toLowerCase();
  for (const [word] of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!/\p{Script=Han}/u.test(word)) {
      if (word.length > 1) found.push(word.length > 3 ? word.replace(/s$/, "") : word);
      continue;
    }
    const characters = [...word];
    if (characters.length === 1) found.push(word);
    for (let index = 0; index + 1 < characters.length; index++) found.push(`${characters[index]}${characters[index + 1]}`);
  }
  return found;
}
