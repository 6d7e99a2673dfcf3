import type { DetectLanguage } from "./detect-language";
import { splitSentences } from "./sentences";
import { countWords, isLower, isUpper } from "./text";
import { treebankWords } from "./treebank-words";

const EXCERPT = 60;

/**
 * What a checker goes by in a reply, for a person who asks why two checkers differ. Only where the two may: they tell
 * languages by different models, and sentences by different lists of abbreviations.
 */
export function whatIsFound(instruction: string, reply: string, detect: DetectLanguage | null): string {
  const language = () =>
    `the reply is told to be in “${detect?.(reply) ?? "no language"}” here, by another model than the reference's; it begins “${reply.trim().slice(0, EXCERPT)}”`;
  const found: Readonly<Record<string, () => string>> = {
    "language:response_language": language,
    "change_case:english_capital": () => (isUpper(reply) ? language() : "not all its letters are capitals here"),
    "change_case:english_lowercase": () => (isLower(reply) ? language() : "not all its letters are small here"),
    "length_constraints:number_sentences": () => `${splitSentences(reply).length} sentences are counted here`,
    "length_constraints:number_words": () => `${countWords(reply)} words are counted here`,
    "change_case:capital_word_frequency": () =>
      `${treebankWords(reply).filter(isUpper).length} words in capitals are counted here`,
  };
  return found[instruction]?.() ?? "no known difference between the two checkers explains this";
}
