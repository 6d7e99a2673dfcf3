import type { Case, Judged, Metric } from "@/lib/contracts/case";
import type { JsonValue } from "@/lib/contracts/ids";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { checkGrounded } from "@/lib/evaluation/grounded";

/** What about a judged reply a program can see; what a rubric may have a rule on. */
export type JudgedFeature =
  | "product-linkage"
  | "overreach"
  | "promise"
  | "unsupported-claim"
  | "cannot-check"
  | "courtesy"
  | "several-comments"
  | "partial-answer"
  | "asks-back"
  | "silence"
  | "no-answer"
  | "redirect"
  | "other";

const OVERREACH =
  /\bI(?:'ve| have|'ll| will| can| just)? ?(?:already |just )?(?:chang|cancel|call|contact|reserv|refund|mark|book|upgrad|lower|rais)\w*|\bI(?:'m| am) (?:a )?(?:human|real person|person)\b|我(?:已经|帮您|这就)*(?:改|取消|联系|预留|退|打电话)|我是真人/i;
const PROMISE =
  /\b(?:guarantee\w*|promise\w*|tomorrow|definitely|for sure|without fail|full refund|refund you)\b|保证|肯定|一定(?:会|能|给)|明天/i;
const SUPERLATIVE =
  /\b(?:best|cheapest|lowest|number one|no\.? ?1|only one|everyone|perfect for every|never breaks?|lifetime|unmatched)\b|全网最低|最好|第一|独家|所有人/i;
const CANNOT_CHECK =
  /\b(?:cannot|can't|could not|couldn't|unable to)\b.{0,20}\b(?:check|see|find|look|tell)\b|(?:查不到|没法查|暂时查不了|看不到)/i;
const COURTESY = /\b(?:love it|enjoy|you(?:'ll| will) like|thank you|glad|welcome)\b|喜欢|谢谢|欢迎/i;
const MEANS_LINK = /(?:\b(?:links?|number|no\.?|item)\s*#?\s*|#\s*)(\d{1,3})\b|(\d{1,3})\s*号/gi;
const NONE = new Set<string>();

/**
 * The feature of a judged reply that bears most on a label on which judge and people differ. Rules of thumb over the
 * comments, the look-ups and the reply; the label only says in which direction to look.
 */
export function judgedFeature(
  item: Case,
  judged: Judged,
  { label, value, direction }: { label: Metric; value: number; direction: "lenient" | "strict" },
): JudgedFeature {
  return label === "accuracy" ? accuracyFeature(item, judged, direction) : effectivenessFeature(item, judged, value, direction);
}

function accuracyFeature(item: Case, judged: Judged, direction: "lenient" | "strict"): JudgedFeature {
  const { reply } = judged;
  if (direction === "strict") {
    if (CANNOT_CHECK.test(reply)) return "cannot-check";
    return COURTESY.test(reply) ? "courtesy" : "other";
  }
  if (isMislinked(item, judged)) return "product-linkage";
  if (OVERREACH.test(reply)) return "overreach";
  if (PROMISE.test(reply)) return "promise";
  return SUPERLATIVE.test(reply) || !isGrounded(item, judged) ? "unsupported-claim" : "other";
}

function effectivenessFeature(item: Case, { reply }: Judged, value: number, direction: "lenient" | "strict"): JudgedFeature {
  if (reply.trim() === "") return "silence";
  if (CANNOT_CHECK.test(reply)) return "cannot-check";
  if (item.input.comments.length > 1) return "several-comments";
  if (value === 0.5) return "partial-answer";
  if (/[?？]\s*$/.test(reply)) return "asks-back";
  if (value === 0) return "no-answer";
  return direction === "strict" && !/\d/.test(reply) ? "redirect" : "other";
}

/** Everything was looked up for links that the comments do not mean. */
function isMislinked({ input, context }: Case, { toolCalls }: Judged): boolean {
  const looked = toolCalls.flatMap(({ arguments: args, result }) => [...linksIn(args), ...linksIn(result ?? null)]);
  if (looked.length === 0) return false;
  const text = input.comments.map((comment) => comment.text).join("\n");
  const named = [...text.matchAll(MEANS_LINK)].map((match) => Number(match[1] ?? match[2]));
  const meant = new Set(named.length > 0 ? named : titledIn(text, context));
  return meant.size > 0 && looked.every((link) => !meant.has(link));
}

/** Numbers under keys that name a link. */
function linksIn(value: JsonValue): number[] {
  if (value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) return value.flatMap(linksIn);
  return Object.entries(value).flatMap(([key, part]) =>
    /^(?:link_?id|link|product_?id)/i.test(key) && Number.isFinite(Number(part)) && part !== null
      ? [Number(part)]
      : linksIn(part),
  );
}

/** Links of the context whose titles share a telling word with the text. */
function titledIn(text: string, context: Case["context"]): number[] {
  const folded = text.normalize("NFKC").toLowerCase();
  const said = new Set(folded.match(/[a-z]{3,}/g));
  const links = Array.isArray(context.links) ? context.links : [];
  return links.flatMap((link) => {
    if (link === null || typeof link !== "object" || Array.isArray(link)) return [];
    const [id] = linksIn(link);
    const titles = Object.values(link).filter((part): part is string => typeof part === "string");
    const latin = titles.flatMap((title) => title.toLowerCase().match(/[a-z]{3,}/g) ?? []);
    const han = titles.flatMap((title) => [...title.matchAll(/(?=(\p{Script=Han}{3}))/gu)].map((match) => match[1] ?? ""));
    const named = latin.some((word) => said.has(word)) || han.some((part) => folded.includes(part));
    return id !== undefined && named ? [id] : [];
  });
}

/** Whether each price, stock figure and promotion of the reply stands in the look-ups, the context or the comments. */
function isGrounded(item: Case, { reply, toolCalls }: Judged): boolean {
  const steps = toolCalls.map((call, index) => ({
    type: "tool-call" as const,
    round: 1,
    atMs: 0,
    callId: String(index),
    tool: call.tool,
    arguments: call.arguments,
    durationMs: 0,
    outcome:
      call.error === undefined
        ? { ok: true as const, result: call.result ?? null }
        : { ok: false as const, error: { type: "unavailable" as const, message: call.error } },
  }));
  const stored: Pick<Trajectory, "reply" | "steps"> = { reply, steps };
  return checkGrounded(item, stored, ["price", "stock", "promotion"], NONE).passed;
}
