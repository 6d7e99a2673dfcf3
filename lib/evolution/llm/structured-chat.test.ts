import { describe, expect, it } from "vitest";
import { z } from "zod";
import { says, scriptedModel } from "@/lib/testing/scripted-model";
import { InvalidLog } from "./invalid-log";
import { ANALYST_SETTINGS } from "./settings";
import { jsonIn, structuredChat } from "./structured-chat";

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

it("an answer of giant length is neither read, sent back nor kept whole", async () => {
  const giant = JSON.stringify({ label: "x".repeat(5_000_000) });
  const shown: number[] = [];
  const model = scriptedModel(async (request) => {
    shown.push(JSON.stringify(request.messages).length);
    return says(giant);
  });
  const invalid = new InvalidLog(ANALYST_SETTINGS);
  const answer = await structuredChat(
    { model, settings: ANALYST_SETTINGS, signal: undefined, invalid },
    { what: "a label", system: "s", user: "u", seed: 1, schema: z.object({ label: z.string() }), problems: () => [] },
  );
  expect(answer).toMatchObject({ value: null, sound: false });
  expect(Math.max(...shown)).toBeLessThan(500_000);
  expect(JSON.stringify([answer, invalid.list()]).length).toBeLessThan(50_000);
});

it("what is wrong with an answer is kept in short, however long the list of it is", () => {
  const invalid = new InvalidLog(ANALYST_SETTINGS);
  invalid.add("codes", `no code was called ${"x, ".repeat(100_000)}`);
  expect(invalid.list()[0]?.why.length).toBeLessThan(3_000);
});
