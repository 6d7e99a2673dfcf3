import { describe, expect, it } from "vitest";
import { compactJson } from "./compact-json";

describe("compactJson", () => {
  it("keeps what fits on one line", () => {
    expect(compactJson({ link: 3, tags: ["a", "b"], none: {} })).toBe('{ "link": 3, "tags": ["a", "b"], "none": {} }');
  });

  it("breaks what does not, and only there", () => {
    const value = {
      rows: [
        { name: "blue", text: "x".repeat(50) },
        { name: "white", text: "y".repeat(50) },
      ],
    };
    expect(compactJson(value).split("\n")).toHaveLength(6);
  });

  it("stays the same JSON", () => {
    const value = { a: [1, "二", null, { deep: ["z".repeat(120)] }], b: { c: true } };
    expect(JSON.parse(compactJson(value))).toEqual(value);
  });
});
