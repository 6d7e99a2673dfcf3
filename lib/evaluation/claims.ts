import { COUNT, NUMBER, parseAmount } from "./amounts";
import { declines, isNegated, isOpen, type Segment, segmentsOf } from "./claim-text";

type Bound = "exactly" | "at-most" | "at-least" | "about";
export type StockStatus = "available" | "unavailable" | "low";

/** What a claim says, apart from its words. */
export type ClaimFact =
  | { kind: "price"; fact: "price"; amount: number; bound: Bound }
  | { kind: "stock"; fact: "stock-count"; count: number }
  | { kind: "stock"; fact: "stock-status"; status: StockStatus }
  /** Percent off, from 0 to 100. */
  | { kind: "promotion"; fact: "percent-off"; percent: number }
  /** Money off, with the spend that it needs where one is named. */
  | { kind: "promotion"; fact: "amount-off"; amount: number; threshold: number | null }
  | { kind: "promotion"; fact: "multi-buy"; buy: number; get: number }
  | { kind: "promotion"; fact: "free-shipping" }
  | { kind: "promotion"; fact: "free-gift" }
  /** That there is a promotion at all. */
  | { kind: "promotion"; fact: "any-promotion" };

/** A spoken fact that needs support. `text` is the words as normalised (NFKC, lower case). */
export type Claim = ClaimFact & { text: string };

interface Pattern {
  expression: RegExp;
  /** Statements of a state are open in a question or condition; a figure once spoken is a claim in both. */
  state: boolean;
  read: (groups: string[], segment: string, at: number) => ClaimFact | null;
}

const CURRENCY_BEFORE = "(?:us\\$|\\$|¥|€|£|\\b(?:usd|rmb|cny|eur|gbp)\\s*)\\s*";
const CURRENCY_AFTER = "\\s*(?:dollars?|bucks|yuan|rmb|cny|usd|euros?|eur|pounds?|kuai|元|块钱|块|人民币|美元|美金)(?![a-z])";
const MONEY = `(?:${CURRENCY_BEFORE})?${NUMBER}(?:${CURRENCY_AFTER})?`;
const MONEY_MARKED = `(?:${CURRENCY_BEFORE}${NUMBER}(?:${CURRENCY_AFTER})?|${NUMBER}${CURRENCY_AFTER})`;
const THINGS = "(?:units?|pieces?|pcs|items?|pairs?|sets?|boxes|bottles?|of (?:them|these|those))";
const HAN_THINGS = "(?:件|个|套|瓶|盒|双|份|台|支|只|条|包|单|箱)";

const pattern = (source: string, state: boolean, read: Pattern["read"]): Pattern => ({
  expression: new RegExp(source, "gu"),
  state,
  read,
});
const number = (groups: string[]) => parseAmount(groups[0] ?? "");

const percentOff = (percent: number): ReturnType<Pattern["read"]> =>
  percent > 0 && percent < 100 ? { kind: "promotion", fact: "percent-off", percent } : null;
const amountOff = (amount: number, threshold: number | null = null): ReturnType<Pattern["read"]> =>
  amount > 0 ? { kind: "promotion", fact: "amount-off", amount, threshold } : null;
const multiBuy = (buy: number, get: number): ReturnType<Pattern["read"]> => ({ kind: "promotion", fact: "multi-buy", buy, get });
const status = (value: StockStatus) => (): ReturnType<Pattern["read"]> => ({
  kind: "stock",
  fact: "stock-status",
  status: value,
});
const count = (groups: string[]): ReturnType<Pattern["read"]> => ({ kind: "stock", fact: "stock-count", count: number(groups) });
const anyPromotion = (): ReturnType<Pattern["read"]> => ({ kind: "promotion", fact: "any-promotion" });

/** In order: an earlier match takes its words away from later patterns, so "$10 off" is no price. */
const PATTERNS: Pattern[] = [
  pattern(`满\\s*${MONEY}\\s*[,，]?\\s*(?:立?减|优惠|省|返)\\s*${MONEY}`, false, (g) =>
    amountOff(parseAmount(g[1] ?? ""), number(g)),
  ),
  pattern(
    `\\b(?:spend|buy|orders? (?:over|above|of))\\s*${MONEY_MARKED}(?: or more)?[^.!?]{0,20}?\\b(?:save|get|take)\\s*${MONEY_MARKED}(?:\\s*off)?`,
    false,
    (g) => amountOff(parseAmount(g[1] ?? ""), number(g)),
  ),
  pattern(`${MONEY_MARKED}\\s*(?:off|discount)\\b[^.!?]{0,12}?\\b(?:over|above|of)\\s*${MONEY_MARKED}`, false, (g) =>
    amountOff(number(g), parseAmount(g[1] ?? "")),
  ),
  pattern(`\\bbuy ${COUNT}[^.!?]{0,20}?,?\\s*get (?:${COUNT}|another|the second)`, true, (g) =>
    multiBuy(number(g), g[1] === undefined ? 1 : parseAmount(g[1])),
  ),
  pattern("\\bbogo\\b|\\b(?:two|2)[- ]for[- ](?:one|1)\\b", true, () => multiBuy(1, 1)),
  pattern(`买\\s*${NUMBER}\\s*${HAN_THINGS}?\\s*(?:送|赠)\\s*${NUMBER}`, true, (g) =>
    multiBuy(number(g), parseAmount(g[1] ?? "")),
  ),
  pattern(`${NUMBER}\\s*(?:%|percent)\\s*(?:off|discount|cheaper|less|savings?)\\b`, false, (g) => percentOff(number(g))),
  pattern(
    `\\b(?:save|saves|saving|discount of|off by|reduced by|knocks?)\\s*(?:you\\s*)?(?:up to\\s*)?${NUMBER}\\s*(?:%|percent)`,
    false,
    (g) => percentOff(number(g)),
  ),
  pattern(`(?:优惠|立减|降价?|便宜|折扣)\\s*(?:了)?\\s*${NUMBER}\\s*%`, false, (g) => percentOff(number(g))),
  pattern(`(?:打\\s*)?${NUMBER}\\s*折`, false, (g) => {
    const value = number(g);
    return percentOff(Math.round((value >= 10 ? 100 - value : 100 - value * 10) * 100) / 100);
  }),
  pattern("\\bhalf[- ](?:off|price)\\b|半价", true, () => percentOff(50)),
  pattern(`${MONEY_MARKED}\\s*(?:off|discount|coupon|voucher|cashback|rebate|的?(?:优惠券|代金券|红包|券|优惠))`, false, (g) =>
    amountOff(number(g)),
  ),
  pattern(
    `\\b(?:save|saves|saving|discount of|coupon (?:for|of|worth)|reduced by|knocks?)\\s*(?:you\\s*)?(?:up to\\s*)?${MONEY_MARKED}`,
    false,
    (g) => amountOff(number(g)),
  ),
  pattern(
    `(?:立减|直降|优惠|减免|便宜|再减|省)\\s*(?:了)?\\s*(?:${MONEY_MARKED}|(\\d+(?:\\.\\d+)?)(?!\\.?\\d|\\s*%))`,
    false,
    (g) => amountOff(number(g)),
  ),
  pattern(
    "\\bfree (?:shipping|delivery|postage)\\b|\\b(?:ships?|shipped|delivered|delivery is|shipping is) (?:for )?free\\b|包邮|免(?:运费|邮)",
    true,
    () => ({ kind: "promotion", fact: "free-shipping" }),
  ),
  pattern(
    "\\bfree (?:gift|sample|bonus)\\b|\\bgift with purchase\\b|\\b(?:comes?|included?) with a (?:free|complimentary)\\b|赠品|(?:免费|额外|加)(?:赠)?送|赠送|送(?:您|你)?(?:一|个|份|小)",
    true,
    () => ({ kind: "promotion", fact: "free-gift" }),
  ),
  pattern(
    "\\bon sale\\b|\\b(?:flash|clearance) sale\\b|\\b(?:special|limited[- ]time|exclusive) (?:offer|price|discount|deal)\\b|\\b(?:there(?:'s| is| are)|we(?:'ve| have)(?: got)?|you(?:'ll)? get|with (?:a|the|today's|our)|use (?:the|a|our|this)|grab (?:the|a)|running)\\s+(?:(?!no\\b|not\\b)\\w+\\s+){0,3}?(?:discounts?|promotions?|promos?|coupons?|vouchers?)\\b",
    true,
    anyPromotion,
  ),
  pattern(
    "特价|秒杀|促销(?:中|价|活动)|限时(?:优惠|折扣|特惠)|满减|打折|有(?:优惠|活动|折扣)|活动价|优惠价|领(?:取)?(?:优惠)?券|用券",
    true,
    anyPromotion,
  ),
  pattern(
    "\\b(?:out of stock|sold[- ]out|unavailable|no longer available|not available|none left|all gone|no stock)\\b|没货|无货|缺货|售罄|卖完了|卖光了?|断货|没有(?:现货|库存)|没库存",
    true,
    status("unavailable"),
  ),
  pattern(
    "\\b(?:almost|nearly) (?:gone|sold[- ]out)\\b|\\b(?:stock|we(?:'re| are)|it(?:'s| is)|they(?:'re| are)) running low\\b|\\bstock is low\\b|\\b(?:low|limited) (?:stock|quantit(?:y|ies))\\b|\\b(?:only )?a few left\\b|\\blast few\\b|\\bselling out fast\\b|\\bgoing fast\\b|快(?:卖完|没货|售罄)|库存(?:不多|不足|紧张|告急|有限)|所剩不多|数量有限|最后几",
    true,
    status("low"),
  ),
  pattern(
    `\\b(?:only|just|have|has|with|got)?\\s*${COUNT}\\s*(?:more )?(?:${THINGS}\\s*)?(?:are |is |still )?(?:left|remaining|remain|available|in stock)\\b`,
    false,
    count,
  ),
  pattern(`\\b(?:stock|inventory|quantity)(?: level)?(?: is|:| of| at| shows)?\\s*(?:only |just )?${NUMBER}\\b`, false, count),
  pattern(
    `(?:还有|只有|仅有|还剩下?|只剩下?|仅剩|剩余|剩下?|库存(?:还有|为|是|剩|:)?)\\s*(?:最后)?\\s*${NUMBER}\\s*${HAN_THINGS}`,
    false,
    count,
  ),
  pattern(`库存(?:还有|为|是|剩|:)?\\s*${NUMBER}`, false, count),
  pattern(
    "\\bin stock\\b|\\bstill available\\b|\\bavailable (?:now|right now|today|to (?:buy|order))\\b|\\bplenty (?:left|in stock|available|of stock)\\b|现货|(?<!有没)有货|有(?:现货|库存)|库存(?:充足|足够|很足)|货源充足",
    true,
    status("available"),
  ),
  pattern(`${MONEY_MARKED}`, false, readPrice),
  pattern(
    `\\b(?:price(?: is|d at|:| of)?|costs?|costing|pay|sells? for|going for|yours for|for (?:just|only))\\s*(?:(?:you|is|only|just|at|now|currently|about|around|under)\\s*){0,2}${NUMBER}(?!\\s*(?:%|percent|${THINGS.slice(3, -1)}|minutes|hours|days|people|left|years?|months?|weeks?|points?|times|installments?)|[a-z])`,
    false,
    readPrice,
  ),
  pattern(
    `(?:价格?(?:是|为|:)?|售价|只要|仅需|只需|到手|券后|卖)\\s*(?:价|只要|才|是|约)?\\s*${NUMBER}(?!\\s*(?:%|折|${HAN_THINGS}|天|分钟|小时|个月|年|月|日|号))`,
    false,
    readPrice,
  ),
];

function readPrice(groups: string[], segment: string, at: number): ReturnType<Pattern["read"]> {
  const amount = number(groups);
  if (!Number.isFinite(amount)) return null;
  // 一块 is "together" far more often than one yuan.
  if (/^一\s*块(?!钱)/.test(segment.slice(at))) return null;
  return { kind: "price", fact: "price", amount, bound: boundOf(segment, at) };
}

function boundOf(segment: string, at: number): Bound {
  const figure = segment.slice(at).search(/[\d零〇一二两三四五六七八九十百千万]/);
  const before = segment.slice(0, at + Math.max(0, figure)).replace(/(?:us\$|[$¥€£]|usd|rmb|cny)\s*$/, "");
  const after = segment.slice(at);
  if (/\b(?:under|below|less than|within|up to|at most|no more than)\s*$|(?:不到|低于|不超过|最多)\s*$/.test(before))
    return "at-most";
  if (/^\S*\s*(?:以内|以下|之内)/.test(after)) return "at-most";
  if (/\b(?:over|above|more than|at least|from|starting at|starts at)\s*$|(?:超过|高于|至少)\s*$/.test(before)) return "at-least";
  if (/^[^\s,，]*(?:元|块)?\s*(?:起|以上)/.test(after)) return "at-least";
  if (/\b(?:about|around|roughly|approximately|nearly|almost|close to)\s*$|(?:大约|大概|约|差不多|将近)\s*$/.test(before))
    return "about";
  if (/^\S*(?:左右|上下)/.test(after)) return "about";
  return "exactly";
}

/**
 * The price, stock and promotion claims of a text in English or Chinese. A segment that declines to say, a negated figure or
 * promotion, and a state that is only asked about, conditional or guessed at are no claims. A negated stock state is the
 * opposite claim. A figure stays a claim in a guess: it has been put to the room.
 */
export function extractClaims(text: string): Claim[] {
  const normalised = text.normalize("NFKC").toLowerCase().replace(/[‘’]/g, "'");
  return segmentsOf(normalised).flatMap((segment) => (declines(segment.text) ? [] : claimsOfSegment(segment)));
}

function claimsOfSegment({ text, question }: Segment): Claim[] {
  const claims: Claim[] = [];
  let open = text;
  for (const { expression, state, read } of PATTERNS) {
    for (const match of open.matchAll(expression)) {
      const at = match.index;
      const words = text.slice(at, at + match[0].length);
      const fact = read(
        match.slice(1).filter((group) => group !== undefined),
        text,
        at,
      );
      if (fact === null) continue;
      open = open.slice(0, at) + " ".repeat(words.length) + open.slice(at + words.length);
      const before = text.slice(0, at);
      if (state && (isOpen(before) || (question && !/[,，]/.test(text.slice(at))))) continue;
      const negated = isNegated(before);
      if (fact.fact === "stock-status" && negated) {
        claims.push({ ...fact, status: fact.status === "available" ? "unavailable" : "available", text: words.trim() });
      } else if (!negated) claims.push({ ...fact, text: words.trim() });
    }
  }
  return claims;
}
