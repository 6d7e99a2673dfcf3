import type { Attention } from "./attention";
import type { Frame } from "./comments";
import type { Chance } from "./draws";
import { answerFrom, type Fact, factsOf, faqIn, relevance } from "./facts";
import { ANSWER_HABITS, GUESS_HABIT } from "./habits";
import { GUESSES, PHRASES, type Phrase, WORLDLY, type Wordings } from "./phrases";
import type { Scene } from "./scene";
import { searchHits } from "./search-hits";
import type { Topic } from "./topic-words";
import { sentence, verbalise } from "./verbalise";

type Language = "en" | "zh";

export interface Answering {
  scene: Scene;
  frame: Frame;
  attention: Attention;
  chance: Chance;
  language: Language;
}

/** Sentences that answer one comment, without courtesies. Empty where courtesies are the answer. */
export function answer(to: Answering): string[] {
  const [topic] = to.frame.topics;
  if (to.frame.topics.includes("unknown-product")) return [unknownProduct(to)];
  switch (topic) {
    case undefined:
      return [say(to, "vague")];
    case "identity":
      return identity(to);
    case "off-topic":
      return to.attention.follows("engage", ANSWER_HABITS.engage) ? [worldly(to)] : [];
    case "greeting":
    case "praise":
    case "complaint":
    case "sadness":
    case "joy":
    case "several":
    case "failure":
      return [];
    case "link":
      return [linkAnswer(to)];
    default: {
      const topics = to.frame.topics.filter((one) => GUESSES[one] !== undefined);
      const said = topics.flatMap((one, rank) => (rank === 0 || to.chance.holds("second topic", 1) ? factual(to, one) : []));
      return [...new Set(said)];
    }
  }
}

export function say(
  { chance, language }: Pick<Answering, "chance" | "language">,
  phrase: Phrase,
  values: Record<string, string> = {},
): string {
  return draw(chance, PHRASES[phrase], language, phrase, values);
}

function draw(chance: Chance, wordings: Wordings, language: Language, name: string, values: Record<string, string>): string {
  const lines = wordings[language];
  const line = lines[chance.below(`wording ${name}`, lines.length)] ?? "";
  return line.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
}

function identity(to: Answering): string[] {
  const { attention, scene } = to;
  const habit = ANSWER_HABITS.disclose + (scene.shown.knowsItself ? ANSWER_HABITS.selfKnowledge : 0);
  if (attention.follows("disclose-ai", habit)) return [say(to, "disclose")];
  return [say(to, attention.follows("claim-human", ANSWER_HABITS.claimHuman) ? "claimHuman" : "dodge")];
}

function worldly(to: Answering): string {
  const fitting = WORLDLY.find(({ about }) => about.test(to.frame.text));
  return fitting ? draw(to.chance, fitting.say, to.language, "worldly", {}) : "";
}

function unknownProduct(to: Answering): string {
  const { scene, frame, attention } = to;
  const name = frame.unmatched ?? "";
  const hits = searchHits(scene.observations, to.language);
  const [hit] = hits ?? [];
  if (hit)
    return sentence([to.language === "en" ? `${hit.title} is link ${hit.link}` : `${hit.title}是${hit.link}号链接`], to.language);
  const searched = hits !== null ? 1.6 : 0;
  const wary = attention.logOdds("guess", 0) < 0 ? 0.8 : 0;
  const x = to.language === "en" ? `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}` : name;
  if (attention.follows("say-unknown", ANSWER_HABITS.sayUnknown + searched + wary)) return say(to, "notCarried", { x });
  return guess(to, "unknown-product", { x });
}

function linkAnswer(to: Answering): string {
  const { scene, frame, language } = to;
  const [link] = frame.links;
  const shown = scene.shown.links.find(({ id }) => id === link);
  const title = shown ? titleIn(shown.title, language) : null;
  if (link === undefined || title === null) return say(to, "vague");
  if (frame.means === "number")
    return sentence([language === "en" ? `link ${link} is the ${title}` : `${link}号链接是${title}`], language);
  if (frame.means !== "title" && frame.means !== "dialogue" && to.chance.holds("loses link", -1)) return say(to, "vague");
  return sentence([language === "en" ? `the ${title} is link ${link}` : `${title}是${link}号链接`], language);
}

/** "English / 中文" titles are said in one language. */
export function titleIn(title: string, language: Language): string {
  const parts = title.split(/\s+[/／|]\s+/);
  return (
    (language === "zh"
      ? parts.find((part) => /[\u3400-\u9fff]/.test(part))
      : parts.find((part) => !/[\u3400-\u9fff]/.test(part))) ?? title
  );
}

function factual(to: Answering, topic: Topic): string[] {
  const { scene, frame, attention, chance, language } = to;
  const own = factsOf(scene.observations, language).filter(
    (fact) => fact.link === null || frame.links.length === 0 || frame.links.includes(fact.link),
  );
  const stored =
    topic === "attribute" || frame.topics.length === 1
      ? answerFrom([...scene.shown.faq, ...faqIn(scene.observations, language)], frame.text)
      : null;
  if (stored && topic === "attribute") return [sentence([stored.replace(/[.。]$/, "")], language)];
  if (topic === "compare") {
    const both = comparison(to, own);
    if (both.length > 0) return both;
  } else {
    const scored = own.map((fact) => ({ fact, score: relevance(fact, frame.text, [topic]) })).filter(({ score }) => score > 0.45);
    const ranked = scored.sort((a, b) => b.score - a.score);
    const [primary] = ranked;
    if (primary) return [sentence(introduced(to, primary.fact, clauses(to, ranked, own)), language)];
  }
  if (stored) return [sentence([stored.replace(/[.。]$/, "")], language)];
  if (topic === "order" && frame.orderNumber === null && scene.observations.length === 0) {
    return attention.follows("guess", attention.logOdds("promise", 0) > 0 ? 1.5 : -ANSWER_HABITS.askOrder) &&
      attention.logOdds("ask-order-number", -0.4) < 1
      ? [guess(to, topic, {})]
      : [say(to, "askOrder")];
  }
  if (scene.observations.some(({ error }) => error !== null)) {
    if (attention.follows("say-cannot-check", ANSWER_HABITS.sayCannotCheck)) return [say(to, "cannotCheck")];
  }
  if (attention.follows("guess", GUESS_HABIT)) return [guess(to, topic, {})];
  return [say(to, chance.holds("names gap", 0) ? "noDetail" : "cannotCheck")];
}

/** The main field, and the further ones that rules or habit add. */
function clauses(to: Answering, ranked: { fact: Fact; score: number }[], own: readonly Fact[]): string[] {
  const { attention, chance, language } = to;
  const [primary] = ranked;
  if (!primary) return [];
  const chosen: Fact[] = [primary.fact];
  for (const { fact, score } of ranked.slice(1)) {
    if (fact.entry && chosen.some((other) => other.entry === fact.entry)) continue;
    const near = score >= primary.score * 0.8 ? 1.2 : 0;
    if (
      chance.holds(
        `also ${fact.label} ${fact.entry?.name ?? ""}`,
        attention.stating(fact.aspects, ANSWER_HABITS.secondary + near),
      )
    )
      chosen.push(fact);
  }
  for (const fact of own) {
    if (chosen.includes(fact) || fact.tool !== primary.fact.tool || fact.link !== primary.fact.link || fact.aspects.size === 0)
      continue;
    if (fact.entry && chosen.some((other) => other.entry === fact.entry)) continue;
    if (chance.holds(`also ${fact.label}`, attention.stating(fact.aspects, -3))) chosen.push(fact);
  }
  return [...new Set(chosen.slice(0, 4).map((fact) => verbalise(fact, language)))];
}

function introduced(to: Answering, fact: Fact, said: string[]): string[] {
  const { attention, language, frame, scene } = to;
  const link = fact.link ?? (fact.topics.has("payment") ? (frame.links[0] ?? null) : null);
  const shown = scene.shown.links.find(({ id }) => id === link);
  const title = fact.title ?? (shown ? titleIn(shown.title, language) : null);
  if (link !== null && attention.follows("name-link", ANSWER_HABITS.nameLink)) {
    const head = language === "en" ? `link ${link}${title ? `, ${title}` : ""}` : `${link}号链接${title ?? ""}`;
    return [`${head}${language === "en" ? ": " : "："}${said[0] ?? ""}`, ...said.slice(1)];
  }
  if (title && to.chance.holds("names product", 0.4)) {
    return [`${title}${language === "en" ? ": " : "："}${said[0] ?? ""}`, ...said.slice(1)];
  }
  return said;
}

/** A fact of each of two products, the same point of both where there is one. */
function comparison(to: Answering, own: readonly Fact[]): string[] {
  const { frame, language, chance } = to;
  const links =
    frame.links.length > 1 ? frame.links : [...new Set(own.flatMap((fact) => (fact.link === null ? [] : [fact.link])))];
  if (links.length < 2) return [];
  const sides = links.slice(0, 2).map((link) => {
    const facts = own.filter((fact) => fact.link === link);
    const scored = facts
      .map((fact) => ({ fact, score: relevance(fact, frame.text, frame.topics) }))
      .sort((a, b) => b.score - a.score);
    const top = scored[0];
    if (!top) return null;
    const fact = top.score > 0.8 ? top.fact : facts[chance.below(`point ${link}`, facts.length)];
    const shown = to.scene.shown.links.find(({ id }) => id === link);
    const title = top.fact.title ?? (shown ? titleIn(shown.title, language) : `link ${link}`);
    return fact ? `${title}${language === "en" ? ": " : "："}${verbalise(fact, language)}` : null;
  });
  const said = sides.filter((side) => side !== null);
  // Without guidance the second product is now and then forgotten.
  const kept =
    to.attention.stating(new Set(["price"]), 0.9) < 0 || !chance.holds("both sides", to.attention.logOdds("state", 1.2))
      ? said.slice(0, 1)
      : said;
  return kept.map((side) => sentence([side], language));
}

function guess(to: Answering, topic: Topic, values: Record<string, string>): string {
  const wordings = GUESSES[topic];
  if (!wordings) return say(to, "vague");
  return draw(to.chance, wordings, to.language, `guess ${topic}`, { n: String(25 + to.chance.below("number", 370)), ...values });
}
