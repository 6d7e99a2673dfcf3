import { IFEVAL_ARGUMENTS } from "@/lib/contracts/ifeval";
import { holds, type Instruction, instruction } from "./instruction";
import { splitSentences } from "./sentences";
import { countPhrase, countWords, hasWord } from "./text";

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
  "keywords:existence": instruction(IFEVAL_ARGUMENTS["keywords:existence"], ({ keywords }, reply) =>
    keywords.every((keyword) => countPhrase(reply, keyword) > 0),
  ),
  "keywords:frequency": instruction(IFEVAL_ARGUMENTS["keywords:frequency"], ({ keyword, frequency, relation }, reply) =>
    holds(countPhrase(reply, keyword.trim()), relation, frequency),
  ),
  "keywords:forbidden_words": instruction(IFEVAL_ARGUMENTS["keywords:forbidden_words"], (values, reply) =>
    values.forbidden_words.every((word) => !hasWord(reply, word)),
  ),
  "keywords:letter_frequency": instruction(
    IFEVAL_ARGUMENTS["keywords:letter_frequency"],
    ({ letter, let_frequency, let_relation }, reply) =>
      holds(reply.toLowerCase().split(letter.trim().toLowerCase()).length - 1, let_relation, let_frequency),
  ),
  "length_constraints:number_words": instruction(
    IFEVAL_ARGUMENTS["length_constraints:number_words"],
    ({ num_words, relation }, reply) => holds(countWords(reply), relation, num_words),
  ),
  "length_constraints:number_sentences": instruction(
    IFEVAL_ARGUMENTS["length_constraints:number_sentences"],
    ({ num_sentences, relation }, reply) => holds(splitSentences(reply).length, relation, num_sentences),
  ),
  "length_constraints:number_paragraphs": instruction(
    IFEVAL_ARGUMENTS["length_constraints:number_paragraphs"],
    ({ num_paragraphs }, reply) => hasParagraphs(reply, num_paragraphs),
  ),
  "length_constraints:nth_paragraph_first_word": instruction(
    IFEVAL_ARGUMENTS["length_constraints:nth_paragraph_first_word"],
    ({ num_paragraphs, nth_paragraph, first_word }, reply) => {
      const paragraphs = reply.split("\n\n");
      const full = paragraphs.filter((paragraph) => paragraph.trim() !== "").length;
      const nth = paragraphs[nth_paragraph - 1]?.trim() ?? "";
      if (nth_paragraph > full || nth === "") return false;
      return full === num_paragraphs && firstWord(nth) === first_word.toLowerCase();
    },
  ),
};
