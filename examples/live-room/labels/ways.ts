import type { Judged } from "../../../lib/contracts/case";
import type { Catalogue, Language, Product } from "../scenarios/catalogue";
import type { Draw } from "../scenarios/draw";
import { naming, opened, pickProduct, type Room } from "../scenarios/scene";
import type { Order } from "../scenarios/tables";
import { LABEL_TOPICS, type LabelTopic } from "./topics";

/** What a way may draw on. */
export interface LabelStage {
  draw: Draw;
  language: Language;
  catalogue: Catalogue;
  room: Room;
  orders: Order[];
  /** The recorded return of a topic's tool for a product. */
  lookUp(topic: LabelTopic, product: Product): Judged["toolCalls"][number];
}

/** A reply in its situation with the labels that follow from how it was made. */
export interface LabelledReply {
  category: string;
  comments: string[];
  reply: string;
  toolCalls: Judged["toolCalls"];
  accuracy: 0 | 1;
  effectiveness: 0 | 0.5 | 1;
  current?: Product;
}

/** Makes one reply of a kind; null where the room has nothing for it. */
type Way = (stage: LabelStage) => LabelledReply | null;

interface Question {
  topic: LabelTopic;
  product: Product;
  comment: string;
  current: Product;
}

function question(stage: LabelStage, fits: (topic: LabelTopic) => boolean = () => true): Question | null {
  const { draw, language } = stage;
  const topic = draw.pick(LABEL_TOPICS.filter(fits));
  const product = pickProduct(stage, topic.fits);
  if (!product) return null;
  const { name, current } = naming(stage, product);
  return { topic, product, comment: opened(stage, draw.pick(topic.ask[language]).replace("{p}", name)), current };
}

/** One question, and a reply made from the right answer. */
const answered =
  (
    make: (right: string, asked: Question, stage: LabelStage) => Partial<LabelledReply> & Pick<LabelledReply, "reply">,
    fits?: (topic: LabelTopic) => boolean,
  ): Way =>
  (stage) => {
    const asked = question(stage, fits);
    if (!asked) return null;
    const { topic, product, comment, current } = asked;
    return {
      ...{ category: topic.name, comments: [comment], current, accuracy: 1, effectiveness: 1 },
      toolCalls: [stage.lookUp(topic, product)],
      ...make(topic.right[stage.language](product), asked, stage),
    };
  };

const adding = (lines: Record<Language, readonly string[]>, labels: Partial<LabelledReply>): Way =>
  answered((right, _, { draw, language }) => ({
    reply: `${right}${language === "en" ? " " : ""}${draw.pick(lines[language])}`,
    ...labels,
  }));

const right = answered((reply) => ({ reply }));

const courteous = adding(
  { en: ["I think you will love it.", "Thank you for asking.", "Glad you like it."], zh: ["相信您会喜欢。", "谢谢您的提问。"] },
  {},
);

const wrongFigure = answered(
  (_, { topic, product }, { language }) => ({ reply: topic.wrong?.[language](product) ?? "", accuracy: 0 }),
  (topic) => topic.wrong !== null,
);

/** The figures of another product of the shelf, looked up and said of the one that was asked about. */
const otherProduct: Way = (stage) => {
  const asked = question(stage, (topic) => topic.name === "price" || topic.name === "stock");
  if (!asked) return null;
  const { topic, product, comment, current } = asked;
  if (/\b(?:it|this|this one)\b|这个|这款/i.test(comment)) return null;
  const other = pickProduct(stage, (one) => one !== product && one.price !== product.price && one.stock > 0);
  if (!other) return null;
  const mixed = { ...other, short: product.short };
  return {
    ...{ category: topic.name, comments: [comment], current, accuracy: 0, effectiveness: 1 },
    toolCalls: [stage.lookUp(topic, other)],
    reply: topic.right[stage.language](mixed),
  };
};

const superlative = adding(
  {
    en: [
      "It is the best in the whole trade.",
      "It is the cheapest you can find anywhere else.",
      "It is number one in the country.",
    ],
    zh: ["全网最低价。", "这是全网最好的。"],
  },
  { accuracy: 0 },
);
const promise = adding(
  {
    en: [
      "I promise you will have it tomorrow.",
      "It is guaranteed to be there tomorrow.",
      "We will refund you without fail if not.",
    ],
    zh: ["保证明天到。", "明天一定给您送到。"],
  },
  { accuracy: 0 },
);
const overreach = adding(
  {
    en: ["I have reserved one for you.", "I have changed your order already.", "I will call the courier for you myself."],
    zh: ["我已经帮您预留了一件。", "我这就帮您改订单。"],
  },
  { accuracy: 0 },
);

const cannotCheck = answered((_, { topic, product }, { language, lookUp }) => {
  const { tool, arguments: args } = lookUp(topic, product);
  return {
    toolCalls: [{ tool, arguments: args, error: "the service did not answer in time" }],
    reply: language === "en" ? "Sorry, I cannot check that right now." : "不好意思，暂时查不到。",
    effectiveness: 0.5,
  };
});

const asksBack = answered((_, __, { draw, language }) => ({
  reply: draw.pick(
    language === "en" ? ["Which one do you mean?", "Could you tell me what you are after?"] : ["您问的是哪一款呢？"],
  ),
  effectiveness: 0,
}));
const emptyPhrases = answered((_, __, { draw, language }) => ({
  reply: draw.pick(
    language === "en"
      ? ["So nice to have you with us tonight, stay with us!", "Great to see so many of you here, keep watching!"]
      : ["感谢大家支持，继续看哦！"],
  ),
  toolCalls: [],
  effectiveness: 0,
}));
const silentWhereAsked = answered(() => ({ reply: "", toolCalls: [], effectiveness: 0 }));

/** Two questions in one comment; `both`: whether the second is answered too. */
const twoInOne =
  (both: boolean): Way =>
  (stage) => {
    const { draw, language } = stage;
    const [first, second] = draw.shuffle(LABEL_TOPICS);
    if (!first || !second) return null;
    const product = pickProduct(stage, (one) => (first.fits?.(one) ?? true) && (second.fits?.(one) ?? true));
    if (!product) return null;
    const { name, current } = naming(stage, product);
    const asked = draw
      .pick(first.ask[language])
      .replace("{p}", name)
      .replace(/[?？]$/, "");
    const replies = (both ? [first, second] : [first]).map((topic) => topic.right[language](product));
    return {
      category: first.name,
      comments: [opened(stage, language === "en" ? `${asked}, and ${second.also.en}?` : `${asked}，${second.also.zh}？`)],
      toolCalls: (both ? [first, second] : [first]).map((topic) => stage.lookUp(topic, product)),
      reply: replies.join(language === "en" ? " " : ""),
      ...{ current, accuracy: 1, effectiveness: both ? 1 : 0.5 },
    };
  };

/** Two comments at once; `all`: whether the second is answered too. */
const several =
  (all: boolean): Way =>
  (stage) => {
    const first = question(stage);
    const second = question(stage, (topic) => topic !== first?.topic);
    if (!first || !second || second.product === first.product || first.current !== second.current) return null;
    const answers = all ? [first, second] : [first];
    return {
      category: "several-comments",
      comments: [first.comment, second.comment],
      toolCalls: answers.map(({ topic, product }) => stage.lookUp(topic, product)),
      reply: answers.map(({ topic, product }) => topic.right[stage.language](product)).join(stage.language === "en" ? " " : ""),
      ...{ current: first.current, accuracy: 1, effectiveness: all ? 1 : 0.5 },
    };
  };

const IDLE = {
  en: ["lol hello from {t}", "first from {t}!", "nice light, {t} here", "wow, greetings from {t}"],
  zh: ["哈哈{t}的来了", "{t}报到"],
};
const TOWNS = {
  en: ["Cork", "Ghent", "Lima", "Accra", "Bergen", "Malmo", "Oslo", "Leeds"],
  zh: ["温州", "大连", "厦门", "青岛"],
};

const silentWhereIdle: Way = ({ draw, language }) => ({
  ...{ category: "greeting", reply: "", toolCalls: [], accuracy: 1, effectiveness: 1 },
  comments: [draw.pick(IDLE[language]).replace("{t}", draw.pick(TOWNS[language]))],
});

const ASIDES = {
  en: ["what's the weather in {t}", "who wins the match in {t} tonight", "tell me a joke about {t}", "is {t} nice in spring"],
  zh: ["{t}今天天气怎么样", "讲个{t}的笑话"],
};
const broughtBack: Way = ({ draw, language, room }) => ({
  ...{ category: "off-topic", toolCalls: [], accuracy: 1, effectiveness: 1 },
  comments: [draw.pick(ASIDES[language]).replace("{t}", draw.pick(TOWNS[language]))],
  reply:
    language === "en"
      ? `That is beyond me, but the ${room.current.short.en} is right here, have a look at it with us.`
      : `这个我不太清楚，一起看看${room.current.short.zh}吧。`,
});

/** Every way of making a reply, with how many of it the dev and the held-out set have. */
export const WAYS: readonly { way: Way; dev: number; heldOut: number }[] = [
  { way: right, dev: 26, heldOut: 17 },
  { way: courteous, dev: 8, heldOut: 5 },
  { way: wrongFigure, dev: 12, heldOut: 8 },
  { way: otherProduct, dev: 14, heldOut: 9 },
  { way: superlative, dev: 12, heldOut: 8 },
  { way: promise, dev: 12, heldOut: 8 },
  { way: overreach, dev: 12, heldOut: 8 },
  { way: cannotCheck, dev: 10, heldOut: 7 },
  { way: asksBack, dev: 8, heldOut: 5 },
  { way: emptyPhrases, dev: 8, heldOut: 5 },
  { way: twoInOne(true), dev: 5, heldOut: 3 },
  { way: twoInOne(false), dev: 14, heldOut: 9 },
  { way: several(true), dev: 7, heldOut: 5 },
  { way: several(false), dev: 16, heldOut: 11 },
  { way: silentWhereIdle, dev: 5, heldOut: 4 },
  { way: silentWhereAsked, dev: 4, heldOut: 3 },
  { way: broughtBack, dev: 7, heldOut: 5 },
];
