/** Sends back a price, stock figure or discount that no tool result, and nothing in the room, supports. */
export const events = ["Stop"];

const FIGURE = /(?:¥|￥|\$)\s*(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)\s*(?:yuan|rmb|dollars|元|块|pieces|件|% off|percent off|折)/gi;
const OFFER = /\b(half price|buy one get one|% off|percent off)\b|[0-9一二三四五六七八九]折|买一送一/i;

export default function guardClaims(event) {
  // A sum proves nothing by itself: its terms have to come from somewhere, and they are found there.
  const results = event.toolResults.filter((item) => item.tool !== "calculate").map((item) => item.result);
  const sums = event.toolResults.filter((item) => item.tool === "calculate");
  const digits = new Set(numbersIn([results, event.context, event.comments]));
  for (const sum of sums) {
    if (numbersIn(sum.arguments).every((number) => digits.has(number)))
      for (const number of numbersIn(sum.result)) digits.add(number);
  }
  for (const [claim, sign, unit] of event.reply.matchAll(FIGURE)) {
    if (!digits.has(sign ?? unit)) {
      return {
        decision: "block",
        reason: `The reply says "${claim}" but no tool result supports it. Call the tool that holds the fact, or leave the figure out.`,
      };
    }
  }
  if (OFFER.test(event.reply) && results.length === 0) {
    return { decision: "block", reason: "The reply names an offer without a look-up. Call the promotion tool first." };
  }
  return { decision: "allow" };
}

const numbersIn = (value) => JSON.stringify(value ?? null).match(/\d+(?:\.\d+)?/g) ?? [];
