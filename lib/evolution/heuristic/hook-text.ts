import type { ClaimKind } from "@/lib/contracts/case";

/** Patterns of what a claim's figure looks like; the first group is the figure. Sources of regular expressions. */
const FIGURES: Record<ClaimKind, string[]> = {
  price: ["[¥￥$€£]\\s?(\\d+(?:\\.\\d+)?)", "(\\d+(?:\\.\\d+)?)\\s?(?:yuan|dollars?|euros?|rmb|usd|元|块)"],
  stock: ["(\\d+)\\s?(?:left|in stock|pieces|units|件|个)"],
  promotion: ["(\\d+(?:\\.\\d+)?)\\s?(?:%|percent|折)"],
};

/** A Stop Hook that sends a reply back where it states a figure of these claims that no result or context holds. */
export function claimHook(claims: readonly ClaimKind[]): string {
  const patterns = claims.flatMap((claim) => FIGURES[claim]).map((source) => `  /${source}/gi,`);
  const name = claims.join(" or ");
  return `export const events = ["Stop"];

const figures = [
${patterns.join("\n")}
];

/** Sends the reply back where it states a ${name} that is in no tool result, not in the context and not in the comment. */
export default function (event) {
  const known = JSON.stringify([event.toolResults, event.context, event.comments]);
  const holds = (figure) => new RegExp("(?<![\\\\d.])" + figure.replace(".", "\\\\.") + "(?![\\\\d])").test(known);
  const stated = figures.flatMap((pattern) => [...event.reply.matchAll(pattern)].map((match) => match[1]));
  const unknown = [...new Set(stated)].filter((figure) => !holds(figure));
  if (unknown.length === 0) return { decision: "allow" };
  return {
    decision: "block",
    reason: "No tool result or context supports " + unknown.join(", ") + ". Call the tool that knows it, or leave it out.",
  };
}
`;
}

/** A Stop Hook that sends a reply back where it says one of the phrases. `demand` says why it must not. */
export function phraseHook(phrases: readonly string[], demand: string): string {
  return `export const events = ["Stop"];

const phrases = ${JSON.stringify(phrases.map((phrase) => phrase.toLowerCase()))};

/** Sends a reply back where it says what it must not say. */
export default function (event) {
  const reply = event.reply.toLowerCase();
  const said = phrases.filter((phrase) => reply.includes(phrase));
  if (said.length === 0) return { decision: "allow" };
  return { decision: "block", reason: "Say it without “" + said.join("”, “") + "”: " + ${JSON.stringify(demand)} };
}
`;
}

/** A Stop Hook that sends a reply back where it is longer than the limit. */
export function lengthHook(limit: number, unit: string): string {
  const count = unit === "words" ? "event.reply.trim().split(/\\s+/).length" : "[...event.reply].length";
  return `export const events = ["Stop"];

/** Sends a reply back where it is longer than ${limit} ${unit}. */
export default function (event) {
  const length = ${count};
  if (length <= ${limit}) return { decision: "allow" };
  return { decision: "block", reason: "The reply has " + length + " ${unit}. Say the same in at most ${limit}." };
}
`;
}

/** A Stop Hook that sends a reply back where comment and reply are in different scripts. */
export function languageHook(): string {
  return `export const events = ["Stop"];

const chinese = (text) => {
  const characters = text.match(/\\p{Script=Han}/gu) ?? [];
  const words = text.match(/\\p{Script=Latin}+/gu) ?? [];
  return characters.length > words.length;
};

/** Sends a reply back where it is not in the language of the comments. */
export default function (event) {
  const asked = chinese(event.comments.map((comment) => comment.text).join("\\n"));
  if (event.reply === "" || chinese(event.reply) === asked) return { decision: "allow" };
  return { decision: "block", reason: "Reply in the language of the comment: " + (asked ? "Chinese" : "English") + "." };
}
`;
}
