import { describe, expect, it } from "vitest";
import type { TrialCase } from "@/lib/contracts/trial";
import { trialVerdict } from "./trial-verdict";

const SCORES = { good: { accuracy: 1, effectiveness: 1 }, bad: { accuracy: 1, effectiveness: 0 } };

function tried(why: TrialCase["why"], change: "fixed" | "broken" | "same" | "unscored", priority = "P1"): TrialCase {
  const before = why === "fails" ? SCORES.bad : SCORES.good;
  const moved = { fixed: SCORES.good, broken: why === "fails" ? { accuracy: 0, effectiveness: 0 } : SCORES.bad };
  return {
    case: "case",
    category: "loans",
    priority,
    comment: "",
    why,
    before,
    after: change === "unscored" ? null : change === "same" ? before : moved[change],
    beforeReply: "",
    afterReply: "",
    outcome: change,
    note: "",
  };
}

describe("trialVerdict", () => {
  it("accepts an entry that mends and breaks nothing", () => {
    const cases = [tried("fails", "fixed"), tried("fails", "same"), tried("at-risk", "same")];
    expect(trialVerdict(cases)).toEqual({ accept: true, reason: "1 fixed and 0 broken of 3 cases tried" });
  });

  it("refuses one that mends none of the failing cases, which would only add text", () => {
    const verdict = trialVerdict([tried("fails", "same"), tried("at-risk", "same")]);
    expect(verdict).toEqual({ accept: false, reason: "none of 1 failing case got better" });
  });

  it("refuses one that mends less than a third of the failing cases that it was for", () => {
    const cases = [tried("fails", "fixed"), ...Array.from({ length: 3 }, () => tried("fails", "same"))];
    expect(trialVerdict(cases)).toEqual({ accept: false, reason: "1 of 4 failing cases got better" });
  });

  it("takes one loss for two gains, and no more", () => {
    const loss = tried("at-risk", "broken");
    expect(trialVerdict([tried("fails", "fixed"), tried("fails", "fixed"), loss]).accept).toBe(true);
    expect(trialVerdict([tried("fails", "fixed"), loss])).toEqual({
      accept: false,
      reason: "1 fixed and 1 broken of 2 cases tried",
    });
  });

  it("refuses one that breaks a P0 case, whatever it mends", () => {
    const cases = [...Array.from({ length: 8 }, () => tried("fails", "fixed")), tried("at-risk", "broken", "P0")];
    expect(trialVerdict(cases)).toEqual({ accept: false, reason: "1 P0 case broke" });
  });

  it("asks only that nothing is lost where no failing case was tried", () => {
    expect(trialVerdict([tried("at-risk", "same")]).accept).toBe(true);
    expect(trialVerdict([tried("at-risk", "broken")]).accept).toBe(false);
  });

  it("refuses where no failing case could be scored, though nothing at risk was lost", () => {
    const verdict = trialVerdict([tried("fails", "unscored"), tried("at-risk", "same")]);
    expect(verdict).toEqual({ accept: false, reason: "none of the failing cases tried could be scored" });
  });

  it("refuses what could not be scored: that is no success", () => {
    const verdict = trialVerdict([tried("fails", "unscored"), tried("at-risk", "unscored")]);
    expect(verdict).toEqual({ accept: false, reason: "none of the cases tried could be scored" });
    expect(trialVerdict([]).accept).toBe(false);
  });
});
