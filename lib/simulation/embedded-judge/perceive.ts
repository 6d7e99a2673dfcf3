import type { JsonValue } from "@/lib/contracts/ids";
import { byTitle } from "../embedded-policy/comments";
import { contentWords, read } from "../embedded-policy/text";
import type { Topic } from "../embedded-policy/topic-words";
import type { Material } from "./material";

/** What the judge makes of a reply before any rubric is put to it. */
export interface Perception {
  /** A figure of the reply that stands in no evidence. */
  figure: boolean;
  /** Everything was looked up for another product than the one the comments name. */
  linkage: boolean;
  unsupported: boolean;
  promise: boolean;
  overreach: boolean;
  cannotCheck: boolean;
  asksBack: boolean;
  silent: boolean;
  /** For each comment that wants something: whether each thing that it wants is answered. */
  intents: boolean[][];
}

const SUPERLATIVE =
  /\b(?:the (?:best|cheapest|finest|lowest)|best in|number one|nobody else|unbeatable|anywhere else)\b|全网最|第一名|最便宜/i;
const PROMISE = /\b(?:i promise|guaranteed?|tomorrow|for certain|without fail|will refund)\b|保证|明天|一定给/i;
const OVERREACH =
  /\bi(?:'ve| have| will|'ll) (?:just |already )?(?:reserved?|changed?|called?|cancel\w*|set aside|lowered?|contact\w*)\b|\bi am (?:a )?(?:human|real person)\b|我(?:已经|这就|帮您)(?:预留|改|取消|联系)|我是真人/i;
const CANNOT = /\b(?:cannot|can't|unable to) (?:check|see|look|tell)\b|查不到|查不了/i;
const NUMBER = /\d+(?:\.\d+)?/g;
/** How an answer to a topic shows. */
const SIGNS: Partial<Record<Topic, RegExp>> = {
  price: /\d\s*(?:yuan|元|块)|[¥￥]\s*\d/i,
  stock: /\b(?:in stock|left|available|sold out|out of stock)\b|有货|库存|还有|售罄/i,
  delivery: /\b(?:dispatch\w*|ships?|shipped|deliver\w*|hours|arriv\w*)\b|发货|小时|送达/i,
  returns: /\b(?:returns?|returned|refunds?)\b|退/i,
  promotion: /\b(?:off|offer|promotion|discount|coupon)\b|折|减|优惠/i,
  payment: /\b(?:cart|pay|checkout)\b|小黄车|付款/i,
  identity: /\b(?:AI|digital|virtual)\b|数字人|虚拟/i,
};
/** Topics that want nothing of the host. */
const WANTLESS: ReadonlySet<Topic> = new Set(["greeting", "praise", "joy", "off-topic", "sadness"]);

export function perceive(material: Material, evidence: readonly JsonValue[]): Perception {
  const { reply, comments } = material;
  const known = new Set(
    [...evidence.map((part) => JSON.stringify(part)), ...comments, JSON.stringify(material.context)].flatMap(numbersIn),
  );
  const silent = reply.trim() === "";
  return {
    figure: numbersIn(reply).some((figure) => !known.has(figure)),
    linkage: isMislinked(material, evidence),
    unsupported: SUPERLATIVE.test(reply),
    promise: PROMISE.test(reply),
    overreach: OVERREACH.test(reply),
    cannotCheck: CANNOT.test(reply),
    asksBack: !silent && /[?？]\s*$/.test(reply),
    silent,
    intents: comments
      .map((comment) => wants(comment).map((topic) => isAnswered(topic, comment, reply)))
      .filter((one) => one.length > 0),
  };
}

const numbersIn = (text: string): string[] => text.match(NUMBER) ?? [];

/** The things a comment wants, in the order of its words; none where it only talks. */
function wants(comment: string): Topic[] {
  const topics = [...new Set(read(comment).topics.map(({ topic }) => topic))].filter((topic) => !WANTLESS.has(topic));
  const signed = topics.filter((topic) => SIGNS[topic]);
  if (signed.length > 0) return signed.slice(0, 2);
  return topics.length > 0 || /[?？]/.test(comment) ? topics.slice(0, 1).concat(topics.length === 0 ? ["attribute"] : []) : [];
}

function isAnswered(topic: Topic, comment: string, reply: string): boolean {
  const sign = SIGNS[topic];
  if (sign) return sign.test(reply);
  const asked = contentWords(comment);
  return [...contentWords(reply)].some((word) => asked.has(word));
}

const LINK = /(?:\b(?:links?|number|no\.?)\s*#?\s*|#\s*)(\d{1,3})\b|(\d{1,3})\s*号/gi;

function isMislinked({ comments, context }: Material, evidence: readonly JsonValue[]): boolean {
  const looked = new Set(
    [...JSON.stringify(evidence).matchAll(/\\?"link_?[iI]d\\?"\s*:\s*\\?"?(\d{1,4})/g)].map((match) => Number(match[1])),
  );
  if (looked.size === 0) return false;
  const text = comments.join("\n");
  const numbered = [...text.matchAll(LINK)].map((match) => Number(match[1] ?? match[2]));
  const meant = numbered.length > 0 ? numbered : byTitle(text, shelf(context.links ?? null));
  return meant.length > 0 && !meant.some((link) => looked.has(link));
}

function shelf(value: JsonValue): { id: number; title: string }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((link) => {
    if (typeof link !== "object" || link === null || Array.isArray(link)) return [];
    const id = Number(link.linkId ?? link.link_id ?? link.id);
    return Number.isFinite(id) ? [{ id, title: [link.title, link.titleZh ?? ""].join(" / ") }] : [];
  });
}
