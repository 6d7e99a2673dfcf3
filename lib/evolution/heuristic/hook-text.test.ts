import { afterAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/contracts/ids";
import { createSandbox } from "@/lib/server/sandbox";
import { claimHook, languageHook, lengthHook, phraseHook } from "./hook-text";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

async function decide(code: string, reply: string, extra: JsonObject = {}): Promise<unknown> {
  const payload = {
    event: "Stop",
    reply,
    channel: "public",
    comments: [{ text: "how much is it" }],
    context: { shelf: "A 12" },
    toolResults: [{ tool: "find_loan", arguments: {}, result: { fee: 7.5, copies: 3 } }],
    loadedSkills: [],
    round: 2,
    stopBlocks: 0,
    ...extra,
  };
  const outcome = await sandbox.run({ name: "made", code, event: "Stop", payload, timeoutMs: 2_000 });
  return outcome.ok ? outcome.value : outcome;
}

describe("claimHook", () => {
  const code = claimHook(["price", "stock", "promotion"]);

  it("lets figures of tool results, context and comments pass", async () => {
    expect(await decide(code, "It costs 7.5 euros and there are 3 left.")).toEqual({ decision: "allow" });
    expect(await decide(code, "No figures here.")).toEqual({ decision: "allow" });
  });

  it("sends back a figure that nothing supports, and names it", async () => {
    expect(await decide(code, "It costs €75, with 3 left.")).toMatchObject({
      decision: "block",
      reason: expect.stringContaining("75"),
    });
    expect(await decide(code, "还剩5件")).toMatchObject({ decision: "block" });
    expect(await decide(code, "20% off today")).toMatchObject({ decision: "block" });
  });

  it("cuts the sentence out where sending back did not help", async () => {
    const again = { stopBlocks: 1 };
    expect(await decide(code, "It is here. It costs €75!", again)).toEqual({ decision: "replace", reply: "It is here." });
    expect(await decide(code, "It costs €75!", again)).toEqual({ decision: "allow" });
  });
});

describe("phraseHook", () => {
  it("cuts out the sentences that say a phrase, and sends back, once, what says nothing else", async () => {
    const code = phraseHook(["On the house", "包邮"], "A gift that nobody granted.");
    expect(await decide(code, "It is seven euros.")).toEqual({ decision: "allow" });
    expect(await decide(code, "Glad to help. It is on the HOUSE! See you.")).toEqual({
      decision: "replace",
      reply: "Glad to help. See you.",
    });
    expect(await decide(code, "好的。全场包邮！再见。")).toEqual({ decision: "replace", reply: "好的。再见。" });
    expect(await decide(code, "It is on the HOUSE.", { stopBlocks: 1 })).toEqual({ decision: "allow" });
    expect(await decide(code, "It is on the HOUSE.")).toMatchObject({
      decision: "block",
      reason: "Say it without “on the house”: A gift that nobody granted.",
    });
  });
});

describe("lengthHook", () => {
  it("keeps the sentences that fit, and sends back, once, where none does", async () => {
    expect(await decide(lengthHook(5, "characters"), "12345")).toEqual({ decision: "allow" });
    expect(await decide(lengthHook(5, "characters"), "123456")).toMatchObject({ decision: "block" });
    expect(await decide(lengthHook(2, "words"), "one two three")).toMatchObject({ decision: "block" });
    expect(await decide(lengthHook(2, "words"), "one two three", { stopBlocks: 1 })).toEqual({ decision: "allow" });
    expect(await decide(lengthHook(12, "characters"), "One. Two. Three and more.")).toEqual({
      decision: "replace",
      reply: "One. Two.",
    });
  });
});

describe("languageHook", () => {
  it("sends back a reply in another language than the comment's", async () => {
    expect(await decide(languageHook(), "It is seven euros.")).toEqual({ decision: "allow" });
    expect(await decide(languageHook(), "七块五")).toMatchObject({
      decision: "block",
      reason: expect.stringContaining("English"),
    });
    expect(await decide(languageHook(), "七块五", { stopBlocks: 1 })).toEqual({ decision: "allow" });
    const chinese = { comments: [{ text: "这个多少钱" }] };
    expect(await decide(languageHook(), "七块五", chinese)).toEqual({ decision: "allow" });
    expect(await decide(languageHook(), "It is seven euros.", chinese)).toMatchObject({ decision: "block" });
  });
});
