/**
 * Sends back a claim about the product that no tool result and nothing in the room supports: an attribute, a guarantee, a
 * delivery promise. Figures and offers are guard-claims' part. A sentence that denies or leaves open is no claim.
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
const OPEN = /\b(?:not?|never|cannot|can't|don't|doesn't|isn't|without|whether|check)\b|不|没|未|无法|是否/i;

export default function blockUnsupportedClaims(event) {
  const known = JSON.stringify([event.toolResults, event.context]).toLowerCase();
  for (const sentence of event.reply.split(/(?<=[.!?。！？])/)) {
    for (const [kind, pattern] of CLAIMS) {
      for (const [claim] of sentence.matchAll(pattern)) {
        if (known.includes(claim.toLowerCase()) || OPEN.test(sentence.replace(claim, ""))) continue;
        return {
          decision: "block",
          reason: `The reply makes the ${kind} "${claim}" but no tool result supports it. Look it up, or leave it out.`,
        };
      }
    }
  }
  return { decision: "allow" };
}
