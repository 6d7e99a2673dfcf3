import { expect, it } from "vitest";
import { foresightScore } from "./foresight";

const none = { predictedFixes: [], predictedRisks: [], touched: [], fixed: [], broken: [], passing: 10 };

it("precision is of what was said, recall of what came", () => {
  expect(
    foresightScore({
      ...{ predictedFixes: ["a", "b", "c", "d"], fixed: ["a", "x"] },
      ...{ predictedRisks: ["p"], touched: ["p", "q", "r", "s"], broken: ["q", "r", "z"], passing: 16 },
    }),
  ).toEqual({ fixPrecision: 0.25, fixRecall: 0.5, riskPrecision: 0, riskRecall: 0, touchSetRecall: 2 / 3, touchSetShare: 0.25 });
});

it("counts a case that two entries name once", () =>
  expect(foresightScore({ ...none, predictedFixes: ["a", "a", "b"], fixed: ["a"] }).fixPrecision).toBe(0.5));

it("says nothing where there is nothing to divide by", () =>
  expect(foresightScore({ ...none, passing: 0 })).toEqual({
    ...{ fixPrecision: null, fixRecall: null, riskPrecision: null, riskRecall: null },
    ...{ touchSetRecall: null, touchSetShare: null },
  }));
