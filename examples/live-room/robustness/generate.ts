/**
 * Writes cases/tool-robustness.jsonl and cases/prompt-robustness.jsonl: small synthetic sets after appendix E.3 of the TaoLive
 * report. The same catalogue and scenarios give the same files byte for byte:
 * `npx tsx examples/live-room/robustness/generate.ts`.
 */
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Case, Check } from "../../../lib/contracts/case";
import { withoutEmptyParts } from "../../../lib/datasets/empty-parts";
import { generate, makeRooms, readCatalogue, toCase } from "../generate";
import { promotion } from "../scenarios/buying";
import type { Catalogue } from "../scenarios/catalogue";
import { createDraw, type Draw } from "../scenarios/draw";
import { price, stock } from "../scenarios/products";
import { fill, type Room, type Scenario, type Scene } from "../scenarios/scene";
import { delivery, returns } from "../scenarios/service";
import { makeOrders, type Order, sharedTables } from "../scenarios/tables";
import { drawDistractors } from "./distractors";
import { IN_ORDER, STYLE } from "./instructions";

const TOOL_TASKS: { category: string; table: string; scenario: Scenario }[] = [
  { category: "price", table: "price", scenario: price },
  { category: "stock", table: "stock", scenario: stock },
  { category: "promotion", table: "promotions", scenario: promotion },
  { category: "delivery", table: "shipping", scenario: delivery },
  { category: "after-sales-returns", table: "returns", scenario: returns },
];
const PER_TASK = 8;
const PROMPT_CASES = 20;

const addressesQuery: Check = {
  id: "adr",
  metric: "effectiveness",
  core: true,
  kind: "judge",
  question: "addresses-query",
};

interface Material {
  draw: Draw;
  catalogue: Catalogue;
  orders: Order[];
  rooms: Room[];
  /** Comments that are used already, here or in the demo's own sets. */
  taken: Set<string>;
}

/** Draws a scene whose comment is in no set yet. */
function newScene({ draw, catalogue, orders, rooms, taken }: Material, scenario: Scenario): { scene: Scene; room: Room } {
  for (let attempt = 0; attempt < 5_000; attempt += 1) {
    const room = draw.pick(rooms);
    const scene = scenario({ draw, language: "en", catalogue, room, orders });
    const [comment] = scene?.comments ?? [];
    if (!scene || scene.dialogue || scene.fixtures || comment === undefined || taken.has(comment.toLowerCase())) continue;
    taken.add(comment.toLowerCase());
    return { scene, room };
  }
  throw new Error("no further new comment; write more phrases");
}

function toolCases(material: Material): Case[] {
  const { draw, catalogue } = material;
  return TOOL_TASKS.flatMap(({ category, table, scenario }) =>
    Array.from({ length: PER_TASK }, (_, index) => {
      const { scene, room } = newScene(material, scenario);
      const [answer] = scene.checks.filter((check) => check.kind === "reply-contains" && check.core);
      const checks: Check[] = [{ id: "tc", metric: "accuracy", core: true, kind: "tool-called", tool: table }];
      if (answer) checks.push({ ...answer, id: "rc", metric: "accuracy" });
      const id = `tool-robustness-${category}-${String(index + 1).padStart(2, "0")}`;
      const made = toCase(draw, { ...scene, checks: [...checks, addressesQuery] }, room, catalogue, "en", { id, category });
      return { ...made, priority: "P1" as const, distractorTools: drawDistractors(draw, table) };
    }),
  );
}

function promptCases(material: Material): Case[] {
  const { draw, catalogue } = material;
  return Array.from({ length: PROMPT_CASES }, (_, index) => {
    const order = IN_ORDER[index % IN_ORDER.length] ?? draw.pick(IN_ORDER);
    const style = draw.pick(STYLE);
    const both: Scenario = ({ room }) => {
      const product = draw.pick(room.shelf);
      const name = draw.pick([`the ${product.short.en}`, `link ${product.linkId}`, `number ${product.linkId}`]);
      return { comments: [fill(draw.pick(order.comments), { p: name })], checks: [], current: product };
    };
    const { scene, room } = newScene(material, both);
    const instructions = draw.shuffle([order.instruction, style]);
    const checks: Check[] = [
      addressesQuery,
      { id: "llm", metric: "effectiveness", core: true, kind: "judge", question: "follows-instruction", instruction: style },
      { id: "tco", metric: "accuracy", core: true, kind: "tool-order", tools: order.tables },
    ];
    const id = `prompt-robustness-${String(index + 1).padStart(2, "0")}`;
    return { ...toCase(draw, { ...scene, checks }, room, catalogue, "en", { id, category: order.category }), instructions };
  });
}

/** Comments of a case file, folded. */
const commentsOf = (file: string): string[] =>
  [...file.matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text.toLowerCase());

/** The two case files as text. */
export function generateRobustness(catalogue: Catalogue): { tool: string; prompt: string } {
  const { dev, heldOut } = generate(catalogue);
  const draw = createDraw(20_261_201);
  const orders = makeOrders(draw);
  const rooms = makeRooms(draw, catalogue, "robustness", 12);
  const material = { draw, catalogue, orders, rooms, taken: new Set([...commentsOf(dev), ...commentsOf(heldOut)]) };
  const shared = JSON.stringify({ shared: sharedTables(catalogue, orders) });
  const text = (cases: Case[]) => `${[shared, ...cases.map((item) => JSON.stringify(withoutEmptyParts(item)))].join("\n")}\n`;
  return { tool: text(toolCases(material)), prompt: text(promptCases(material)) };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { tool, prompt } = generateRobustness(readCatalogue());
  writeFileSync(new URL("../cases/tool-robustness.jsonl", import.meta.url), tool);
  writeFileSync(new URL("../cases/prompt-robustness.jsonl", import.meta.url), prompt);
}
