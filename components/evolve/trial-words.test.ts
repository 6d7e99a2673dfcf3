import { describe, expect, it } from "vitest";
import { sampleTrial, sampleTrialCase } from "@/lib/testing/stage-samples";
import { scoreChange, trialOf, trialSummary } from "./trial-words";

const failing = (outcome: "fixed" | "broken" | "same" | "unscored") => sampleTrialCase({ why: "fails", outcome });
const atRisk = (outcome: "fixed" | "broken" | "same" | "unscored") => sampleTrialCase({ why: "at-risk", outcome });

describe("a trial in words", () => {
  it("counts fixes among the failing and breaks among those at risk, each of all that were tried", () => {
    const cases = [failing("fixed"), failing("fixed"), failing("same"), atRisk("same"), atRisk("broken")];
    expect(trialSummary(cases)).toBe("fixed 2 of 3 failing, broke 1 of 2 at-risk");
  });

  it("keeps unscored cases in the denominator and says how many they are", () => {
    expect(trialSummary([failing("fixed"), failing("unscored")])).toBe("fixed 1 of 2 failing, 1 unscored");
  });

  it("does not hide a failing case that became worse", () => {
    expect(trialSummary([failing("broken"), atRisk("fixed")])).toBe(
      "fixed 0 of 1 failing, broke 0 of 1 at-risk, made 1 worse that failed, made 1 better that passed",
    );
  });

  it("says when it was not the entry as it stands that was tried", () => {
    expect(trialOf(sampleTrial({ revision: 2 }), 2, false)).toBeNull();
    expect(trialOf(sampleTrial({ revision: 1 }), 2, false)).toContain("before it changed");
    expect(trialOf(sampleTrial({ revision: 2, draft: true }), 2, false)).toContain("unsaved");
    expect(trialOf(sampleTrial({ revision: 2 }), 2, true)).toContain("without the edit");
  });

  it("shows an unscored outcome as such and not as zero", () => {
    expect(scoreChange(sampleTrialCase())).toBe("Accuracy 0 → 1, Effectiveness 0.5 → 1");
    expect(scoreChange(sampleTrialCase(), "judge")).toBe("Accuracy agreement 0 → 1, Effectiveness agreement 0.5 → 1");
    expect(scoreChange(sampleTrialCase({ after: null }))).toContain("Accuracy 0 → not scored");
  });
});
