import { z } from "zod";
import { JsonObject } from "./ids";

const count = z.int().min(0);
const word = z.string().min(1);
const Relation = z.enum(["less than", "at least"]);
const none = z.looseObject({});

/** The 25 verifiable instructions of IFEval (Zhou et al., 2023) by their ids, with the arguments that each one takes. */
export const IFEVAL_ARGUMENTS = {
  "keywords:existence": z.looseObject({ keywords: z.array(z.string()).min(1) }),
  "keywords:frequency": z.looseObject({ keyword: word, frequency: count, relation: Relation }),
  "keywords:forbidden_words": z.looseObject({ forbidden_words: z.array(z.string()).min(1) }),
  "keywords:letter_frequency": z.looseObject({ letter: word, let_frequency: count, let_relation: Relation }),
  /** `language`: ISO 639-1. */
  "language:response_language": z.looseObject({ language: z.string().min(2) }),
  "length_constraints:number_sentences": z.looseObject({ num_sentences: count, relation: Relation }),
  "length_constraints:number_paragraphs": z.looseObject({ num_paragraphs: count }),
  "length_constraints:number_words": z.looseObject({ num_words: count, relation: Relation }),
  /** `nth_paragraph` counts from 1. */
  "length_constraints:nth_paragraph_first_word": z.looseObject({
    num_paragraphs: count,
    nth_paragraph: z.int().min(1),
    first_word: word,
  }),
  "detectable_content:number_placeholders": z.looseObject({ num_placeholders: count }),
  "detectable_content:postscript": z.looseObject({ postscript_marker: word }),
  "detectable_format:number_bullet_lists": z.looseObject({ num_bullets: count }),
  "detectable_format:constrained_response": none,
  "detectable_format:number_highlighted_sections": z.looseObject({ num_highlights: count }),
  "detectable_format:multiple_sections": z.looseObject({ section_spliter: word, num_sections: count }),
  "detectable_format:json_format": none,
  "detectable_format:title": none,
  "combination:two_responses": none,
  "combination:repeat_prompt": z.looseObject({ prompt_to_repeat: word }),
  "startend:end_checker": z.looseObject({ end_phrase: word }),
  "startend:quotation": none,
  "change_case:capital_word_frequency": z.looseObject({ capital_frequency: count, capital_relation: Relation }),
  "change_case:english_capital": none,
  "change_case:english_lowercase": none,
  "punctuation:no_comma": none,
} as const satisfies Record<string, z.ZodType>;

export type IfevalInstruction = keyof typeof IFEVAL_ARGUMENTS;

export const isIfevalInstruction = (id: string): id is IfevalInstruction => Object.hasOwn(IFEVAL_ARGUMENTS, id);

const Key = z.union([z.int(), z.string().min(1).max(100)]);

/** A line of `input_data.jsonl` as the benchmark publishes it; `kwargs` are the arguments, one object an instruction. */
export const IfevalPrompt = z
  .object({
    key: Key,
    prompt: z.string().min(1),
    instruction_id_list: z.array(z.string()).min(1).max(16),
    kwargs: z.array(JsonObject),
  })
  .refine(({ instruction_id_list, kwargs }) => instruction_id_list.length === kwargs.length, {
    path: ["kwargs"],
    message: "must have one object for each of instruction_id_list",
  });
export type IfevalPrompt = z.infer<typeof IfevalPrompt>;

/** A recorded reply with the verdicts of the reference checkers, one an instruction, in the order of `instruction_id_list`. */
export const IfevalGolden = z.object({
  key: Key,
  response: z.string(),
  strict: z.array(z.boolean()),
  loose: z.array(z.boolean()),
  /** Words and sentences of the reply by the reference's counters. */
  counts: z.object({ words: z.int(), sentences: z.int() }).partial().optional(),
  /** Instructions whose verdict changes with the reference's random seed. */
  nondeterministic: z.array(z.boolean()).default([]),
});
export type IfevalGolden = z.infer<typeof IfevalGolden>;

/** The arguments that count: published files also list those of other instructions, as null. */
export const givenArguments = (values: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
