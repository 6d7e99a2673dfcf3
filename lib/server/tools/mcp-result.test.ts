import { describe, expect, it } from "vitest";
import { resultOfMcp } from "./mcp-result";

const outputSchema = { type: "object", properties: { prices: { type: "array", items: { type: "integer" } } } };
const tool = { name: "prices", description: "", inputSchema: { type: "object" }, outputSchema };
const resultOf = (structuredContent: Record<string, unknown>) =>
  resultOfMcp({ content: [], structuredContent }, { tool, schemaHash: "" }, (text) => text);

describe("a structured result", () => {
  it("is the result where it fits its output schema, and malformed where it does not", () => {
    expect(resultOf({ prices: [1, 2] })).toEqual({ prices: [1, 2] });
    expect(() => resultOf({ prices: [1, "2"] })).toThrow(/does not fit its output schema: prices\.1 must be integer/);
  });
  it("that is too large to be kept whole is not checked", () => {
    const prices = Array.from({ length: 30_000 }, (_, index) => String(index));
    expect(resultOf({ prices })).toEqual({ prices });
  });
});
