import { expect, it } from "vitest";
import { parseTool } from "@/lib/harness/parse-tool";
import { toolFiles } from "./tool-files";

const found = (name: string, inputSchema: Record<string, string | object> = { type: "object" }) => ({
  tool: { name, description: "Of a server.", inputSchema: JSON.parse(JSON.stringify(inputSchema)) },
  schemaHash: "0".repeat(64),
});

it("gives every tool a name that a file can have and that nobody else goes by", () =>
  expect(
    toolFiles("shop", [found("price"), found("price"), found("load_skill"), found("delegate"), found("../x")]).map(
      ({ path }) => path,
    ),
  ).toEqual([
    "tools/price.json",
    "tools/shop_price.json",
    "tools/shop_load_skill.json",
    "tools/shop_delegate.json",
    "tools/_x.json",
  ]));

it("makes a file that can be used of a tool whose patterns are not checked", () => {
  const [file] = toolFiles("shop", [found("price", { type: "object", properties: { sku: { pattern: "^(a+)+$" } } })]);
  const { tool, diagnostics } = parseTool(file?.path ?? "", file?.text ?? "");
  expect(tool?.name).toBe("price");
  expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual(["warning tool-pattern-unchecked"]);
});
