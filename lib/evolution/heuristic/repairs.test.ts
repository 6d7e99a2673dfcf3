import { describe, expect, it } from "vitest";
import type { Bundle } from "@/lib/contracts/harness";
import { applyOperations } from "@/lib/harness/operations";
import { parseHarness } from "@/lib/harness/parse";
import { SAMPLE_BUNDLE, sampleEvaluatedCase } from "@/lib/testing/evolution-samples";
import { claimHook, languageHook, lengthHook } from "./hook-text";
import type { Mechanism } from "./mechanism";
import { repairsOf } from "./repairs";

const SKILL = "skills/loans/SKILL.md";
const cases = Array.from({ length: 6 }, (_, index) =>
  sampleEvaluatedCase({
    id: `fine-${index}`,
    category: "late-fines",
    comments: ["how much is the fine"],
    features: { skills: ["loans"] },
  }),
);
const others = Array.from({ length: 60 }, (_, index) =>
  sampleEvaluatedCase({ id: `other-${index}`, category: "rooms", comments: ["where is the hall"] }),
);

function repairs(mechanism: Mechanism, bundle: Bundle = SAMPLE_BUNDLE, details: Mechanism[] = [], withSkill = true) {
  const { harness } = parseHarness(bundle);
  if (harness === null) throw new Error("the bundle parses");
  const skill = withSkill ? (harness.skills.find((one) => one.name === "loans") ?? null) : null;
  return repairsOf({ group: { cluster: "c", mechanism, cases, details, skill }, bundle, harness, others, passes: others });
}
const edited = (operations: Parameters<typeof applyOperations>[1], bundle: Bundle = SAMPLE_BUNDLE) => {
  const applied = applyOperations(bundle, operations);
  if (!applied.ok) throw new Error(JSON.stringify(applied.problems));
  return applied.bundle;
};

describe("repairsOf", () => {
  it("widens the description of the Skill that should have been chosen", () => {
    const [first] = repairs({ key: "", code: "wrong-skill", expected: "loans", loaded: "rooms" });
    const skill = parseHarness(edited(first?.operations ?? [])).harness?.skills.find((one) => one.name === "loans");
    expect(skill?.description).toMatch(/renewals\. Also for comments about late fines, such as “.*”\.$/);
  });

  it("writes a new Skill for a kind of comment that none is for, of what went wrong in it", () => {
    const skipped: Mechanism = { key: "", code: "tool-skipped", tool: "find_loan" };
    const once: Mechanism = { key: "", code: "content-missing", demand: "Said once.", missing: [] };
    const mechanism: Mechanism = { key: "", code: "no-fitting-skill", category: "late-fines", loaded: ["a", "b", "c"] };
    const [first] = repairs(mechanism, SAMPLE_BUNDLE, [skipped, skipped, once], false);
    const head = edited(first?.operations ?? []);
    const parsed = parseHarness(head);
    expect(parsed.diagnostics).toEqual([]);
    expect(parsed.harness?.skills.find((one) => one.name === "late-fines")).toMatchObject({
      kind: "reply",
      body: expect.stringContaining("- Call `find_loan` before you reply"),
    });
    expect(head["skills/late-fines/SKILL.md"]).not.toContain("Said once");
  });

  it("lets the Skill use a tool that was hidden", () => {
    const bundle = {
      ...SAMPLE_BUNDLE,
      [SKILL]: (SAMPLE_BUNDLE[SKILL] ?? "").replace("metadata:", "allowed-tools: [find_room]\nmetadata:"),
    };
    const [first] = repairs({ key: "", code: "tool-hidden", tool: "find_loan" }, bundle);
    expect(edited(first?.operations ?? [], bundle)[SKILL]).toContain("allowed-tools: [find_room, find_loan]");
  });

  it("turns a rule that works against the repair instead of adding one beside it", () => {
    const bundle = {
      ...SAMPLE_BUNDLE,
      [SKILL]: (SAMPLE_BUNDLE[SKILL] ?? "").replace("- Use `find_loan` if possible.", "- Answer from memory."),
    };
    const [first] = repairs({ key: "", code: "tool-skipped", tool: "find_loan" }, bundle);
    const text = edited(first?.operations ?? [], bundle)[SKILL];
    expect(text).not.toContain("- Answer from memory.");
    expect(text).toContain("call `find_loan` before you reply");
  });

  it("takes the forbidden words out of a rule that asks for them", () => {
    const bundle = {
      ...SAMPLE_BUNDLE,
      [SKILL]: (SAMPLE_BUNDLE[SKILL] ?? "").replace("- Be friendly.", "- Be friendly and say that it is on the house."),
    };
    const mechanism: Mechanism = {
      key: "",
      code: "forbidden-content",
      demand: "A gift.",
      phrases: ["on the house"],
      missing: [],
    };
    const [first] = repairs(mechanism, bundle);
    expect(edited(first?.operations ?? [], bundle)[SKILL]).toContain(
      "- Be friendly. Never say “on the house” or anything like it (A gift).\n",
    );
  });

  it("has nothing for what no edit mends", () => {
    expect(repairs({ key: "", code: "no-reply", stopReason: "model-error" })).toEqual([]);
  });
});

describe("the Hooks it writes", () => {
  it.each([
    ["claims", claimHook(["price", "stock", "promotion"])],
    ["length", lengthHook(120, "characters")],
    ["words", lengthHook(20, "words")],
    ["language", languageHook()],
  ])("parse and listen to Stop: %s", (_, text) => {
    const parsed = parseHarness({ ...SAMPLE_BUNDLE, "hooks/made.js": text });
    expect(parsed.diagnostics).toEqual([]);
    expect(parsed.harness?.hooks).toMatchObject([{ name: "made", events: ["Stop"] }]);
  });
});
