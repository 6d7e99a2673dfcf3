/**
 * Writes cases/dev.jsonl and cases/held-out.jsonl from catalogue.json and the hand-written scenarios.
 * The same catalogue and scenarios give the same files byte for byte: `npx tsx examples/live-room/generate.ts`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Case } from "../../lib/contracts/case";
import { withoutEmptyParts } from "../../lib/datasets/empty-parts";
import { membershipAndGifts, promotion, purchase } from "./scenarios/buying";
import type { Catalogue, Language, Product } from "./scenarios/catalogue";
import { createDraw, type Draw } from "./scenarios/draw";
import { compare, linkNumber, price, productQuestion, stock, unknownProduct } from "./scenarios/products";
import type { Room, Scenario, Scene } from "./scenarios/scene";
import { delivery, orderStatus, returns } from "./scenarios/service";
import { several } from "./scenarios/several";
import { greeting, identity, offTopic } from "./scenarios/small-talk";
import { makeOrders, type Order, sharedTables } from "./scenarios/tables";
import { emotion, negativeFeedback, positiveFeedback } from "./scenarios/talk";

/** Cases a category: in the dev set (482 in all) and in the held-out set (300). */
const CATEGORIES: { name: string; scenario: Scenario; dev: number; heldOut: number }[] = [
  { name: "product-question", scenario: productQuestion, dev: 40, heldOut: 24 },
  { name: "price", scenario: price, dev: 34, heldOut: 20 },
  { name: "stock", scenario: stock, dev: 28, heldOut: 18 },
  { name: "link-number", scenario: linkNumber, dev: 24, heldOut: 15 },
  { name: "purchase-payment", scenario: purchase, dev: 26, heldOut: 16 },
  { name: "promotion", scenario: promotion, dev: 28, heldOut: 18 },
  { name: "membership-gifts", scenario: membershipAndGifts, dev: 24, heldOut: 15 },
  { name: "delivery", scenario: delivery, dev: 28, heldOut: 18 },
  { name: "after-sales-returns", scenario: returns, dev: 26, heldOut: 16 },
  { name: "order-status", scenario: orderStatus, dev: 20, heldOut: 12 },
  { name: "negative-feedback", scenario: negativeFeedback, dev: 24, heldOut: 15 },
  { name: "positive-feedback", scenario: positiveFeedback, dev: 20, heldOut: 13 },
  { name: "emotion", scenario: emotion, dev: 22, heldOut: 14 },
  { name: "greeting", scenario: greeting, dev: 22, heldOut: 13 },
  { name: "identity", scenario: identity, dev: 24, heldOut: 15 },
  { name: "several-comments", scenario: several, dev: 30, heldOut: 19 },
  { name: "off-topic", scenario: offTopic, dev: 22, heldOut: 13 },
  { name: "comparison", scenario: compare, dev: 22, heldOut: 14 },
  { name: "unknown-product", scenario: unknownProduct, dev: 18, heldOut: 12 },
];

const SPEECH = {
  en: [
    "Now we are looking at the {t}, link {l}.",
    "Back to link {l}, the {t}, many of you asked for it.",
    "Here is the {t} up close, it is on link {l}.",
    "If you just came in, this is link {l}, our {t}.",
  ],
  zh: ["现在讲的是{l}号链接，{t}。", "刚进来的朋友，这款是{l}号，{t}。"],
};
const VIEWERS = ["Mia", "Tom", "Ayla", "Jun", "小雨", "Priya", "阿强", "Noor", "Elif", "Kofi", "Lena", "团团"];

export function makeRooms(draw: Draw, catalogue: Catalogue, prefix: string, count: number): Room[] {
  return Array.from({ length: count }, (_, index) => {
    const shelf = draw.shuffle(catalogue.products).slice(0, 8);
    return { id: `${prefix}-room-${String(index + 1).padStart(2, "0")}`, shelf, current: draw.pick(shelf) };
  });
}

export function toCase(
  draw: Draw,
  scene: Scene,
  room: Room,
  catalogue: Catalogue,
  language: Language,
  identity: { id: string; category: string },
): Case {
  const current: Product = scene.current ?? room.current;
  const speech = draw.pick(SPEECH[language]).replace("{t}", current.title[language]).replace("{l}", String(current.linkId));
  const names = draw.shuffle(VIEWERS);
  return {
    ...identity,
    priority: scene.priority ?? "P1",
    input: { comments: scene.comments.map((text, index) => ({ viewer: names[index], text })) },
    context: {
      room: { name: catalogue.shop.name.en, status: "live", currentLinkId: current.linkId },
      product: { linkId: current.linkId, title: current.title.en, titleZh: current.title.zh },
      links: [...room.shelf]
        .sort((a, b) => a.linkId - b.linkId)
        .map((product) => ({ linkId: product.linkId, title: product.title.en, titleZh: product.title.zh })),
      anchorSpeech: scene.anchorSpeech ?? speech,
      faq: [{ question: current.faq.question[language], answer: current.faq.answer[language] }],
      viewer: { name: names[0] ?? "", member: draw.pick(["none", "none", "silver", "gold"]) },
    },
    dialogue: scene.dialogue ?? [],
    channel: scene.channel ?? "public",
    fixtures: scene.fixtures ?? {},
    checks: scene.checks,
    distractorTools: [],
    instructions: [],
    group: room.id,
    language,
    tags: scene.tags ?? [],
  };
}

const folded = (scene: Scene) =>
  scene.comments.map((comment) =>
    comment
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
  );

interface Plan {
  prefix: string;
  rooms: number;
  size: "dev" | "heldOut";
}

function makeCases(draw: Draw, catalogue: Catalogue, orders: Order[], plan: Plan, taken: Set<string>): Case[] {
  const rooms = makeRooms(draw, catalogue, plan.prefix, plan.rooms);
  const cases = CATEGORIES.flatMap(({ name, scenario, ...sizes }) => {
    const count = sizes[plan.size];
    const chinese = Math.max(1, Math.round(count / 10));
    return Array.from({ length: count }, (_, index) => {
      const language: Language = index < chinese ? "zh" : "en";
      const id = `${plan.prefix}-${name}-${String(index + 1).padStart(3, "0")}`;
      for (let attempt = 0; attempt < 2_000; attempt += 1) {
        const room = draw.pick(rooms);
        const scene = scenario({ draw, language, catalogue, room, orders });
        if (!scene) continue;
        const keys = folded(scene);
        if (keys.some((key) => taken.has(key))) continue;
        for (const key of keys) taken.add(key);
        return toCase(draw, scene, room, catalogue, language, { id, category: name });
      }
      throw new Error(`${name}: no further new comment in ${language}; write more phrases`);
    });
  });
  return draw.shuffle(cases);
}

/** The two case files as text. */
export function generate(catalogue: Catalogue): { dev: string; heldOut: string } {
  const draw = createDraw(20_261_130);
  const orders = makeOrders(draw);
  const shared = JSON.stringify({ shared: sharedTables(catalogue, orders) });
  const taken = new Set<string>();
  const text = (plan: Plan) =>
    `${[shared, ...makeCases(draw, catalogue, orders, plan, taken).map((item) => JSON.stringify(withoutEmptyParts(item)))].join("\n")}\n`;
  return {
    dev: text({ prefix: "dev", rooms: 48, size: "dev" }),
    heldOut: text({ prefix: "held-out", rooms: 30, size: "heldOut" }),
  };
}

export function readCatalogue(): Catalogue {
  return JSON.parse(readFileSync(new URL("catalogue.json", import.meta.url), "utf8")) as Catalogue;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { dev, heldOut } = generate(readCatalogue());
  writeFileSync(new URL("cases/dev.jsonl", import.meta.url), dev);
  writeFileSync(new URL("cases/held-out.jsonl", import.meta.url), heldOut);
}
