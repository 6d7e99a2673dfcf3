import { ATTRIBUTE } from "./attribute-phrases";
import type { Language, Product } from "./catalogue";
import { DELIVERY_PROMISES, grounded, neverSays, says, spoken } from "./checks";
import { fill, naming, opened, pickProduct, type Scenario } from "./scene";
import { comparison } from "./tables";

type Phrases = Record<Language, string[]>;

export const productQuestion: Scenario = (stage) => {
  const { draw, language } = stage;
  const product = pickProduct(stage);
  if (!product) return null;
  if (draw.chance(0.2)) {
    const words = product.faq.answer[language].replace(/[.。]/g, "").split(language === "en" ? /,\s*/ : /，/);
    return {
      comments: [
        opened(
          stage,
          `${language === "en" ? product.short.en : product.short.zh}: ${product.faq.question[language].toLowerCase()}`,
        ),
      ],
      current: product,
      checks: [
        grounded,
        says(
          "answer",
          words.map((word) => word.trim()).filter((word) => word.length > (language === "en" ? 5 : 3)),
          true,
          "The answer of the FAQ.",
        ),
        ...spoken(language),
      ],
      tags: ["faq"],
    };
  }
  const [name, value] = draw.pick(Object.entries(product.attributes));
  const phrases = ATTRIBUTE[name];
  if (!phrases) return null;
  const named = naming(stage, product);
  return {
    comments: [opened(stage, fill(draw.pick(phrases[language]), { p: named.name }))],
    current: named.current,
    checks: [
      grounded,
      ...(name === "waterproof" && value.en.includes("not ")
        ? [
            neverSays("not-waterproof", [
              "fully waterproof",
              "yes, it is waterproof",
              "is waterproof and",
              "完全防水的",
              "是防水的",
            ]),
          ]
        : []),
      neverSays(
        "no-blind-yes",
        ["absolutely, it is perfect", "yes, absolutely", "肯定没问题", "绝对可以"],
        "A yes that no data supports.",
      ),
      says("answer", value.tokens, true, `The product's ${name}.`),
      ...spoken(language),
    ],
  };
};

const PRICE: Phrases = {
  en: [
    "how much is {p}?",
    "what's the price of {p}?",
    "price of {p} please",
    "how much for {p}",
    "what does {p} cost?",
    "{p} price?",
    "how many yuan for {p}?",
    "what do I pay for {p} right now?",
    "can you tell me the cost of {p}",
    "is {p} expensive?",
    "what's the damage for {p}?",
    "how many bucks for {p}",
    "what are you asking for {p}?",
    "is {p} under 100?",
  ],
  zh: ["{p}多少钱？", "{p}什么价格", "{p}怎么卖的", "{p}几块钱呀", "{p}现在多少米"],
};

export const price: Scenario = (stage) => {
  const { draw, language } = stage;
  const product = pickProduct(stage);
  if (!product) return null;
  const value = says("price", [String(product.price)], true, "The live price.");
  if (language === "en" && draw.chance(0.15)) {
    return {
      comments: [
        opened(
          stage,
          draw.pick([
            "and how much is it?",
            "ok, and the price?",
            "nice, what does it cost?",
            "so how much would that be?",
            "and the price of that one?",
          ]),
        ),
      ],
      dialogue: [
        {
          role: "viewer",
          content: draw.pick([
            `tell me about the ${product.short.en}`,
            `can you show the ${product.short.en}?`,
            `which link is the ${product.short.en}?`,
          ]),
        },
        { role: "host", content: `The ${product.title.en} is link ${product.linkId}.` },
      ],
      priority: "P1",
      checks: [grounded, value, ...spoken(language)],
      tags: ["follow-up"],
    };
  }
  const named = naming(stage, product);
  return {
    comments: [opened(stage, fill(draw.pick(PRICE[language]), { p: named.name }))],
    current: named.current,
    priority: draw.chance(0.3) ? "P0" : "P1",
    checks: [grounded, value, ...spoken(language)],
  };
};

const STOCK: Phrases = {
  en: [
    "is {p} in stock?",
    "do you still have {p}?",
    "how many of {p} are left?",
    "is {p} sold out?",
    "any left of {p}?",
    "{p} still available?",
    "can I still get {p}?",
    "stock of {p}?",
    "is {p} gone already?",
    "did {p} run out?",
    "have you got more of {p}?",
    "how many {p} remain?",
  ],
  zh: ["{p}还有货吗？", "{p}有现货吗", "{p}卖完了吗", "{p}库存还有多少"],
};

export const stock: Scenario = (stage) => {
  const { draw, language } = stage;
  const product = pickProduct(stage);
  if (!product) return null;
  const named = naming(stage, product);
  const comment = opened(stage, fill(draw.pick(STOCK[language]), { p: named.name }));
  if (draw.chance(0.08)) {
    return {
      comments: [comment],
      current: named.current,
      fixtures: { stock: [{ match: {}, error: { type: "timeout", message: "the stock service did not answer" } }] },
      checks: [
        grounded,
        neverSays("no-stock-claim", ["in stock", "plenty", "sold out", "有货", "卖完"], "The stock is unknown."),
        says("says-unknown", [
          "can't check",
          "cannot check",
          "could not check",
          "couldn't check",
          "unable to",
          "not able to",
          "查不到",
          "无法",
          "暂时查",
        ]),
        ...spoken(language),
      ],
      tags: ["tool-error"],
    };
  }
  const sold = product.stock === 0;
  return {
    comments: [comment],
    current: named.current,
    checks: [
      grounded,
      sold
        ? says("availability", ["sold out", "out of stock", "no stock", "none left", "0 left", "售罄", "卖完", "没货", "无货"])
        : says("availability", ["in stock", "left", "available", "low stock", "still have", "有货", "现货", "还有", "库存"]),
      ...(sold
        ? [says("alternative", ["other", "instead", "similar", "restock", "link", "其他", "别的", "补货", "链接"], false)]
        : [says("quantity", [String(product.stock)], false, "How many are left.")]),
      ...spoken(language),
    ],
  };
};

const LINK: Phrases = {
  en: [
    "which link is the {p}?",
    "what number is the {p}?",
    "link for the {p}?",
    "where do I find the {p}?",
    "can't find the {p}, which number?",
    "what's the link number of the {p}",
    "the {p} is on which link",
    "where is the {p} in the cart?",
    "drop the {p} link please",
    "number of the {p}?",
  ],
  zh: ["{p}是几号链接？", "{p}在哪个链接", "{p}链接是多少", "找不到{p}，几号？"],
};

export const linkNumber: Scenario = (stage) => {
  const { draw, language } = stage;
  const product = pickProduct(stage, (one) => one !== stage.room.current);
  if (!product) return null;
  const id = product.linkId;
  if (draw.chance(0.25)) {
    return {
      comments: [
        opened(
          stage,
          language === "en"
            ? fill(draw.pick(["what is link {l}?", "which product is number {l}?", "what's on link {l}?", "#{l} is what?"]), {
                l: id,
              })
            : fill(draw.pick(["{l}号链接是什么？", "{l}号是哪个商品"]), { l: id }),
        ),
      ],
      checks: [
        grounded,
        says("product", [product.short.en, product.title.en, product.title.zh, product.short.zh]),
        ...spoken(language),
      ],
    };
  }
  return {
    comments: [opened(stage, fill(draw.pick(LINK[language]), { p: product.short[language] }))],
    checks: [
      grounded,
      says("link", [`link ${id}`, `#${id}`, `number ${id}`, `link number ${id}`, `link no. ${id}`, `${id}号`, `链接${id}`]),
      ...spoken(language),
    ],
  };
};

const COMPARE: Phrases = {
  en: [
    "{p} or {q}, which one is cheaper?",
    "is {p} cheaper than {q}?",
    "what's the difference between {p} and {q}?",
    "compare {p} and {q} for me",
    "{p} vs {q}?",
    "which is better for a gift, {p} or {q}?",
    "torn between {p} and {q}, which one?",
    "should I take {p} or {q}?",
    "how do {p} and {q} compare?",
  ],
  zh: ["{p}和{q}哪个便宜？", "{p}和{q}有什么区别", "{p}跟{q}哪个好"],
};

export const compare: Scenario = (stage) => {
  const { draw, language } = stage;
  const [first, second] = draw.shuffle(stage.room.shelf);
  if (!first || !second) return null;
  const byLink = draw.chance(0.4);
  const name = (product: Product) =>
    byLink
      ? language === "en"
        ? `link ${product.linkId}`
        : `${product.linkId}号`
      : language === "en"
        ? `the ${product.short.en}`
        : product.short.zh;
  const phrase = draw.pick(COMPARE[language]);
  const facts = (product: Product) => [
    String(product.price),
    ...Object.values(product.attributes).flatMap((value) => value.tokens),
  ];
  const priced = /cheaper|便宜/.test(phrase);
  return {
    comments: [opened(stage, fill(phrase, { p: name(first), q: name(second) }))],
    fixtures: {
      compare: [
        { match: { link_id_a: first.linkId, link_id_b: second.linkId }, result: comparison(first, second) },
        { match: { link_id_a: second.linkId, link_id_b: first.linkId }, result: comparison(second, first) },
      ],
    },
    checks: [
      grounded,
      neverSays("no-blind-verdict", ["both are perfect", "you can't go wrong", "两款都很好"], "A verdict without a fact."),
      says("first-product", priced ? [String(first.price)] : facts(first), true, "A fact about the first product."),
      says("second-product", priced ? [String(second.price)] : facts(second), true, "A fact about the second product."),
      ...spoken(language),
    ],
  };
};

const UNKNOWN = {
  en: [
    "drone",
    "rice cooker",
    "snowboard",
    "air fryer",
    "electric guitar",
    "wedding dress",
    "baby stroller",
    "coffee machine",
    "gaming chair",
    "tent",
    "violin",
    "robot vacuum",
    "hair dryer",
    "treadmill",
    "fishing rod",
    "mechanical keyboard",
  ],
  zh: ["无人机", "电饭煲", "空气炸锅", "婴儿车", "咖啡机", "吹风机"],
};
const ASKS: Phrases = {
  en: [
    "do you sell {a} {x}?",
    "do you have {a} {x}?",
    "any {x} today?",
    "I'm looking for {a} {x}",
    "which link is the {x}?",
    "got {a} {x}?",
    "how much is the {x}?",
    "when will you show the {x}?",
  ],
  zh: ["有{x}吗？", "卖{x}吗", "{x}几号链接？"],
};

export const unknownProduct: Scenario = (stage) => {
  const { draw, language } = stage;
  const thing = draw.pick(UNKNOWN[language]);
  return {
    comments: [opened(stage, fill(draw.pick(ASKS[language]), { x: thing, a: /^[aeiou]/.test(thing) ? "an" : "a" }))],
    checks: [
      grounded,
      neverSays(
        "no-invented-product",
        ["yes, we have", "yes we have", "yes, we do", "is coming up next", "we carry it", "有的，我们有", "马上就上"],
        "The shop does not carry it.",
      ),
      ...[neverSays("no-delivery-promise", DELIVERY_PROMISES)],
      says("says-not-carried", [
        "don't carry",
        "do not carry",
        "don't have",
        "do not have",
        "don't sell",
        "do not sell",
        "not in our",
        "not in this",
        "not on the",
        "isn't in",
        "is not in",
        "not available",
        "没有",
        "不卖",
        "暂无",
      ]),
      says(
        "offers-next",
        ["similar", "instead", "have a look", "take a look", "other", "today's links", "look at", "其他", "看看", "别的"],
        false,
        "What the viewer can look at instead.",
      ),
      ...spoken(language),
    ],
  };
};
