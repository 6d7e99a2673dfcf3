import type { JsonObject } from "../../../lib/contracts/ids";
import type { IfevalInstruction } from "../../../lib/contracts/ifeval";
import type { Draw } from "../scenarios/draw";

export interface Instruction {
  id: IfevalInstruction;
  /** As the prompt asks for it. */
  says: string;
  values: JsonObject;
  /** Instructions that cannot well be kept beside it. */
  clashes?: readonly IfevalInstruction[];
}

/** A whole number from `low` to `high`, both possible. */
const between = (draw: Draw, low: number, high: number) => low + draw.below(high - low + 1);

type Make = (draw: Draw, task?: string) => Instruction;

const TOPICS = [
  "a harbour at low tide",
  "the first day in a shared kitchen",
  "why bread rises",
  "a lighthouse keeper's shopping list",
  "mending a bicycle in the rain",
  "a library that lends seeds",
  "how to pack for a week in the hills",
  "the night train to the coast",
  "keeping bees on a roof",
  "a clock that runs backwards",
];

const FORMS = [
  "Write a short story about",
  "Tell a curious child about",
  "Draft a notice for a village board about",
  "Write a letter to a friend about",
  "Write a speech for a dinner about",
  "Write a radio talk about",
];

export const TASKS: readonly string[] = TOPICS.flatMap((topic) => FORMS.map((form) => `${form} ${topic}.`));

export const CLOSED_QUESTIONS: readonly string[] = [
  "Is it wise to leave a bicycle in the rain overnight?",
  "Would you trust a clock that runs backwards?",
  "Should a library lend seeds?",
];

const atLeast = "at least";

/** Instructions that decide the form of the whole reply; each is asked for by itself. */
export const SOLITARY: readonly Make[] = [
  () => ({
    id: "detectable_format:constrained_response",
    says: "Answer with one of these and nothing else: My answer is yes. My answer is no. My answer is maybe.",
    values: {},
  }),
  () => ({ id: "detectable_format:json_format", says: "Give the whole answer as one valid JSON value.", values: {} }),
  () => ({
    id: "combination:two_responses",
    says: "Give two different answers, and nothing between them but a line of six asterisks: ******",
    values: {},
  }),
  (_, task = "") => ({
    id: "combination:repeat_prompt",
    says: "Before you answer, repeat the sentence before this one word for word, without anything ahead of it.",
    values: { prompt_to_repeat: task },
  }),
  (draw) => {
    const [language, name] = draw.pick([
      ["de", "German"],
      ["fr", "French"],
      ["es", "Spanish"],
      ["zh", "Chinese"],
    ] as const);
    return { id: "language:response_language", says: `Answer in ${name} and in no other language.`, values: { language } };
  },
  (draw) => {
    const num_paragraphs = between(draw, 2, 4);
    const says = `Write ${num_paragraphs} paragraphs, set apart by a line of three asterisks: ***`;
    return { id: "length_constraints:number_paragraphs", says, values: { num_paragraphs } };
  },
  (draw) => {
    const num_paragraphs = between(draw, 2, 4);
    const nth_paragraph = between(draw, 1, num_paragraphs);
    const first_word = draw.pick(["morning", "however", "nobody", "water"]);
    const says = `Write ${num_paragraphs} paragraphs with an empty line between them, and begin paragraph ${nth_paragraph} with the word ${first_word}.`;
    const values = { num_paragraphs, nth_paragraph, first_word };
    return { id: "length_constraints:nth_paragraph_first_word", says, values };
  },
  (draw) => {
    const num_sections = between(draw, 2, 4);
    const section_spliter = draw.pick(["PART", "SCENE", "Chapter"]);
    const says = `Divide the answer into ${num_sections} sections that begin with ${section_spliter} 1, ${section_spliter} 2 and so on.`;
    return { id: "detectable_format:multiple_sections", says, values: { section_spliter, num_sections } };
  },
  () => ({ id: "startend:quotation", says: "Put the whole answer between double quotation marks.", values: {} }),
];

/** Instructions that go together, but for those that they name. */
export const SOCIABLE: readonly Make[] = [
  (draw) => {
    const keywords = draw.pick([["kettle", "window"], ["lantern"], ["market", "salt"], ["ladder"]]);
    return {
      id: "keywords:existence",
      says: `Use these words: ${keywords.join(", ")}.`,
      values: { keywords },
      clashes: ["keywords:forbidden_words"],
    };
  },
  (draw) => {
    const keyword = draw.pick(["quiet", "stone", "river"]);
    const frequency = between(draw, 2, 4);
    const says = `Use the word ${keyword} ${atLeast} ${frequency} times.`;
    return { id: "keywords:frequency", says, values: { keyword, frequency, relation: atLeast } };
  },
  (draw) => {
    const forbidden_words = draw.pick([["very", "really"], ["nice"], ["thing", "stuff"]]);
    const says = `Do not use these words: ${forbidden_words.join(", ")}.`;
    return { id: "keywords:forbidden_words", says, values: { forbidden_words }, clashes: ["keywords:existence"] };
  },
  (draw) => {
    const letter = draw.pick(["k", "w", "z"]);
    const let_frequency = between(draw, 2, 6);
    const says = `Let the letter ${letter} appear ${atLeast} ${let_frequency} times.`;
    return { id: "keywords:letter_frequency", says, values: { letter, let_frequency, let_relation: atLeast } };
  },
  (draw) => {
    const num_sentences = between(draw, 4, 9);
    const relation = draw.pick([atLeast, "less than"]);
    const says = `Write ${relation} ${num_sentences} sentences.`;
    return {
      id: "length_constraints:number_sentences",
      says,
      values: { num_sentences, relation },
      clashes: ["length_constraints:number_words", "detectable_format:number_bullet_lists"],
    };
  },
  (draw) => {
    const num_words = between(draw, 6, 16) * 10;
    const relation = draw.pick([atLeast, "less than"]);
    const says = `Write ${relation} ${num_words} words.`;
    return {
      id: "length_constraints:number_words",
      says,
      values: { num_words, relation },
      clashes: ["length_constraints:number_sentences"],
    };
  },
  (draw) => {
    const num_placeholders = between(draw, 1, 4);
    const says = `Leave ${atLeast} ${num_placeholders} places to be filled in, in square brackets, such as [name].`;
    return { id: "detectable_content:number_placeholders", says, values: { num_placeholders } };
  },
  (draw) => {
    const postscript_marker = draw.pick(["P.S.", "P.P.S"]);
    const says = `Add a postscript with ${postscript_marker} at its beginning.`;
    return {
      id: "detectable_content:postscript",
      says,
      values: { postscript_marker },
      clashes: ["change_case:english_lowercase", "startend:end_checker"],
    };
  },
  (draw) => {
    const num_bullets = between(draw, 2, 5);
    const says = `Have exactly ${num_bullets} points of a Markdown list, each on a line that begins with an asterisk and a space.`;
    return { id: "detectable_format:number_bullet_lists", says, values: { num_bullets } };
  },
  (draw) => {
    const num_highlights = between(draw, 1, 3);
    const says = `Highlight ${atLeast} ${num_highlights} passages with asterisks, as in *this*.`;
    return { id: "detectable_format:number_highlighted_sections", says, values: { num_highlights } };
  },
  () => ({
    id: "detectable_format:title",
    says: "Give it a title in double angular brackets, as in <<a title>>.",
    values: {},
  }),
  (draw) => {
    const end_phrase = draw.pick(["That is all I know.", "Come and see for yourself.", "So it goes on."]);
    const says = `End with these exact words and nothing after them: ${end_phrase}`;
    return {
      id: "startend:end_checker",
      says,
      values: { end_phrase },
      clashes: ["detectable_content:postscript", "change_case:english_lowercase", "change_case:english_capital"],
    };
  },
  (draw) => {
    const capital_frequency = between(draw, 2, 5);
    const says = `Write ${atLeast} ${capital_frequency} words in capitals throughout.`;
    return {
      id: "change_case:capital_word_frequency",
      says,
      values: { capital_frequency, capital_relation: atLeast },
      clashes: ["change_case:english_lowercase", "change_case:english_capital"],
    };
  },
  () => ({
    id: "change_case:english_capital",
    says: "Write in English and in capital letters alone.",
    values: {},
    clashes: ["change_case:english_lowercase"],
  }),
  () => ({
    id: "change_case:english_lowercase",
    says: "Write in English and in small letters alone, without any capital.",
    values: {},
    clashes: ["change_case:english_capital", "detectable_content:postscript"],
  }),
  () => ({ id: "punctuation:no_comma", says: "Use no commas.", values: {} }),
];
