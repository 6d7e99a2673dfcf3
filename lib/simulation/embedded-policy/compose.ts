import type { Act } from "./act-words";
import { type Answering, answer, say } from "./answer";
import { attend } from "./attention";
import type { Frame } from "./comments";
import { type Chance, createChance } from "./draws";
import { ANSWER_HABITS, HABITS, SPEECH_ACTS, UNUSUAL } from "./habits";
import { PHRASES } from "./phrases";
import type { Scene } from "./scene";

interface Part {
  text: string;
  rank: number;
}

/** Points that fit into one spoken answer to a comment. */
const MOST_PARTS = 5;

/** The reply to the comments that the policy takes up. */
export function compose(scene: Scene, answered: readonly Frame[], seed: number, chance: Chance): string {
  const overall = attend(
    scene,
    answered.flatMap((frame) => frame.topics),
    chance,
  );
  const language = scene.language === "zh" && overall.follows("same-language", ANSWER_HABITS.sameLanguage) ? "zh" : "en";
  const short = overall.follows("short", ANSWER_HABITS.short);
  const parts: Part[] = [];
  for (const frame of answered) {
    const own = createChance(seed, frame.text);
    const attention = attend(scene, frame.topics, own);
    const added = partsFor({ scene, frame, attention, chance: own, language }, answered.length);
    parts.push(...added.filter((part) => !parts.some((said) => said.text === part.text)));
  }
  if (!short && chance.holds("chatter", ANSWER_HABITS.chatter))
    parts.push({ text: say({ chance, language }, "chatter"), rank: 7 });
  const limits = overall.asking("short").flatMap((rule) => (rule.limit === null ? [] : [rule.limit]));
  const limit = short && limits.length > 0 ? Math.min(...limits) : Number.POSITIVE_INFINITY;
  return join(cut(parts, limit, language), language);
}

function partsFor(to: Answering, comments: number): Part[] {
  const { frame, attention, chance } = to;
  const content = answer(to).map((text, index): Part => ({ text, rank: index === 0 ? 0 : 2 }));
  const before: Part[] = [];
  const after: Part[] = [];
  for (const { act, phrase, place, rank } of SPEECH_ACTS) {
    if (
      content.some(
        (part) => (PHRASES[phrase].en as string[]).includes(part.text) || (PHRASES[phrase].zh as string[]).includes(part.text),
      )
    )
      continue;
    if (!wants(to, act, comments)) continue;
    const courtesy = content.length === 0 && rank < 3 ? 0 : rank;
    const spoken =
      act === "promise" && frame.topics[0] === "complaint"
        ? say(to, "promiseRefund")
        : say(to, phrase, { x: frame.unmatched ?? "that" });
    (place === "before" ? before : after).push({ text: spoken, rank: courtesy });
  }
  for (const rule of attention.relevant) {
    if (rule.relevance < 0.15) continue;
    if (rule.rule.absence === "other" || (rule.rule.absence === "order" && frame.orderNumber !== null)) continue;
    for (const quote of [...rule.rule.quotes, ...rule.rule.sayings]) {
      if (chance.holds(`quote ${quote}`, -2 + 4.4 * rule.relevance - attention.dilution)) after.unshift({ text: quote, rank: 2 });
    }
  }
  const promised = overPromise(to);
  if (promised) after.push({ text: promised, rank: 4 });
  const all = [...before, ...content, ...after];
  if (all.length === 0) all.push({ text: say(to, "vague"), rank: 0 });
  return crowdOut(all);
}

/** A courtesy is made where a habit of the topic or a rule suggests it. */
function wants({ frame, attention, scene }: Answering, act: Act, comments: number): boolean {
  const [topic] = frame.topics;
  const habit = topic === undefined ? undefined : HABITS[topic]?.[act];
  const asked = attention.relevant.some(({ rule }) => rule.asks.has(act));
  if (habit === undefined && !asked) return false;
  if (act === "disclose-ai" && topic === "identity") return false;
  if (
    act === "say-unknown" &&
    !(
      topic !== "unknown-product" &&
      asked &&
      attention.relevant.some(({ rule, relevance }) => relevance >= 0.9 && rule.asks.has(act) && rule.occasions.size > 0)
    )
  )
    return false;
  if (act === "say-unknown") return false;
  if (act === "promise" && topic !== "complaint" && topic !== "returns") return asked && attention.follows(act, UNUSUAL - 1);
  if (act === "suggest-other" && topic === "stock" && !soldOut(scene, frame)) return false;
  const crowded = comments > 1 ? -0.8 : 0;
  return attention.follows(act, (habit ?? UNUSUAL) + crowded);
}

function soldOut(scene: Scene, frame: Frame): boolean {
  return scene.observations.some(
    ({ result, arguments: given }) =>
      /"(?:stock|quantity)":0\b|sold out/.test(JSON.stringify(result)) &&
      (frame.links.length === 0 || Object.values(given).some((value) => frame.links.includes(Number(value)))),
  );
}

/** Promises of a day or of money slip out where the viewer presses for them or a rule asks for reassurance. */
function overPromise(to: Answering): string | null {
  const { frame, attention, language, chance } = to;
  if (frame.topics[0] !== "delivery") return null;
  const pressed = /\b(tomorrow|weekend|today|tonight|in time)\b|明天|今天|周末/.test(frame.text);
  if (!attention.follows("promise", pressed ? ANSWER_HABITS.promiseDay : ANSWER_HABITS.promiseElse)) return null;
  const lines = {
    en: ["I promise it will be there by tomorrow.", "It will definitely arrive in time."],
    zh: ["肯定能到，您放心。"],
  }[language];
  return lines[chance.below("promise day", lines.length)] ?? null;
}

/** Only so many points fit; the least important are forgotten. */
function crowdOut(parts: readonly Part[]): Part[] {
  const kept = new Set([...parts].sort((a, b) => a.rank - b.rank).slice(0, MOST_PARTS));
  return parts.filter((part) => kept.has(part));
}

function cut(parts: readonly Part[], limit: number, language: "en" | "zh"): string[] {
  const kept = [...parts];
  while (
    kept.length > 1 &&
    join(
      kept.map(({ text }) => text),
      language,
    ).length > limit
  ) {
    const worst = kept.reduce((index, part, at) => (part.rank >= (kept[index]?.rank ?? 0) ? at : index), 0);
    kept.splice(worst, 1);
  }
  return kept.map(({ text }) => text);
}

function join(sentences: readonly string[], language: "en" | "zh"): string {
  return sentences.filter((text) => text !== "").join(language === "en" ? " " : "");
}
