import { type Ask, asked } from "./asks";
import type { Language } from "./catalogue";
import { grounded, neverSays, says, spoken } from "./checks";
import { fill, naming, opened, pickProduct, type Scenario } from "./scene";

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
