import type { Check, DialogueTurn, FixtureTables } from "../../../lib/contracts/case";
import type { Catalogue, Language, Product } from "./catalogue";
import type { Draw } from "./draw";
import type { Order } from "./tables";

/** A live session: what is on the shelf and what is being shown. Cases of one room share a group. */
export interface Room {
  id: string;
  current: Product;
  shelf: Product[];
}

/** What a scenario may draw on. */
export interface Stage {
  draw: Draw;
  language: Language;
  catalogue: Catalogue;
  room: Room;
  orders: Order[];
}

/** One drawn situation, before it is given an id and the context of its room. */
export interface Scene {
  comments: string[];
  checks: Check[];
  priority?: "P0" | "P1" | "P2";
  dialogue?: DialogueTurn[];
  fixtures?: FixtureTables;
  channel?: "public" | "private";
  anchorSpeech?: string;
  tags?: string[];
  /** The product that is being shown, where the scenario needs a certain one. */
  current?: Product;
}

/** Draws one situation; null where this room has nothing for it. */
export type Scenario = (stage: Stage) => Scene | null;

/** Fills `{p}` and the like in a hand-written phrase. */
export function fill(phrase: string, values: Record<string, string | number>): string {
  return phrase.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** How this viewer names a product: by words, by link, or by "it" where the product is being shown. */
export function naming(stage: Stage, product: Product): { name: string; current: Product } {
  const { draw, language, room } = stage;
  const way = draw.next();
  if (way < 0.5) return { name: language === "en" ? `the ${product.short.en}` : product.short.zh, current: room.current };
  if (way < 0.8) {
    const name =
      language === "en"
        ? draw.pick([`link ${product.linkId}`, `#${product.linkId}`, `number ${product.linkId}`])
        : draw.pick([`${product.linkId}号链接`, `${product.linkId}号`]);
    return { name, current: room.current };
  }
  return { name: language === "en" ? draw.pick(["this one", "it", "this"]) : draw.pick(["这个", "这款"]), current: product };
}

const OPENERS = {
  en: ["", "", "", "hi, ", "hey host, ", "quick question, ", "excuse me, ", "hello, ", "sorry, ", "host, ", "please, "],
  zh: ["", "", "主播，", "请问", "你好，", "问一下，"],
};

const REMARK_OPENERS = {
  en: ["", "", "", "host, ", "hey, ", "you know, ", "so, "],
  zh: ["", "", "主播，", "哎，", "跟你说，"],
};

/** The way viewers begin a remark that asks for nothing. */
export function remarked(stage: Stage, phrase: string): string {
  return stage.draw.pick(REMARK_OPENERS[stage.language]) + phrase;
}

/** The way viewers begin, for phrases that stand on their own. */
export function opened(stage: Stage, phrase: string): string {
  return stage.draw.pick(OPENERS[stage.language]) + phrase;
}

export function pickProduct(stage: Stage, fits: (product: Product) => boolean = () => true): Product | null {
  const fitting = stage.room.shelf.filter(fits);
  return fitting.length === 0 ? null : stage.draw.pick(fitting);
}
