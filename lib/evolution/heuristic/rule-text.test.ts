import { describe, expect, it } from "vitest";
import type { Tool } from "@/lib/contracts/harness";
import type { Mechanism } from "./mechanism";
import { asInstruction, ruleFor } from "./rule-text";

const tool: Tool = {
  path: "tools/find_loan.json",
  name: "find_loan",
  description: "Looks up a loan.",
  inputSchema: { type: "object", required: ["number"] },
  binding: { kind: "fixture", table: "loans" },
};
const rule = (mechanism: Mechanism) => ruleFor(mechanism, "When it is about loans", [tool]);

describe("asInstruction", () => {
  it.each([
    ["Says that it is open.", "say that it is open"],
    ["Goes on to be of use.", "go on to be of use"],
    ["apologises", "apologise"],
    ["says not carried", "say not carried"],
    ["The due date.", "say the due date"],
    ["How many are left.", "say how many are left"],
    ["Days of the week", "say days of the week"],
  ])("turns “%s” into “%s”", (demand, instruction) => {
    expect(asInstruction(demand)).toBe(instruction);
  });
});

describe("ruleFor", () => {
  it("says when, what first with which arguments, and what never", () => {
    expect(rule({ key: "", code: "tool-skipped", tool: "find_loan" })).toBe(
      "When it is about loans, call `find_loan` with `number` filled in before you reply and answer from its result; never answer from memory.",
    );
  });

  it("asks for the tool before a claim, and for exact copies where it was called", () => {
    const claim = { key: "", code: "unsupported-claim", claims: ["price", "stock"], tool: "find_loan" } as const;
    expect(rule({ ...claim, claims: [...claim.claims], called: false })).toContain("before you say a price or stock");
    expect(rule({ ...claim, claims: [...claim.claims], called: true })).toContain("copy every price or stock exactly");
  });

  it("puts tools in order", () => {
    expect(rule({ key: "", code: "tool-order", tools: ["a", "b", "c"] })).toBe(
      "When it is about loans, call `a`, then `b` and then `c`, in this order.",
    );
  });

  it("forbids the phrases that were said, with or without a condition", () => {
    const forbidden: Mechanism = {
      key: "",
      code: "forbidden-content",
      demand: "A promise.",
      phrases: ["surely", "no doubt"],
      missing: [],
    };
    expect(rule(forbidden)).toBe("When it is about loans, never say “surely” or “no doubt” or anything like it (A promise).");
    expect(ruleFor(forbidden, "", [])).toMatch(/^Never say “surely”/);
  });

  it("says what to do instead, where the replies left that out", () => {
    const missing = ["apologises", "Says the next step."];
    const forbidden: Mechanism = { key: "", code: "forbidden-content", demand: "A promise.", phrases: ["surely"], missing };
    expect(rule(forbidden)).toBe(
      "When it is about loans, never say “surely” or anything like it (A promise). Instead, apologise and say the next step.",
    );
    expect(rule({ key: "", code: "content-missing", demand: "The fee.", missing: ["asks number"] })).toBe(
      "When it is about loans, say the fee and ask number.",
    );
  });

  it("has nothing to say where no rule helps", () => {
    expect(rule({ key: "", code: "tool-missing", tool: "x" })).toBeNull();
    expect(rule({ key: "", code: "no-reply", stopReason: "model-error" })).toBeNull();
  });
});
