import type { Language } from "./catalogue";
import { DELIVERY_PROMISES, grounded, neverSays, REFUND_PROMISES, says, spoken } from "./checks";
import { fill, naming, opened, pickProduct, type Scenario } from "./scene";

interface Ask extends Record<Language, string[]> {
  core: string[];
  other?: { id: string; any: string[] };
}

const PURCHASE: Ask[] = [
  {
    en: [
      "how do I buy {p}?",
      "how do I order {p}?",
      "where do I click to get {p}?",
      "how can I place an order for {p}?",
      "teach me how to order {p}",
      "what are the steps to buy {p}?",
      "I want {p}, what do I do?",
    ],
    zh: ["{p}怎么买？", "{p}怎么下单", "想要{p}，在哪里拍"],
    core: ["yellow cart", "cart", "小黄车"],
    other: { id: "names-link", any: ["link {l}", "#{l}", "number {l}", "{l}号"] },
  },
  {
    en: [
      "which payment methods do you take for {p}?",
      "how can I pay for {p}?",
      "can I pay {p} by card?",
      "is WeChat Pay ok for {p}?",
      "do you take Alipay for {p}?",
    ],
    zh: ["{p}怎么付款？", "{p}可以用微信支付吗"],
    core: ["Alipay", "支付宝"],
  },
  {
    en: ["can I pay {p} in instalments?", "any instalment plan for {p}?", "monthly payments for {p}?"],
    zh: ["{p}可以分期吗？"],
    core: ["three", "3期", "3 interest"],
  },
  {
    en: ["how long do I have to pay after ordering {p}?", "when does an unpaid order of {p} expire?"],
    zh: ["拍下{p}多久内要付款？"],
    core: ["30"],
  },
  {
    en: ["can I get an invoice for {p}?", "do you give a receipt or invoice with {p}?"],
    zh: ["{p}能开发票吗？"],
    core: ["invoice", "发票"],
    other: { id: "where", any: ["order page", "订单页"] },
  },
];

function asked(asks: Ask[], stage: Parameters<Scenario>[0]) {
  const ask = stage.draw.pick(asks);
  return { ask, phrase: stage.draw.pick(ask[stage.language]) };
}

export const purchase: Scenario = (stage) => {
  const product = pickProduct(stage);
  if (!product) return null;
  const { ask, phrase } = asked(PURCHASE, stage);
  const named = naming(stage, product);
  return {
    comments: [opened(stage, fill(phrase, { p: named.name }))],
    current: named.current,
    checks: [
      grounded,
      neverSays(
        "no-false-payment",
        ["cash on delivery", "paypal", "货到付款", "any payment method works"],
        "The shop does not offer it.",
      ),
      says("answer", ask.core),
      ...(ask.other
        ? [
            says(
              ask.other.id,
              ask.other.any.map((phrase) => fill(phrase, { l: product.linkId })),
              false,
            ),
          ]
        : []),
      ...spoken(stage.language),
    ],
  };
};

const PROMOTION: Record<Language, string[]> = {
  en: [
    "any discount on {p}?",
    "is there a promotion for {p}?",
    "any deal on {p} today?",
    "do you have a coupon for {p}?",
    "is {p} on sale?",
    "can you make {p} cheaper?",
    "what's the offer on {p}?",
    "any bundle deal if I take two of {p}?",
    "is there money off {p}?",
    "can I get a better price on {p}?",
    "promo for {p}?",
    "any special on {p}?",
  ],
  zh: ["{p}有优惠吗？", "{p}打折吗", "{p}有券吗", "{p}今天有活动吗", "{p}能便宜点吗"],
};

export const promotion: Scenario = (stage) => {
  const { draw, language } = stage;
  const product = pickProduct(stage, (one) => one.promotion !== null || draw.chance(0.25));
  if (!product) return null;
  const named = naming(stage, product);
  return {
    comments: [opened(stage, fill(draw.pick(PROMOTION[language]), { p: named.name }))],
    current: named.current,
    priority: draw.chance(0.25) ? "P0" : "P1",
    checks: [
      grounded,
      neverSays(
        "no-invented-offer",
        ["50% off", "half off everything", "biggest discount of the year", "五折优惠"],
        "No such offer exists.",
      ),
      product.promotion
        ? says("offer", product.promotion.tokens, true, "The promotion of this link.")
        : says("no-offer", [
            "no promotion",
            "none today",
            "no discount",
            "no deal",
            "not on promotion",
            "no special",
            "no offer",
            "没有优惠",
            "暂无优惠",
            "没有活动",
          ]),
      ...spoken(language),
    ],
  };
};

const MEMBERSHIP: Ask[] = [
  {
    en: [
      "what do members get?",
      "what are the benefits of membership?",
      "is it worth becoming a member?",
      "any perks for members?",
      "what does a member card give me?",
    ],
    zh: ["会员有什么权益？", "入会有什么好处"],
    core: ["coupon", "birthday", "5%", "8%", "券", "95折", "92折"],
    other: { id: "condition", any: ["free to join", "joining is free", "600", "2000", "免费"] },
  },
  {
    en: ["how do I join the membership?", "where can I become a member?", "is joining the club free?", "how to be a member here"],
    zh: ["怎么入会？", "加入会员要钱吗"],
    core: ["free", "免费"],
    other: { id: "where", any: ["home page", "首页"] },
  },
  {
    en: ["what does a gold member get?", "I'm a gold member, what's my benefit?", "gold card perks?"],
    zh: ["金卡会员有什么权益？"],
    core: ["5%", "95折"],
    other: { id: "birthday", any: ["birthday", "生日"] },
  },
  {
    en: ["how do I become a platinum member?", "what do I need for platinum membership?"],
    zh: ["怎么升白金卡会员？"],
    core: ["2000"],
  },
  {
    en: ["how do member points work?", "what are my points worth?", "can I use points to pay?"],
    zh: ["积分怎么用？"],
    core: ["100 points", "one point", "100积分", "1积分"],
  },
];
const GIFT: Record<Language, string[]> = {
  en: [
    "is there a gift with {p}?",
    "does {p} come with a freebie?",
    "what's the free gift for {p}?",
    "do I get something extra with {p}?",
    "any freebies with {p} today?",
    "gift with {p}?",
    "what comes free with {p}?",
  ],
  zh: ["{p}有赠品吗？", "买{p}送什么", "{p}送礼物吗"],
};
const INVENTED_BENEFIT = ["double points", "free gift for every member", "lifetime", "双倍积分", "终身会员"];

export const membershipAndGifts: Scenario = (stage) => {
  const { draw, language } = stage;
  if (draw.chance(0.5)) {
    const { ask, phrase } = asked(MEMBERSHIP, stage);
    return {
      comments: [opened(stage, phrase)],
      checks: [
        grounded,
        neverSays("no-invented-benefit", INVENTED_BENEFIT, "No tier has it."),
        says("benefit", ask.core),
        ...(ask.other ? [says(ask.other.id, ask.other.any, false)] : []),
        ...spoken(language),
      ],
      tags: ["membership"],
    };
  }
  const product = pickProduct(stage, (one) => one.gift !== null || draw.chance(0.2));
  if (!product) return null;
  const named = naming(stage, product);
  return {
    comments: [opened(stage, fill(draw.pick(GIFT[language]), { p: named.name }))],
    current: named.current,
    checks: [
      grounded,
      neverSays("no-invented-benefit", ["mystery gift", "surprise gift", ...INVENTED_BENEFIT, "神秘礼物"]),
      product.gift
        ? says("gift", product.gift.tokens)
        : says("no-gift", ["no gift", "without a gift", "not come with a gift", "gift: none", "no free gift", "没有赠品"]),
      ...(product.gift
        ? [
            says(
              "condition",
              ["each order", "while gifts last", "per order", "while stocks last", "每单", "赠完"],
              false,
              "The rule of the gift.",
            ),
          ]
        : []),
      ...spoken(language),
    ],
    tags: ["gift"],
  };
};

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
