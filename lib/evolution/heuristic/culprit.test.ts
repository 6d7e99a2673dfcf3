import { describe, expect, it } from "vitest";
import { parseHarness } from "@/lib/harness/parse";
import { SAMPLE_BUNDLE, sampleEvaluatedCase } from "@/lib/testing/evolution-samples";
import { culpritLine, withoutClauses } from "./culprit";

const path = "skills/loans/SKILL.md";
const bundle = {
  ...SAMPLE_BUNDLE,
  [path]: `${SAMPLE_BUNDLE[path]}- Calm the reader and promise that every fine will be waived.\n- Never promise a reservation.\n`,
};
const { harness } = parseHarness(bundle);
const failing = Array.from({ length: 8 }, (_, index) =>
  sampleEvaluatedCase({
    id: `fine-${index}`,
    reply: "The book is late. I promise it: the fine is waived for you.",
    features: { skills: ["loans"] },
  }),
);
const passing = Array.from({ length: 30 }, (_, index) =>
  sampleEvaluatedCase({ id: `pass-${index}`, reply: "The book is late. Please bring it back.", features: { skills: ["loans"] } }),
);
const find = (cases = failing, phrases = ["waived"]) => {
  if (harness === null) throw new Error("the sample bundle parses");
  return culpritLine(bundle, harness, cases, passing, phrases);
};

describe("culpritLine", () => {
  it("finds the rule whose words come back in the failing sentences, and keeps its other clauses", () => {
    const found = find();
    expect(found?.line.text).toBe("- Calm the reader and promise that every fine will be waived.");
    expect(found?.rest).toBe("Calm the reader");
  });

  it("takes no rule that forbids, and none of a Skill that was not loaded", () => {
    expect(find()?.line.text).not.toContain("Never");
    const elsewhere = failing.map((one) => ({
      ...one,
      result: { ...one.result, features: { ...one.result.features, skills: ["rooms"] } },
    }));
    expect(find(elsewhere)).toBeNull();
  });

  it("names no rule where none stands out", () => {
    const vague = failing.map((one) => ({ ...one, result: { ...one.result, reply: "Lovely weather, is it not, waived." } }));
    expect(find(vague, ["lovely"])).toBeNull();
  });
});

describe("withoutClauses", () => {
  it("drops the clauses that are to go and joins the rest", () => {
    const goes = (clause: string) => clause.includes("buy");
    expect(withoutClauses("Keep calm, show the room and invite them to buy now.", goes)).toBe("Keep calm and show the room");
    expect(withoutClauses("Invite them to buy.", goes)).toBe("");
  });
});
