import type { ClaimKind } from "@/lib/contracts/case";

/** Patterns of what a claim's figure looks like; the first group is the figure. Sources of regular expressions. */
const FIGURES: Record<ClaimKind, string[]> = {
  price: ["[¥￥$€£]\\s?(\\d+(?:\\.\\d+)?)", "(\\d+(?:\\.\\d+)?)\\s?(?:yuan|dollars?|euros?|rmb|usd|元|块)"],
  stock: ["(\\d+)\\s?(?:left|in stock|pieces|units|件|个)"],
  promotion: ["(\\d+(?:\\.\\d+)?)\\s?(?:%|percent|折)"],
};

/**
 * Every Hook written here sends a reply back once at most: a policy that cannot mend it would lose its rounds over it.
 * After that, or where no other try is needed, the Hook takes out the sentences that are wrong, if any others remain.
 */
const SENTENCES = `const sentences = (reply) => reply.split(/(?<=[.!?。！？])\\s*/).filter((sentence) => sentence !== "");
const join = (kept) => kept.join(/\\p{Script=Han}/u.test(kept.join("")) ? "" : " ");`;

/** A Stop Hook against a figure of these claims that no result, context or comment holds. */
export function claimHook(claims: readonly ClaimKind[]): string {
  const patterns = claims.flatMap((claim) => FIGURES[claim]).map((source) => `  /${source}/gi,`);
  const name = claims.join(" or ");
  return `export const events = ["Stop"];

const figures = [
${patterns.join("\n")}
];

${SENTENCES}

/** No ${name} that is in no tool result, not in the context and not in the comment: sent back once, then cut out. */
export default function (event) {
  const known = JSON.stringify([event.toolResults, event.context, event.comments]);
  const holds = (figure) => new RegExp("(?<![\\\\d.])" + figure.replace(".", "\\\\.") + "(?![\\\\d])").test(known);
  const unknownIn = (text) =>
    figures.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1])).filter((figure) => !holds(figure));
  const unknown = [...new Set(unknownIn(event.reply))];
  if (unknown.length === 0) return { decision: "allow" };
  if (event.stopBlocks === 0) {
    return {
      decision: "block",
      reason: "No tool result or context supports " + unknown.join(", ") + ". Call the tool that knows it, or leave it out.",
    };
  }
  const kept = sentences(event.reply).filter((sentence) => unknownIn(sentence).length === 0);
  return kept.length > 0 ? { decision: "replace", reply: join(kept) } : { decision: "allow" };
}
`;
}

/** A Stop Hook against phrases. `demand` says why they must not be said. */
export function phraseHook(phrases: readonly string[], demand: string): string {
  return `export const events = ["Stop"];

const phrases = ${JSON.stringify(phrases.map((phrase) => phrase.toLowerCase()))};
${SENTENCES}

/** Cuts out the sentences that say what must not be said; where nothing else is left, sends the reply back once. */
export default function (event) {
  const says = (text) => phrases.filter((phrase) => text.toLowerCase().includes(phrase));
  const said = says(event.reply);
  if (said.length === 0) return { decision: "allow" };
  const kept = sentences(event.reply).filter((sentence) => says(sentence).length === 0);
  if (kept.length > 0) return { decision: "replace", reply: join(kept) };
  if (event.stopBlocks > 0) return { decision: "allow" };
  return { decision: "block", reason: "Say it without “" + said.join("”, “") + "”: " + ${JSON.stringify(demand)} };
}
`;
}

/** A Stop Hook against replies that are longer than the limit. */
export function lengthHook(limit: number, unit: string): string {
  const count = unit === "words" ? "text.trim().split(/\\s+/).length" : "[...text].length";
  return `export const events = ["Stop"];

const length = (text) => ${count};
${SENTENCES}

/** Keeps as many sentences from the start as fit into ${limit} ${unit}; where none does, sends the reply back once. */
export default function (event) {
  if (length(event.reply) <= ${limit}) return { decision: "allow" };
  const kept = sentences(event.reply);
  while (kept.length > 0 && length(join(kept)) > ${limit}) kept.pop();
  if (kept.length > 0) return { decision: "replace", reply: join(kept) };
  if (event.stopBlocks > 0) return { decision: "allow" };
  return { decision: "block", reason: "The reply has " + length(event.reply) + " ${unit}. Say the same in at most ${limit}." };
}
`;
}

/** A Stop Hook against replies in another script than the comments'. */
export function languageHook(): string {
  return `export const events = ["Stop"];

const chinese = (text) => {
  const characters = text.match(/\\p{Script=Han}/gu) ?? [];
  const words = text.match(/\\p{Script=Latin}+/gu) ?? [];
  return characters.length > words.length;
};

/** Sends a reply back, once, where it is not in the language of the comments. */
export default function (event) {
  const asked = chinese(event.comments.map((comment) => comment.text).join("\\n"));
  if (event.stopBlocks > 0 || event.reply === "" || chinese(event.reply) === asked) return { decision: "allow" };
  return { decision: "block", reason: "Reply in the language of the comment: " + (asked ? "Chinese" : "English") + "." };
}
`;
}
