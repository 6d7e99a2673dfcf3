import { ASPECT_WORDS } from "./aspect-words";
import { BoundedCache } from "./cache";
import { TOPIC_WORDS, TOPICS, type Topic } from "./topic-words";

const CHINESE = /[\u3400-\u9fff]/;
const IRREGULAR: Record<string, string> = { dies: "die", sent: "send", paid: "pay" };
const STOP = new Set(
  "a an the of to in on at for and or is are be am it this that with from by as i you we they me my your do does did can could will would so not no have has had if any one get its s t m please host hey hi hello".split(
    " ",
  ),
);

export function isChinese(text: string): boolean {
  return CHINESE.test(text);
}

/** Lower case, compatibility forms folded, words apart by single spaces, a space at either end. */
export function fold(text: string): string {
  return ` ${text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[^\p{L}\p{N}'%.+-]+/gu, " ")
    .replace(/[.](?=\s|$)/g, " ")
    .trim()} `;
}

/** A crude English stem: enough to join "shipping" and "ships". */
export function stem(word: string): string {
  const known = IRREGULAR[word];
  if (known) return known;
  if (word.length > 5 && word.endsWith("ing")) return word.slice(0, -3).replace(/(.)\1$/, "$1");
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && word.endsWith("ed")) return word.slice(0, -2).replace(/(.)\1$/, "$1");
  if (word.length > 3 && word.endsWith("es") && /(s|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith("s") && !word.endsWith("ss")) return word.slice(0, -1);
  return word;
}

/** Content words as stems, and single Chinese characters in pairs. */
export function contentWords(text: string): Set<string> {
  const words = new Set<string>();
  for (const word of fold(text).trim().split(" ")) {
    if (CHINESE.test(word)) for (let index = 0; index + 1 < word.length; index += 1) words.add(word.slice(index, index + 2));
    else if (word !== "" && !STOP.has(word)) words.add(stem(word));
  }
  return words;
}

interface Pattern {
  source: string;
  test: (folded: string, stems: string) => boolean;
}

function pattern(source: string): Pattern {
  if (CHINESE.test(source)) return { source, test: (folded) => folded.includes(source) };
  const stemmed = ` ${source.split(" ").map(stem).join(" ")} `;
  return { source, test: (_, stems) => stems.includes(stemmed) };
}

const TOPIC_PATTERNS = TOPICS.map((topic) => ({
  topic,
  plain: TOPIC_WORDS[topic].plain.map(pattern),
  loose: TOPIC_WORDS[topic].loose.map(pattern),
}));
const ASPECT_PATTERNS = Object.entries(ASPECT_WORDS).map(([aspect, words]) => ({ aspect, words: words.map(pattern) }));

/** What a text mentions: topics with the words that showed them, finer aspects, content words. */
export interface Reading {
  folded: string;
  topics: { topic: Topic; word: string; plain: boolean }[];
  aspects: Map<string, number>;
  words: Set<string>;
}

const readings = new BoundedCache<Reading>(8_000);

export function read(text: string): Reading {
  return readings.get(text, () => {
    const folded = fold(text);
    const stems = ` ${folded.trim().split(" ").map(stem).join(" ")} `;
    const topics: Reading["topics"] = [];
    for (const { topic, plain, loose } of TOPIC_PATTERNS) {
      for (const one of plain) if (one.test(folded, stems)) topics.push({ topic, word: one.source, plain: true });
      for (const one of loose) if (one.test(folded, stems)) topics.push({ topic, word: one.source, plain: false });
    }
    const aspects = new Map<string, number>();
    for (const { aspect, words } of ASPECT_PATTERNS) {
      const longest = Math.max(0, ...words.filter((one) => one.test(folded, stems)).map((one) => weight(one.source)));
      if (longest > 0) aspects.set(aspect, longest);
    }
    return { folded, topics, aspects, words: contentWords(text) };
  });
}

/** A longer phrase says more than a single word. */
export function weight(source: string): number {
  return CHINESE.test(source) ? 0.6 + 0.3 * source.length : 0.6 + 0.5 * source.split(" ").length;
}

export function topicsOf(text: string): Set<Topic> {
  return new Set(read(text).topics.map(({ topic }) => topic));
}
