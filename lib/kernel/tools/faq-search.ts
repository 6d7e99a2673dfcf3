import type { JsonObject, JsonValue } from "@/lib/contracts/ids";

interface FaqEntry {
  question: string;
  answer: string;
}

const RESULTS = 3;

/**
 * The entries of `context.faq` that share most with the query, best first, at most three. The FAQ is a list of
 * `{question, answer}` or an object from question to answer. Score: shared terms over the root of the terms of the entry;
 * a term is a word or, in Chinese, a pair of characters.
 */
export function searchFaq(context: JsonObject, query: string): FaqEntry[] {
  const wanted = terms(query);
  return faqEntries(context.faq)
    .map((entry) => {
      const question = terms(entry.question);
      const answer = terms(entry.answer);
      const inQuestion = [...wanted].filter((term) => question.has(term)).length;
      const inAnswer = [...wanted].filter((term) => answer.has(term)).length;
      return { entry, score: (2 * inQuestion + inAnswer) / Math.sqrt(1 + question.size + answer.size) };
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
      const question = item.question ?? item.q;
      const answer = item.answer ?? item.a;
      return typeof question === "string" && typeof answer === "string" ? [{ question, answer }] : [];
    });
  }
  if (typeof faq !== "object" || faq === null) return [];
  return Object.entries(faq).flatMap(([question, answer]) => (typeof answer === "string" ? [{ question, answer }] : []));
}

function terms(text: string): Set<string> {
  const found = new Set<string>();
  const folded = text.normalize("NFKC").toLowerCase();
  for (const [word] of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!/\p{Script=Han}/u.test(word)) {
      if (word.length > 1) found.add(word.length > 3 ? word.replace(/s$/, "") : word);
      continue;
    }
    const characters = [...word];
    if (characters.length === 1) found.add(word);
    for (let index = 0; index + 1 < characters.length; index++) found.add(`${characters[index]}${characters[index + 1]}`);
  }
  return found;
}
