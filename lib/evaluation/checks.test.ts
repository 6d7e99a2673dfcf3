import { describe, expect, it } from "vitest";
import type { Check } from "@/lib/contracts/case";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { sampleCase, sampleTrajectory, toolStep } from "@/lib/testing/evaluation-samples";
import { runChecks } from "./checks";
import { containsPhrase, foldText } from "./fold-text";

type CheckInput = Omit<Check, "id" | "metric" | "core" | "kind"> & { kind: Check["kind"]; [key: string]: unknown };

function run(check: CheckInput, overrides: Partial<Trajectory> = {}, tools: Parameters<typeof runChecks>[2] = []) {
  const item = sampleCase({ checks: [{ id: "check", metric: "accuracy", ...check }] });
  const [result] = runChecks(item, sampleTrajectory(overrides), tools);
  return result ?? expect.fail();
}
const verdict = (...args: Parameters<typeof run>) => run(...args).verdict;

describe("tool-called", () => {
  const steps = [toolStep("get_price", { link: 3, note: " A " })];

  it("passes for a call that answered, also with the arguments asked for", () => {
    expect(verdict({ kind: "tool-called", tool: "get_price" }, { steps })).toBe("passed");
    expect(verdict({ kind: "tool-called", tool: "get_price", arguments: { link: "3", note: "a" } }, { steps })).toBe("passed");
  });

  it("fails and says what was called instead", () => {
    expect(run({ kind: "tool-called", tool: "get_stock" }, { steps })).toMatchObject({
      verdict: "failed",
      why: "get_stock was not called; called: get_price.",
    });
    expect(run({ kind: "tool-called", tool: "get_price", arguments: { link: 4 } }, { steps }).why).toBe(
      'get_price with {"link":4} was not called; called with {"link":3,"note":" A "}.',
    );
  });

  it("a call that was answered with an error does not count, one that was denied was not made", () => {
    const failing = (type: "timeout" | "denied-by-hook") =>
      steps.map((step) => ({ ...step, outcome: { ok: false as const, error: { type, message: "" } } })) as Trajectory["steps"];
    expect(run({ kind: "tool-called", tool: "get_price" }, { steps: failing("timeout") }).why).toMatch(/answered with an error/);
    expect(verdict({ kind: "tool-not-called", tool: "get_price" }, { steps: failing("timeout") })).toBe("failed");
    expect(verdict({ kind: "tool-not-called", tool: "get_price" }, { steps: failing("denied-by-hook") })).toBe("passed");
  });

  it("knows a renamed tool by its fixture table", () => {
    const tools = [{ name: "preis_holen", binding: { kind: "fixture" as const, table: "get_price" } }];
    const renamed = [toolStep("preis_holen", { link: 3 })];
    expect(verdict({ kind: "tool-called", tool: "get_price" }, { steps: renamed }, tools)).toBe("passed");
    expect(verdict({ kind: "tool-called", tool: "get_price" }, { steps: renamed })).toBe("failed");
  });
});

it("tool-order holds with other calls between, not the other way round", () => {
  const steps = [toolStep("a", {}), toolStep("x", {}), toolStep("b", {})];
  expect(verdict({ kind: "tool-order", tools: ["a", "b"] }, { steps })).toBe("passed");
  expect(run({ kind: "tool-order", tools: ["b", "a"] }, { steps })).toMatchObject({
    verdict: "failed",
    why: "Wanted b → a; found a → x → b.",
  });
});

describe("reply-contains and reply-excludes", () => {
  it.each([
    ["It is $89.00 today", "89"],
    ["Ｐｒｉｃｅ　８９", "price 89"],
    ["it’s   In\nStock", "it's in stock"],
    ["现在 有 货", "有货"],
    ["That's 1,299 dollars", "1299"],
  ])("%j has %j", (reply, phrase) => {
    expect(verdict({ kind: "reply-contains", any: ["nothing like it", phrase] }, { reply })).toBe("passed");
    expect(verdict({ kind: "reply-excludes", any: [phrase] }, { reply })).toBe("failed");
  });

  it.each([
    ["It is $189", "89"],
    ["It is $89.5", "89"],
    ["It is $890", "89"],
    ["", "89"],
  ])("%j has not %j", (reply, phrase) => {
    expect(verdict({ kind: "reply-contains", any: [phrase] }, { reply })).toBe("failed");
    expect(verdict({ kind: "reply-excludes", any: [phrase] }, { reply })).toBe("passed");
  });

  it("says what was looked for and what was found", () => {
    expect(run({ kind: "reply-contains", any: ["79"] }).why).toBe("The reply has none of “79”: “It is $89.”.");
    expect(run({ kind: "reply-excludes", any: ["89"] }).why).toBe("The reply has “89”, which it must not have.");
  });

  it("folding is stable", () => {
    for (const text of ["1,299.00 元", "It’s—5.50", "a  b", "10.0.0.1"]) expect(foldText(foldText(text))).toBe(foldText(text));
    expect(containsPhrase("abc", " ")).toBe(false);
  });
});

describe("reply-length and reply-language", () => {
  it("counts characters, and words with Chinese characters as words", () => {
    expect(verdict({ kind: "reply-length", max: 4 }, { reply: " 你好吗? " })).toBe("passed");
    expect(verdict({ kind: "reply-length", max: 3 }, { reply: "你好吗?" })).toBe("failed");
    expect(run({ kind: "reply-length", min: 2, max: 3, unit: "words" }, { reply: "it's 4.5 stars" }).why).toBe(
      "The reply has 3 words; wanted 2 to 3.",
    );
    expect(verdict({ kind: "reply-length", max: 10 }, { reply: "" })).toBe("failed");
  });

  it("tells English from Chinese", () => {
    expect(verdict({ kind: "reply-language", language: "zh" }, { reply: "这款 iPhone 很好用" })).toBe("passed");
    expect(verdict({ kind: "reply-language", language: "en" }, { reply: "The 连衣裙 is a nice dress" })).toBe("passed");
    expect(verdict({ kind: "reply-language", language: "en" }, { reply: "89!" })).toBe("failed");
  });
});

it("skill-loaded asks for a Skill of the kind that was found", () => {
  const load = (kind: "reply" | "strategy", found: boolean) =>
    [{ type: "skill-load", round: 1, atMs: 0, callId: "s", skill: "price-reply", kind, found }] as Trajectory["steps"];
  expect(verdict({ kind: "skill-loaded" }, { steps: load("reply", true) })).toBe("passed");
  expect(verdict({ kind: "skill-loaded" }, { steps: load("reply", false) })).toBe("failed");
  expect(run({ kind: "skill-loaded" }, { steps: load("strategy", true) }).why).toBe(
    "No reply Skill was loaded; loaded: price-reply.",
  );
});

it("a question for a judge stays unscored", () => {
  expect(run({ kind: "judge", question: "addresses-query" })).toMatchObject({
    verdict: "unscored",
    why: expect.stringMatching(/no judge/),
  });
});
