import { expect, it } from "vitest";
import type { Discovery } from "@/lib/contracts/tool-service";
import { hasServerTools, placeTools } from "./server-tools";

const hash = (letter: string) => letter.repeat(64);
const file = (name: string, server: string, tool: string, schemaHash: string) =>
  `${JSON.stringify({ name, description: "d", inputSchema: { type: "object" }, binding: { kind: "mcp", server, tool, schemaHash } }, null, 2)}\n`;
const discovery: Discovery = {
  server: "shop",
  revision: "2026-07-28",
  serverName: "Shop",
  serverVersion: "1",
  tools: ["price", "stock"].map((name) => ({
    tool: { name, description: "d", inputSchema: { type: "object" } },
    schemaHash: hash("a"),
    path: `tools/${name}.json`,
  })),
  files: {
    "tools/price.json": file("price", "shop", "price", hash("a")),
    "tools/stock.json": file("stock", "shop", "stock", hash("a")),
  },
};

it("new tools keep the path that the studio gives them", () =>
  expect(placeTools(discovery, {}).map(({ path, state }) => [path, state])).toEqual([
    ["tools/price.json", "new"],
    ["tools/stock.json", "new"],
  ]));

it("a name that another tool has gets the server's name in front, in the path and in the file", () => {
  const placed = placeTools(discovery, {
    "tools/price.json": file("price", "other", "price", hash("b")),
    "tools/shop_price.json": "{}",
  });
  expect(placed[0]).toMatchObject({ path: "tools/shop_price_2.json", state: "new" });
  expect(JSON.parse(placed[0]?.text ?? "")).toMatchObject({ name: "shop_price_2", binding: { server: "shop", tool: "price" } });
});

it("a tool that the bundle binds keeps its file and its name, whether its definition changed or not", () => {
  const placed = placeTools(discovery, {
    "tools/cost.json": file("cost", "shop", "price", hash("b")),
    "tools/stock.json": file("stock", "shop", "stock", hash("a")),
  });
  expect(placed.map(({ path, state }) => [path, state])).toEqual([
    ["tools/cost.json", "changed"],
    ["tools/stock.json", "there"],
  ]);
  expect(JSON.parse(placed[0]?.text ?? "")).toMatchObject({ name: "cost", binding: { schemaHash: hash("a") } });
});

it("knows whether a bundle has tools of servers", () => {
  expect(hasServerTools({ "tools/a.json": "{ broken", "notes/price.json": file("a", "s", "a", hash("a")) })).toBe(false);
  expect(hasServerTools({ "tools/a.json": file("a", "s", "a", hash("a")) })).toBe(true);
});
