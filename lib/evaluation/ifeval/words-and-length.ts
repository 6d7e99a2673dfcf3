import { z } from "zod";
import { holds, type Instruction, instruction, Relation } from "./instruction";
import { splitSentences } from "./sentences";
import { countPhrase, countWords, hasWord } from "./text";

const count = z.int().min(0);
const PUNCTUATION = new Set([".", ",", "?", "!", "'", '"']);

/** Paragraphs are set apart by ***; empty ones count only where they are in the middle, and are wrong there. */
function hasParagraphs(reply: string, wanted: number): boolean {
  const paragraphs = reply.split(/\s?\*\*\*\s?/);
  const inner = paragraphs.slice(1, -1);
  if (inner.some((paragraph) => paragraph.trim() === "")) return false;
  return paragraphs.filter((paragraph) => paragraph.trim() !== "").length === wanted;
}

function firstWord(paragraph: string): string {
  const word = (paragraph.trim().split(/\s+/)[0] ?? "").replace(/^'+/, "").replace(/^"+/, "");
  const end = [...word].findIndex((char) => PUNCTUATION.has(char));
  return (end === -1 ? word : [...word].slice(0, end).join("")).toLowerCase();
}

export const WORDS_AND_LENGTH: Readonly<Record<string, Instruction>> = {
  "keywords:existence": instruction(z.looseObject({ keywords: z.array(z.string()).min(1) }), ({ keywords }, reply) =>
    keywords.every((keyword) => countPhrase(reply, keyword) > 0),
  ),
  "keywords:frequency": instruction(
    z.looseObject({ keyword: z.string().min(1), frequency: count, relation: Relation }),
    ({ keyword, frequency, relation }, reply) => holds(countPhrase(reply, keyword.trim()), relation, frequency),
  ),
  "keywords:forbidden_words": instruction(z.looseObject({ forbidden_words: z.array(z.string()).min(1) }), (values, reply) =>
    values.forbidden_words.every((word) => !hasWord(reply, word)),
  ),
  "keywords:letter_frequency": instruction(
    z.looseObject({ letter: z.string().min(1), let_frequency: count, let_relation: Relation }),
    ({ letter, let_frequency, let_relation }, reply) =>
      holds(reply.toLowerCase().split(letter.trim().toLowerCase()).length - 1, let_relation, let_frequency),
  ),
  "length_constraints:number_words": instruction(
    z.looseObject({ num_words: count, relation: Relation }),
    ({ num_words, relation }, reply) => holds(countWords(reply), relation, num_words),
  ),
  "length_constraints:number_sentences": instruction(
    z.looseObject({ num_sentences: count, relation: Relation }),
    ({ num_sentences, relation }, reply) => holds(splitSentences(reply).length, relation, num_sentences),
  ),
  "length_constraints:number_paragraphs": instruction(z.looseObject({ num_paragraphs: count }), ({ num_paragraphs }, reply) =>
    hasParagraphs(reply, num_paragraphs),
  ),
  "length_constraints:nth_paragraph_first_word": instruction(
    z.looseObject({ num_paragraphs: count, nth_paragraph: z.int().min(1), first_word: z.string().min(1) }),
    ({ num_paragraphs, nth_paragraph, first_word }, reply) => {
      const paragraphs = reply.split("\n\n");
      const full = paragraphs.filter((paragraph) => paragraph.trim() !== "").length;
      const nth = paragraphs[nth_paragraph - 1]?.trim() ?? "";
      if (nth_paragraph > full || nth === "") return false;
      return full === num_paragraphs && firstWord(nth) === first_word.toLowerCase();
    },
  ),
};
