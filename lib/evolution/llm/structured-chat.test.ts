import { describe, expect, it } from "vitest";
import { jsonIn } from "./structured-chat";

describe("jsonIn", () => {
  it("reads JSON bare, fenced and between words", () => {
    for (const text of ['{"a":1}', 'Here:\n```json\n{"a":1}\n```\nDone.', 'Sure: {"a":1} there.']) {
      expect(jsonIn(text)).toEqual({ ok: true, value: { a: 1 } });
    }
    expect(jsonIn("no")).toMatchObject({ ok: false });
  });

  it("reads a long answer of nothing but line breaks without hanging", () => {
    expect(jsonIn(`\`\`\`json${"\n".repeat(8_000)}`)).toMatchObject({ ok: false });
  });
});
