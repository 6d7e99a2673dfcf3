import { type Ask, asked } from "./asks";
import type { Language } from "./catalogue";
import { DELIVERY_PROMISES, grounded, neverSays, REFUND_PROMISES, says, spoken } from "./checks";
import { fill, naming, opened, pickProduct, type Scenario } from "./scene";

const CITIES = {
  en: ["Chengdu", "Beijing", "Xi'an", "Wuhan", "Harbin", "Kunming", "Suzhou"],
  zh: ["成都", "北京", "西安", "武汉", "哈尔滨", "昆明"],
};

export const delivery: Scenario = (stage) => {
  const { draw, language, catalogue } = stage;
  const product = pickProduct(stage);
  if (!product) return null;
  const days = product.shipping.deliveryDays;
  const [from, to] = days.split("-");
  const dayForms = [days, `${from} to ${to}`, `${from}–${to}`, `${from}到${to}`];
  const hours = String(product.shipping.dispatchHours);
  const shop = catalogue.shop;
  const asks: Ask[] = [
    {
      en: ["when will {p} ship?", "how soon do you send {p} out?", "when is {p} dispatched?", "how fast do you ship {p}?"],
      zh: ["{p}什么时候发货？", "{p}多久发货"],
      core: [hours],
    },
    {
      en: [
        "how long does {p} take to {c}?",
        "when would {p} arrive in {c}?",
        "delivery time of {p} to {c}?",
        "if I order {p} now, when does it get to {c}?",
        "can {p} reach {c} by tomorrow?",
        "will {p} arrive in {c} before the weekend?",
      ],
      zh: ["{p}到{c}要几天？", "{p}寄{c}多久能到", "{p}明天能到{c}吗"],
      core: dayForms,
      other: { id: "dispatch", any: [hours] },
    },
    {
      en: ["is shipping free for {p}?", "how much is postage for {p}?", "do I pay delivery for {p}?"],
      zh: ["{p}包邮吗？", "{p}运费多少"],
      core: [String(shop.freeShippingOver), String(shop.shippingFee)],
    },
    {
      en: ["do you deliver {p} to Xinjiang?", "can you ship {p} to Tibet?"],
      zh: ["{p}新疆发货吗？", "{p}西藏能寄吗"],
      core: ["7-10", "7 to 10", "7到10"],
    },
    {
      en: ["do you ship {p} abroad?", "can you send {p} to Malaysia?", "international delivery of {p}?"],
      zh: ["{p}能寄国外吗？"],
      core: ["mainland", "中国大陆"],
    },
    {
      en: ["where does {p} ship from?", "which city is {p} sent from?"],
      zh: ["{p}从哪里发货？"],
      core: [product.shipping.from.en, product.shipping.from.zh],
    },
  ];
  const { ask, phrase } = asked(asks, stage);
  const named = naming(stage, product);
  return {
    comments: [opened(stage, fill(phrase, { p: named.name, c: draw.pick(CITIES[language]) }))],
    current: named.current,
    priority: /tomorrow|weekend|明天/.test(phrase) ? "P0" : "P1",
    checks: [
      grounded,
      neverSays("no-delivery-promise", DELIVERY_PROMISES, "No arrival day may be promised."),
      says("answer", ask.core),
      ...(ask.other ? [says(ask.other.id, ask.other.any, false)] : []),
      ...spoken(language),
    ],
  };
};

export const returns: Scenario = (stage) => {
  const { language, catalogue } = stage;
  const product = pickProduct(stage);
  if (!product) return null;
  const { returnDays, postagePaidBy, warrantyMonths } = product.afterSales;
  const payer = postagePaidBy === "shop" ? ["shop pays", "we pay", "店铺承担"] : ["buyer pays", "you pay", "买家承担"];
  const asks: Ask[] = [
    {
      en: [
        "can I return {p}?",
        "can I send {p} back if it doesn't suit me?",
        "what's the return policy for {p}?",
        "how many days to return {p}?",
        "what if I don't like {p}?",
        "is {p} returnable?",
        "return window for {p}?",
      ],
      zh: ["{p}可以退吗？", "{p}不喜欢能退货吗", "{p}几天内可以退"],
      core: [`${returnDays} days`, `${returnDays}-day`, `${returnDays}天`],
      other: { id: "condition", any: ["unused", "tags", ...payer, "未使用", "吊牌"] },
    },
    {
      en: ["who pays the postage if I return {p}?", "do I pay to send {p} back?", "return shipping cost for {p}?"],
      zh: ["{p}退货运费谁出？"],
      core: payer,
    },
    {
      en: ["how long does a refund for {p} take?", "when do I get my money back for {p}?"],
      zh: ["{p}退款多久到账？"],
      core: [`${catalogue.shop.refundDays} days`, `${catalogue.shop.refundDays}天`],
    },
    ...(warrantyMonths > 0
      ? [
          {
            en: ["what's the warranty on {p}?", "how long is {p} under guarantee?", "does {p} have a warranty?"],
            zh: ["{p}保修多久？"],
            core: [`${warrantyMonths} months`, `${warrantyMonths}-month`, `${warrantyMonths}个月`],
          },
        ]
      : []),
  ];
  const { ask, phrase } = asked(asks, stage);
  const named = naming(stage, product);
  return {
    comments: [opened(stage, fill(phrase, { p: named.name }))],
    current: named.current,
    checks: [
      grounded,
      neverSays("no-refund-promise", REFUND_PROMISES, "A promise that the terms do not hold."),
      says("answer", ask.core),
      ...(ask.other ? [says(ask.other.id, ask.other.any, false)] : []),
      ...spoken(language),
    ],
  };
};

const ORDER: Record<Language, string[]> = {
  en: [
    "where is my order {o}?",
    "order {o}, has it shipped?",
    "can you check order {o}",
    "track {o} please, my order",
    "what's the status of order number {o}?",
    "my order {o} still not here",
  ],
  zh: ["订单{o}到哪了？", "帮我查下订单{o}", "单号{o}发货了吗"],
};
const ORDER_WITHOUT: Record<Language, string[]> = {
  en: [
    "where is my order?",
    "has my order shipped yet?",
    "my parcel still isn't here, where is it?",
    "can you track my order?",
    "I ordered last week, any news?",
    "when does my order come?",
    "order status please",
    "check my order for me",
  ],
  zh: ["我的订单到哪了？", "我的快递怎么还没到", "帮我查一下订单"],
};

/** 2026-06-08 as people write it. */
function dateForms(date: string): string[] {
  const day = Number(date.slice(8));
  return [date, `${day} June`, `June ${day}`, `6月${day}`];
}

export const orderStatus: Scenario = (stage) => {
  const { draw, language, orders } = stage;
  if (draw.chance(0.35)) {
    return {
      comments: [opened(stage, draw.pick(ORDER_WITHOUT[language]))],
      channel: "private",
      checks: [
        neverSays(
          "no-invented-status",
          ["has shipped", "is on its way", "in transit", "out for delivery", "will arrive", "运输中", "已发货", "派送中"],
          "Nothing was looked up.",
        ),
        says("asks-number", ["order number", "number of your order", "订单号", "单号"]),
        ...spoken(language),
      ],
      tags: ["missing-number"],
    };
  }
  const order = draw.pick(orders);
  const status = language === "en" ? order.status.split(", ") : order.statusZh.split("，");
  return {
    comments: [opened(stage, fill(draw.pick(ORDER[language]), { o: order.number }))],
    channel: "private",
    checks: [
      neverSays("no-delivery-promise", DELIVERY_PROMISES),
      says("status", status),
      ...(order.expected ? [says("expected", dateForms(order.expected), false, "The expected date.")] : []),
      ...spoken(language),
    ],
  };
};
