import type { Case } from "@/lib/contracts/case";
import type { JsonValue } from "@/lib/contracts/ids";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { NUMBER, parseAmount, sameAmount } from "./amounts";
import { type Claim, type ClaimFact, extractClaims, type StockStatus } from "./claims";

/** What a claim may rest on, drawn from tool results, the context, the dialogue and the viewer's words. */
export interface Evidence {
  /** Amounts that may be a price. */
  amounts: number[];
  stockCounts: number[];
  stockStatuses: Set<StockStatus>;
  /** Numbers that stand in something about a promotion. */
  promotionNumbers: number[];
  /** Claims that the sources state in words themselves. */
  stated: ClaimFact[];
  anyPromotion: boolean;
}

/** Words of a key, separated: "salePrice" and "sale_price" are both "sale price". */
const wordsOf = (key: string) =>
  key
    .normalize("NFKC")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .toLowerCase();

const NO_PRICE =
  /\b(?:id|ids|sku|link|links|number|no|index|position|stock|quantity|qty|inventory|available|remaining|left|units|count|sold|sales|rating|score|stars|reviews|viewers|likes|followers|day|days|hours|minutes|seconds|year|years|month|months|date|time|weight|size|sizes|length|width|height|depth|capacity|volume|ml|grams|kg|watt|watts|power|battery|age|percent|version|code|phone|warranty)\b|库存|数量|编号|链接|评分|销量|天数/;
const STOCK = /\b(?:stock|inventory|quantity|qty|available|availability|remaining|left|units)\b|库存|数量|现货/;
const PROMOTION =
  /\b(?:promo\w*|discounts?|coupons?|vouchers?|offers?|deals?|campaigns?|gifts?|rebates?|cashback|bundles?|sale|sales event|flash)\b|优惠|促销|满减|活动|折扣|赠/;
const PROMOTION_TEXT =
  /\b(?:off|discount\w*|coupons?|vouchers?|promo\w*|save|sale|free|gift|bogo|rebate)\b|减|折|优惠|促销|赠|送|包邮|券/;
const LIST_PRICE = /\b(?:original|list|regular|market|was|before|compare at|msrp|full)\b|原价|市场价/;
const SALE_PRICE = /\b(?:price|sale|current|now|final|live|deal|after|room)\b|现价|到手价|直播价/;
/** "free shipping over: 99" states free shipping as well as "free shipping: true". */
const FREE_SHIPPING = /\bfree (?:shipping|delivery|postage)\b|\b(?:shipping|delivery|postage) free\b|包邮|免邮/;
const NOTHING = /^\s*(?:none|no|n\/a|nothing|null|false|0|无|没有|暂无)?\s*$/i;
const LOW_STOCK = 20;

/** Tools of the kernel itself: what they return is the harness's own text, no source of facts. */
const HARNESS_TOOLS: ReadonlySet<string> = new Set(["load_skill", "update_todo"]);

/** Collects the evidence of a case: results of tool calls that answered, the context, the dialogue and the comments. */
export function collectEvidence(
  item: Case,
  trajectory: Pick<Trajectory, "steps">,
  harnessTools: ReadonlySet<string> = HARNESS_TOOLS,
): Evidence {
  const evidence: Evidence = {
    amounts: [],
    stockCounts: [],
    stockStatuses: new Set(),
    promotionNumbers: [],
    stated: [],
    anyPromotion: false,
  };
  for (const step of trajectory.steps) {
    if (step.type === "tool-call" && step.outcome.ok && !harnessTools.has(step.tool)) readJson(step.outcome.result, evidence);
  }
  readJson(item.context, evidence);
  for (const turn of item.dialogue) {
    if (turn.role === "host") readText(turn.content, evidence, false);
    else readViewer(turn.content, evidence);
  }
  for (const comment of item.input.comments) readViewer(comment.text, evidence);
  return evidence;
}

/** A viewer's figures may be taken up; that a viewer asks about stock or a promotion supports nothing. */
function readViewer(text: string, evidence: Evidence) {
  for (const claim of extractClaims(text)) {
    if (claim.fact === "price") evidence.amounts.push(claim.amount);
    else if (claim.fact !== "stock-status" && claim.fact !== "any-promotion") evidence.stated.push(claim);
  }
}

function readJson(value: JsonValue, evidence: Evidence, keys: readonly string[] = []) {
  const own = keys.at(-1) ?? "";
  const inPromotion = keys.some((key) => PROMOTION.test(key)) && !LIST_PRICE.test(own);
  if (Array.isArray(value)) {
    for (const element of value) readJson(element, evidence, keys);
  } else if (typeof value === "object" && value !== null) {
    readPricePair(value, evidence);
    for (const [key, part] of Object.entries(value)) readJson(part, evidence, [...keys, wordsOf(key)]);
  } else if (typeof value === "number") readNumber(value, own, inPromotion, evidence);
  else if (typeof value === "boolean") readFlag(value, own, inPromotion, evidence);
  else if (typeof value === "string") {
    if (/^\s*\d[\d,]*(?:\.\d+)?\s*$/.test(value)) readNumber(parseAmount(value), own, inPromotion, evidence);
    readText(value, evidence, inPromotion, STOCK.test(own) || own === "status");
  }
}

function readNumber(value: number, key: string, inPromotion: boolean, evidence: Evidence) {
  if (!NO_PRICE.test(key)) evidence.amounts.push(value);
  if (inPromotion) {
    evidence.promotionNumbers.push(value);
    if (value > 0) evidence.anyPromotion = true;
  }
  if (/\b(?:shipping|delivery|postage) (?:fee|cost|price)\b|运费/.test(key) && value === 0)
    state(evidence, { kind: "promotion", fact: "free-shipping" });
  if (FREE_SHIPPING.test(key) && value > 0) state(evidence, { kind: "promotion", fact: "free-shipping" });
  if (!STOCK.test(key)) return;
  evidence.stockCounts.push(value);
  if (value <= 0) evidence.stockStatuses.add("unavailable");
  else evidence.stockStatuses.add("available");
  if (value > 0 && value <= LOW_STOCK) evidence.stockStatuses.add("low");
}

function readFlag(value: boolean, key: string, inPromotion: boolean, evidence: Evidence) {
  if (/\bsold out\b|\bout of stock\b/.test(key)) evidence.stockStatuses.add(value ? "unavailable" : "available");
  else if (/\blow stock\b/.test(key) && value) evidence.stockStatuses.add("low");
  else if (STOCK.test(key)) evidence.stockStatuses.add(value ? "available" : "unavailable");
  if (!value) return;
  if (FREE_SHIPPING.test(key)) state(evidence, { kind: "promotion", fact: "free-shipping" });
  if (/\bon sale\b/.test(key) || inPromotion) evidence.anyPromotion = true;
}

function readText(text: string, evidence: Evidence, inPromotion: boolean, isStatus = false) {
  const spaced = text.replaceAll("_", " ");
  const claims = extractClaims(spaced);
  evidence.stated.push(...claims);
  for (const claim of claims) {
    if (claim.fact === "price") evidence.amounts.push(claim.amount);
    if (claim.fact === "stock-count") readNumber(claim.count, "stock", false, evidence);
    if (claim.fact === "stock-status") evidence.stockStatuses.add(claim.status);
    if (claim.kind === "promotion") evidence.anyPromotion = true;
  }
  const folded = spaced.normalize("NFKC").trim().toLowerCase();
  if (isStatus && /^(?:available|yes|in stock|instock)$/.test(folded)) evidence.stockStatuses.add("available");
  if (isStatus && /^(?:low|low stock|limited)$/.test(folded)) evidence.stockStatuses.add("low").add("available");
  if (isStatus && /^(?:unavailable|no|none|out|out of stock|sold out)$/.test(folded)) evidence.stockStatuses.add("unavailable");
  if (inPromotion && !NOTHING.test(folded)) evidence.anyPromotion = true;
  for (const sentence of folded.split(/[.!?。;\n](?!\d)/)) {
    if (!inPromotion && !PROMOTION_TEXT.test(sentence)) continue;
    for (const match of sentence.matchAll(new RegExp(NUMBER, "gu"))) evidence.promotionNumbers.push(parseAmount(match[0]));
    if (/\bfree\b.*\b(?:shipping|delivery)\b|\b(?:shipping|delivery)\b.*\bfree\b/.test(sentence))
      state(evidence, { kind: "promotion", fact: "free-shipping" });
    if (/\bfree\b.*\bgift\b|\bgift\b|赠|送/.test(sentence)) state(evidence, { kind: "promotion", fact: "free-gift" });
    const multiBuy = sentence.match(/\bbuy (?:1|one)[ -]get (?:1|one)\b|\bbogo\b/);
    if (multiBuy) state(evidence, { kind: "promotion", fact: "multi-buy", buy: 1, get: 1 });
  }
}

/** A list price beside a lower sale price states the money and the percent off. */
function readPricePair(value: Record<string, JsonValue>, evidence: Evidence) {
  const numbers = Object.entries(value).flatMap(([key, part]) => (typeof part === "number" ? [{ key: wordsOf(key), part }] : []));
  for (const list of numbers.filter(({ key }) => LIST_PRICE.test(key))) {
    for (const sale of numbers.filter(({ key }) => SALE_PRICE.test(key) && !LIST_PRICE.test(key) && !NO_PRICE.test(key))) {
      if (sale.part <= 0 || sale.part >= list.part) continue;
      evidence.promotionNumbers.push(list.part - sale.part, Math.round((1 - sale.part / list.part) * 100));
      evidence.anyPromotion = true;
    }
  }
}

function state(evidence: Evidence, fact: Extract<ClaimFact, { kind: "promotion" }>) {
  evidence.stated.push(fact);
  evidence.anyPromotion = true;
}

/** Whether the evidence supports a claim. */
export function supports(evidence: Evidence, claim: Claim): boolean {
  switch (claim.fact) {
    case "price":
      return evidence.amounts.some((amount) => fitsBound(amount, claim.amount, claim.bound));
    case "stock-count":
      return evidence.stockCounts.includes(claim.count);
    case "stock-status":
      return evidence.stockStatuses.has(claim.status);
    case "percent-off":
      return (
        has(evidence.promotionNumbers, claim.percent, claim.percent / 100, (100 - claim.percent) / 100) ||
        statedPercent(evidence, claim.percent)
      );
    case "amount-off":
      return (
        has(evidence.promotionNumbers, claim.amount) &&
        (claim.threshold === null || has(evidence.promotionNumbers, claim.threshold))
      );
    case "multi-buy":
      return evidence.stated.some(
        (stated) => stated.fact === "multi-buy" && stated.buy === claim.buy && stated.get === claim.get,
      );
    case "free-shipping":
    case "free-gift":
      return evidence.stated.some((stated) => stated.fact === claim.fact);
    case "any-promotion":
      return evidence.anyPromotion;
  }
}

const has = (numbers: readonly number[], ...wanted: number[]) =>
  numbers.some((number) => wanted.some((value) => sameAmount(number, value)));

const statedPercent = (evidence: Evidence, percent: number) =>
  evidence.stated.some((stated) => stated.fact === "percent-off" && sameAmount(stated.percent, percent));

function fitsBound(amount: number, spoken: number, bound: Extract<Claim, { fact: "price" }>["bound"]): boolean {
  switch (bound) {
    case "exactly":
      return sameAmount(amount, spoken);
    case "at-most":
      return amount > 0 && amount <= spoken && amount >= spoken * 0.5;
    case "at-least":
      return amount >= spoken && amount <= spoken * 2;
    case "about":
      return Math.abs(amount - spoken) <= spoken * 0.05;
  }
}
