import { describe, expect, it } from "vitest";
import { estimateWords, formatP, formatRate, formatRemaining, formatScore } from "./format";

describe("figures of a run", () => {
  it("shows a headline score with two decimals", () => {
    expect(formatScore(0.9255)).toBe("92.55");
  });

  it("shows a missing figure as a dash, never as zero", () => {
    expect([formatScore(null), formatP(null), formatRate(null)]).toEqual(["–", "–", "–"]);
  });

  it("guesses the time left in whole seconds", () => {
    expect([26.4, 200].map(formatRemaining)).toEqual(["27 s", "3 min 20 s"]);
  });

  it("never shows a p value as zero", () => {
    expect(formatP(0.00001)).toBe("< 0.001");
    expect(formatP(0.0352)).toBe("0.035");
  });

  it("says what an estimate rests on", () => {
    expect(estimateWords({ mean: 0.861, low: 0.795, high: 0.908, n: 144, unscored: 338 })).toBe(
      "79.5 to 90.8, n 144, 338 unscored",
    );
    expect(estimateWords({ mean: null, low: null, high: null, n: 0, unscored: 0 })).toBe("n 0");
  });
});
