import { IFEVAL_ARGUMENTS } from "@/lib/contracts/ifeval";
import type { DetectLanguage } from "./detect-language";
import { holds, type Instruction, instruction, plain } from "./instruction";
import { isLower, isUpper, trimOff } from "./text";
import { treebankWords } from "./treebank-words";

/** A reply without letters is in every language, as the reference decides where it cannot tell. */
function isIn(reply: string, language: string, detect: DetectLanguage | null): boolean {
  const found = detect?.(reply) ?? null;
  const base = (code: string) => code.toLowerCase().split("-")[0];
  return found === null || base(found) === base(language);
}

function twoResponses(reply: string): boolean {
  const parts = reply.split("******");
  if (parts.slice(1, -1).some((part) => part.trim() === "")) return false;
  const [first, second, ...more] = parts.map((part) => part.trim()).filter((part) => part !== "");
  return second !== undefined && more.length === 0 && first !== second;
}

export const WORDING: Readonly<Record<string, Instruction>> = {
  "language:response_language": instruction(
    IFEVAL_ARGUMENTS["language:response_language"],
    ({ language }, reply, detect) => isIn(reply, language, detect),
    true,
  ),
  "combination:two_responses": plain(twoResponses),
  "combination:repeat_prompt": instruction(IFEVAL_ARGUMENTS["combination:repeat_prompt"], (values, reply) =>
    reply.trim().toLowerCase().startsWith(values.prompt_to_repeat.trim().toLowerCase()),
  ),
  "startend:end_checker": instruction(IFEVAL_ARGUMENTS["startend:end_checker"], ({ end_phrase }, reply) =>
    trimOff(reply.trim(), '"', '"').toLowerCase().endsWith(end_phrase.trim().toLowerCase()),
  ),
  "startend:quotation": plain((reply) => {
    const text = reply.trim();
    return text.length > 1 && text.startsWith('"') && text.endsWith('"');
  }),
  "change_case:capital_word_frequency": instruction(
    IFEVAL_ARGUMENTS["change_case:capital_word_frequency"],
    ({ capital_frequency, capital_relation }, reply) =>
      holds(treebankWords(reply).filter(isUpper).length, capital_relation, capital_frequency),
  ),
  "change_case:english_capital": instruction(
    IFEVAL_ARGUMENTS["change_case:english_capital"],
    (_, reply, detect) => isUpper(reply) && isIn(reply, "en", detect),
    true,
  ),
  "change_case:english_lowercase": instruction(
    IFEVAL_ARGUMENTS["change_case:english_lowercase"],
    (_, reply, detect) => isLower(reply) && isIn(reply, "en", detect),
    true,
  ),
  "punctuation:no_comma": plain((reply) => !reply.includes(",")),
};
