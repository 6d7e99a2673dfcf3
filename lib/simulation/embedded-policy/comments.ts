import type { Chance } from "./draws";
import type { Scene } from "./scene";
import { contentWords, isChinese, read, stem, weight } from "./text";
import { TOPICS, type Topic } from "./topic-words";

/** What the policy makes of one comment. */
export interface Frame {
  text: string;
  /** Topics by strength, the strongest first; empty where it recognised nothing. */
  topics: Topic[];
  /** Links that the comment means, in its order. */
  links: number[];
  /** How it came to the links. */
  means: "number" | "title" | "pronoun" | "dialogue" | "show" | "none";
  /** Words for a product that fits no link in sight. */
  unmatched: string | null;
  orderNumber: string | null;
}

/** Log-odds that a loose wording is understood, without and with a text in sight that names it. */
const LOOSE_UNDERSTOOD = { alone: 1, named: 3.5 };
const LINK_NUMBER = /(?:\b(?:links?|number|no\.?|item)\s*#?\s*|#\s*)(\d{1,3})\b|(\d{1,3})\s*号/gi;
const PRONOUN = /\b(this|it|this one|that one|that)\b|这个|这款|这件/i;
const ORDER_NUMBER = /\b(\d{6,})\b|(\d{6,})/;
const PRODUCT_ASKED =
  /\b(?:do you (?:sell|have)|got|any|looking for|which link is|how much is|price of|show|is there|where is|want)\s+(?:an?\s+|the\s+|some\s+)?([a-z][a-z -]{2,40}?)(?:\s+(?:today|in stock|left|for|please)\b.*)?[?.!]*$/i;
const CHINESE_ASKED = /(?:有|卖|买|找)?([\u4e00-\u9fff]{2,6}?)(?:吗|几号|多少钱|在哪|怎么卖)/;

export function readComment(text: string, scene: Scene, chance: Chance, named: ReadonlySet<string>): Frame {
  const seen = read(text);
  const score = new Map<Topic, number>();
  for (const { topic, word, plain } of seen.topics) {
    const understood = plain || chance.holds(`word ${word}`, named.has(word) ? LOOSE_UNDERSTOOD.named : LOOSE_UNDERSTOOD.alone);
    if (understood) score.set(topic, Math.max(score.get(topic) ?? 0, weight(word)) + (score.has(topic) ? 0.2 : 0));
  }
  // A salutation before a question is only manners.
  if (score.size > 1) score.delete("greeting");
  const target = findTarget(text, scene);
  const order = ORDER_NUMBER.exec(text);
  if (order) score.set("order", (score.get("order") ?? 0) + 3);
  const best = Math.max(0, ...score.values());
  const topics = TOPICS.filter((topic) => (score.get(topic) ?? 0) >= best * 0.7 && score.has(topic))
    .sort((a, b) => (score.get(b) ?? 0) - (score.get(a) ?? 0))
    .slice(0, 2);
  if (topics.length === 0) topics.push(...unrecognised(text, target));
  if (target.unmatched !== null) topics.push("unknown-product");
  return { text, topics, ...target, orderNumber: order?.[1] ?? order?.[2] ?? null };
}

/** What a comment that rings no bell is taken for. */
function unrecognised(text: string, target: Pick<Frame, "means">): Topic[] {
  const asks = /[?？吗]|\b(what|which|how|is|does|can)\b|什么|怎么/.test(text);
  if (target.means === "number" && asks) return ["link"];
  if (target.means !== "show" && target.means !== "none") return asks ? ["attribute"] : [];
  return asks ? ["attribute"] : ["greeting"];
}

function findTarget(text: string, scene: Scene): Pick<Frame, "links" | "means" | "unmatched"> {
  const numbers = [...text.matchAll(LINK_NUMBER)].map((match) => Number(match[1] ?? match[2]));
  if (numbers.length > 0) return { links: [...new Set(numbers)], means: "number", unmatched: null };
  const titled = byTitle(text, scene.shown.links);
  if (titled.length > 0) return { links: titled, means: "title", unmatched: null };
  const asked = PRODUCT_ASKED.exec(text.trim())?.[1] ?? (isChinese(text) ? CHINESE_ASKED.exec(text)?.[1] : undefined);
  const phrase = asked && !PRONOUN.test(asked) ? nounPhrase(asked) : null;
  if (phrase) return { links: [], means: "none", unmatched: phrase };
  const spoken = [...scene.dialogue].reverse().find((turn) => byTitle(turn.text, scene.shown.links).length > 0);
  if (spoken) return { links: byTitle(spoken.text, scene.shown.links).slice(0, 1), means: "dialogue", unmatched: null };
  if (scene.shown.current === null) return { links: [], means: "none", unmatched: null };
  return { links: [scene.shown.current], means: PRONOUN.test(text) ? "pronoun" : "show", unmatched: null };
}

/** A phrase that could be the name of a thing: what is left when topic words are taken out. */
function nounPhrase(phrase: string): string | null {
  const about = read(phrase);
  if (about.topics.length > 0) return null;
  const words = phrase
    .trim()
    .split(/\s+/)
    .filter((word) => !/^(discount|one|thing|good|left|news|more|live|back|me|us|what|which|you|there|here)$/i.test(word));
  return words.length > 0 && words.length <= 3 ? words.join(" ") : null;
}

/** Links whose title the text names, in the order of the text; several only where each is named by words of its own. */
export function byTitle(text: string, links: readonly { id: number; title: string }[]): number[] {
  const words = contentWords(text);
  const folded = read(text).folded;
  const found = links.flatMap(({ id, title }) => {
    const own = [...contentWords(title)].filter((word) => words.has(word) && !shared(word, links, id));
    const enough = own.length > 1 || own.some((word) => isChinese(word) || word.length > 5 || isHead(word, title));
    if (!enough) return [];
    const at = Math.min(...own.map((word) => position(folded, word)));
    return [{ id, at, own: own.length }];
  });
  return found
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id)
    .slice(0, 2);
}

/** The last word of an English title is the thing itself. */
function isHead(word: string, title: string): boolean {
  const head =
    title
      .split(/[/（(]/)[0]
      ?.trim()
      .split(/\s+/)
      .at(-1) ?? "";
  return stem(head.toLowerCase()) === word;
}

function shared(word: string, links: readonly { id: number; title: string }[], id: number): boolean {
  return links.filter((link) => link.id !== id && contentWords(link.title).has(word)).length > 0;
}

function position(folded: string, word: string): number {
  const at = folded.indexOf(word);
  if (at >= 0) return at;
  const later = folded
    .trim()
    .split(" ")
    .findIndex((one) => stem(one) === word);
  return later < 0 ? folded.length : later;
}
