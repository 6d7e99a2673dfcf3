import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import type { Observation } from "./scene";
import { contentWords, isChinese, read, topicsOf } from "./text";
import type { Topic } from "./topic-words";

/** One field of a tool result, as something that can be said. */
export interface Fact {
  /** Words of the field's name. */
  label: string;
  value: string | number;
  /** The link that it belongs to, where the result says so. */
  link: number | null;
  title: string | null;
  topics: Set<Topic>;
  aspects: Set<string>;
  /** Values of the same entry of a list, its own label among them. */
  entry: { name: string; values: string[] } | null;
  tool: string;
}

const LINK_FIELD = /^(link_?id|link|product_?id)$/i;
const CHINESE_FIELD = /_(zh|cn|chinese)$/i;
const SILENT_FIELD = /^(link_?id|title|name|currency|query|unit)$/i;

/** Every field of the results in a language: a field with a Chinese twin is said in that language's form. */
export function factsOf(observations: readonly Observation[], language: "en" | "zh"): Fact[] {
  return observations
    .filter((observation) => observation.error === null)
    .flatMap((observation) => {
      const facts: Fact[] = [];
      walk(observation.result, language, {
        link: numberOf(observation.arguments),
        title: null,
        entry: null,
        tool: observation.tool,
        facts,
      });
      return facts;
    });
}

interface Walk {
  link: number | null;
  title: string | null;
  entry: Fact["entry"];
  tool: string;
  facts: Fact[];
}

function walk(value: JsonValue, language: "en" | "zh", at: Walk): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, language, { ...at, entry: isObject(item) ? entryOf(item, language) : null });
    return;
  }
  if (!isObject(value)) return;
  const link = Object.entries(value).find(([name]) => LINK_FIELD.test(name))?.[1];
  const title = localised(value, "title", language) ?? localised(value, "name", language);
  const here: Walk = {
    ...at,
    link: link === undefined ? at.link : Number(link),
    title: typeof title === "string" ? title : at.title,
  };
  for (const [name, field] of Object.entries(value)) {
    if (CHINESE_FIELD.test(name)) continue;
    if (typeof field === "object" && field !== null) {
      walk(field, language, here);
      continue;
    }
    const said = localised(value, name, language) ?? field;
    if ((typeof said !== "string" && typeof said !== "number") || SILENT_FIELD.test(name)) continue;
    const label = name
      .replace(/[_-]+/g, " ")
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase();
    here.facts.push({
      label,
      value: said,
      link: here.link,
      title: here.title,
      topics: topicsOf(label),
      aspects: aspectsOf(label),
      entry: here.entry,
      tool: here.tool,
    });
  }
}

function aspectsOf(label: string): Set<string> {
  return new Set(read(label).aspects.keys());
}

function localised(value: JsonObject, name: string, language: "en" | "zh"): JsonValue | undefined {
  if (language === "zh") {
    const twin = Object.entries(value).find(([key]) => key.replace(CHINESE_FIELD, "") === name && CHINESE_FIELD.test(key));
    if (twin) return twin[1];
  }
  return value[name];
}

function entryOf(item: JsonObject, language: "en" | "zh"): Fact["entry"] {
  const names = Object.keys(item).filter((name) => !CHINESE_FIELD.test(name));
  const values = names.map((name) => String(localised(item, name, language) ?? ""));
  return LINK_FIELD.test(names[0] ?? "") ? null : { name: values[0] ?? "", values };
}

function numberOf(args: JsonObject): number | null {
  const given = Object.entries(args).find(([name]) => /link|product|item/i.test(name))?.[1];
  const number = Number(given);
  return given !== undefined && Number.isInteger(number) ? number : null;
}

/**
 * How well a field answers a question: shared aspects count most, then the topic, then shared words. `asked` is the text of
 * the question or of a rule.
 */
export function relevance(fact: Fact, asked: string, topics: readonly Topic[]): number {
  const reading = read(asked);
  let score = 0;
  for (const aspect of fact.aspects) {
    const strength = reading.aspects.get(aspect);
    if (strength !== undefined) score += 1 + strength;
  }
  for (const topic of topics) if (fact.topics.has(topic)) score += 0.8;
  const words = contentWords(`${fact.label} ${fact.entry?.name ?? ""}`);
  for (const word of reading.words) if (words.has(word)) score += 0.5;
  if (/\b(list|original|old)\b/.test(fact.label)) score -= 0.6;
  return score;
}

/** The stored answer to a stored question that comes close to the comment. */
export function answerFrom(faq: readonly { question: string; answer: string }[], asked: string): string | null {
  const words = read(asked).words;
  const scored = faq.map(({ question, answer }) => {
    const own = contentWords(question);
    const shared = [...own].filter((word) => words.has(word)).length;
    return { answer, fit: own.size === 0 ? 0 : shared / Math.min(own.size, isChinese(question) ? 6 : 5) };
  });
  const best = scored.sort((a, b) => b.fit - a.fit)[0];
  return best && best.fit >= 0.6 ? best.answer : null;
}

/** Question and answer pairs inside results. */
export function faqIn(observations: readonly Observation[], language: "en" | "zh"): { question: string; answer: string }[] {
  const pairs: { question: string; answer: string }[] = [];
  const visit = (value: JsonValue): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isObject(value)) {
      const question = localised(value, "question", language);
      const answer = localised(value, "answer", language);
      if (typeof question === "string" && typeof answer === "string") pairs.push({ question, answer });
      Object.values(value).forEach(visit);
    }
  };
  for (const observation of observations) if (observation.error === null) visit(observation.result);
  return pairs;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
