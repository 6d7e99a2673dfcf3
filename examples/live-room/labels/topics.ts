import type { Language, Product } from "../scenarios/catalogue";

type Said = Record<Language, (product: Product) => string>;

/** One thing that viewers ask, where it is looked up, and what the host says about it. */
export interface LabelTopic {
  name: string;
  tool: string;
  table: string;
  ask: Record<Language, readonly string[]>;
  /** The question as the second half of a comment. */
  also: Record<Language, string>;
  right: Said;
  /** With a figure that is not the record's. */
  wrong: Said | null;
  fits?: (product: Product) => boolean;
}

const said = (en: (product: Product) => string, zh: (product: Product) => string): Said => ({ en, zh });

export const LABEL_TOPICS: readonly LabelTopic[] = [
  {
    ...{ name: "price", tool: "get_price", table: "price" },
    ask: {
      en: [
        "how much is {p}?",
        "what's the price of {p}?",
        "price of {p} please",
        "what does {p} cost?",
        "how many yuan for {p}?",
      ],
      zh: ["{p}多少钱？", "{p}什么价格", "{p}怎么卖的"],
    },
    also: { en: "how much is it", zh: "多少钱" },
    right: said(
      ({ short, price }) => `The ${short.en} is ${price} yuan in the room now.`,
      ({ short, price }) => `${short.zh}现在直播间${price}元。`,
    ),
    wrong: said(
      ({ short, price }) => `The ${short.en} is ${price - 7} yuan in the room now.`,
      ({ short, price }) => `${short.zh}现在直播间${price - 7}元。`,
    ),
  },
  {
    ...{ name: "stock", tool: "get_stock", table: "stock" },
    ask: {
      en: ["is {p} still in stock?", "is {p} available?", "any stock of {p}?", "{p} sold out already?"],
      zh: ["{p}还有货吗？", "{p}有现货吗"],
    },
    also: { en: "is it in stock", zh: "有货吗" },
    right: said(
      ({ short, stock }) => `Yes, the ${short.en} is in stock, ${stock} left.`,
      ({ short, stock }) => `${short.zh}有货，还有${stock}件。`,
    ),
    wrong: said(
      ({ short, stock }) => `Yes, the ${short.en} is in stock, ${stock + 160} left.`,
      ({ short, stock }) => `${short.zh}有货，还有${stock + 160}件。`,
    ),
    fits: ({ stock }) => stock > 0,
  },
  {
    ...{ name: "delivery", tool: "get_shipping_policy", table: "shipping" },
    ask: {
      en: ["when does {p} ship?", "how fast is {p} dispatched?", "how long is the delivery of {p}?"],
      zh: ["{p}多久发货？", "{p}几天能发货"],
    },
    also: { en: "when does it ship", zh: "多久发货" },
    right: said(
      ({ short, shipping }) => `The ${short.en} is dispatched within ${shipping.dispatchHours} hours.`,
      ({ short, shipping }) => `${short.zh}${shipping.dispatchHours}小时内发货。`,
    ),
    wrong: said(
      ({ short }) => `The ${short.en} is dispatched within 53 hours.`,
      ({ short }) => `${short.zh}53小时内发货。`,
    ),
  },
  {
    ...{ name: "returns", tool: "get_return_policy", table: "returns" },
    ask: {
      en: ["can I return {p}?", "how many days to return {p}?", "is it possible to return {p}?"],
      zh: ["{p}能退吗？", "{p}几天内可以退货"],
    },
    also: { en: "can I return it", zh: "能退吗" },
    right: said(
      ({ short, afterSales }) => `The ${short.en} can be returned within ${afterSales.returnDays} days.`,
      ({ short, afterSales }) => `${short.zh}${afterSales.returnDays}天内可以退。`,
    ),
    wrong: said(
      ({ short }) => `The ${short.en} can be returned within 45 days.`,
      ({ short }) => `${short.zh}45天内可以退。`,
    ),
  },
  {
    ...{ name: "promotion", tool: "get_promotions", table: "promotions" },
    ask: {
      en: ["any discount on {p}?", "is there an offer on {p}?", "any promotion for {p}?"],
      zh: ["{p}有优惠吗？", "{p}有活动折扣吗"],
    },
    also: { en: "any discount on it", zh: "有优惠吗" },
    right: said(
      ({ short, promotion }) => `The offer on the ${short.en}: ${promotion?.en ?? ""}.`,
      ({ short, promotion }) => `${short.zh}的优惠：${promotion?.zh ?? ""}。`,
    ),
    wrong: null,
    fits: ({ promotion }) => promotion !== null,
  },
];
