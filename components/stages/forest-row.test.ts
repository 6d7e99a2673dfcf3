import { describe, expect, it } from "vitest";
import type { CategoryComparison, PairedDifference } from "@/lib/contracts/run";
import { evidenceOf, sentenceOf, tooFewForTest, verdictOf } from "./forest-row";

const difference: PairedDifference = {
  metric: "avg",
  base: 0.8,
  head: 0.78,
  difference: -0.02,
  low: -0.05,
  high: 0.01,
  p: 0.2,
  method: "",
  minimumDetectable: 0.04,
  better: 3,
  worse: 7,
  n: 120,
  midP: null,
};

const row = (over: Partial<CategoryComparison>): CategoryComparison => ({
  category: "price",
  n: 120,
  fixed: 3,
  broken: 7,
  accuracy: { ...difference, metric: "accuracy" },
  effectiveness: { ...difference, metric: "effectiveness" },
  avg: difference,
  pHolm: 0.4,
  pBenjaminiHochberg: 0.21,
  probabilityWorse: 0.89,
  ...over,
});

describe("forest rows", () => {
  it("shows adjusted p where there are flips enough for a test", () => {
    expect(tooFewForTest(row({}))).toBe(false);
    expect(evidenceOf(row({}))).toBe("p 0.400 Holm, 0.210 BH");
  });

  it("shows raw flips and P(worse) where there are too few", () => {
    expect(tooFewForTest(row({ fixed: 1 }))).toBe(true);
    expect(evidenceOf(row({ fixed: 1, probabilityWorse: 0.96 }))).toBe("too few flips for a test; P(worse) 0.96");
    expect(evidenceOf(row({ fixed: 0, broken: 0 }))).toBe("no flip");
  });

  it("says inside the noise where there are flips enough to say so", () => {
    expect(verdictOf(row({}), "avg", null)).toBe("p 0.400 Holm, 0.210 BH; inside the noise");
    const beyond = { ...difference, low: -0.05, high: -0.01, p: 0.01 };
    expect(verdictOf(row({ avg: beyond }), "avg", null)).not.toContain("noise");
    expect(verdictOf(row({ avg: beyond }), "avg", 0.03)).toContain("inside the noise");
    expect(verdictOf(row({ fixed: 1 }), "avg", null)).not.toContain("noise");
  });

  it("reads a row in one sentence, and says inside the noise where it is", () => {
    expect(sentenceOf(row({}), "avg", 0.03)).toBe(
      "price: −2.0 points, interval −5.0 to +1.0; n 120; 7 broken, 3 fixed; p 0.400 Holm, 0.210 BH; detectable 4.0; inside the noise.",
    );
    expect(sentenceOf(row({}), "avg", 0.01)).not.toContain("inside the noise");
    expect(sentenceOf(row({ avg: { ...difference, difference: null } }), "avg", null)).toBe("price: not scored in both runs.");
  });
});
