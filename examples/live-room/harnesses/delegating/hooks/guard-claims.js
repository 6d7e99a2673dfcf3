/** Sends back a price, stock figure or discount that no tool result, and nothing in the room, supports. */
export const events = ["Stop"];

const FIGURE = /(\d+(?:\.\d+)?)\s*(?:yuan|rmb|元|块|pieces|件|% off|percent off|折)/gi;
const OFFER = /\b(half price|buy one get one|% off|percent off)\b|[0-9一二三四五六七八九]折|买一送一/i;

export default function guardClaims(event) {
  const known = JSON.stringify([event.toolResults, event.context, event.comments]);
  const digits = new Set(known.match(/\d+(?:\.\d+)?/g) ?? []);
  for (const [claim, figure] of event.reply.matchAll(FIGURE)) {
    if (!digits.has(figure)) {
      return {
        decision: "block",
        reason: `The reply says "${claim}" but no tool result supports it. Call the tool that holds the fact, or leave the figure out.`,
      };
    }
  }
  if (OFFER.test(event.reply) && event.toolResults.length === 0) {
    return { decision: "block", reason: "The reply names an offer without a look-up. Call the promotion tool first." };
  }
  return { decision: "allow" };
}
