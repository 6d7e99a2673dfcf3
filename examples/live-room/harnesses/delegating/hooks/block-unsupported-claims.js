/**
 * Sends back a claim about the product that no tool result and nothing in the room supports: an attribute, a guarantee, a
 * delivery promise. Figures and offers are guard-claims' part. What a tool was asked is no evidence, only what it answered.
 */
export const events = ["Stop"];

const CLAIMS = [
  ["attribute", /\b(?:waterproof|hypoallergenic|organic|fireproof|shatterproof|antibacterial|non-?toxic|bpa[- ]free|vegan)\b/gi],
  ["attribute", /防水|抗菌|有机认证|无毒|防火|孕妇可用|食品级/g],
  ["guarantee", /\b(?:guaranteed?|lifetime warranty|money[- ]back|risk[- ]free|clinically proven)\b/gi],
  ["guarantee", /假一赔[一二三四五六七八九十]|终身保修|永不褪色|百分之百|绝对有效|无效退款/g],
  [
    "delivery promise",
    /\b(?:same[- ]day|next[- ]day|arrives? (?:today|tomorrow|tonight)|within (?:an|one) hour|by tomorrow)\b/gi,
  ],
  ["delivery promise", /当日达|次日达|明天(?:就)?(?:能)?到|今天(?:就)?(?:能)?到|一小时送达/g],
];
/** What stands directly before a phrase and takes the claim back, or leaves it open. */
const DENIED =
  /(?:\b(?:not|never|no|isn't|aren't|without|whether (?:it|this|that) is)|\b(?:cannot|can't|won't|don't|do not) (?:promise|say|confirm|guarantee)(?: \w+){0,4})\s+(?:an?\s+)?$|(?:不|没|未|非|是否|不能保证|不确定|无法保证)(?:是|能|会)?$/i;

export default function blockUnsupportedClaims(event) {
  const known = JSON.stringify([event.toolResults.map((item) => item.result), event.context]).toLowerCase();
  for (const [kind, pattern] of CLAIMS) {
    for (const found of event.reply.matchAll(pattern)) {
      const [claim] = found;
      if (known.includes(claim.toLowerCase()) || DENIED.test(event.reply.slice(0, found.index))) continue;
      return {
        decision: "block",
        reason: `The reply makes the ${kind} "${claim}" but no tool result supports it. Look it up, or leave it out.`,
      };
    }
  }
  return { decision: "allow" };
}
