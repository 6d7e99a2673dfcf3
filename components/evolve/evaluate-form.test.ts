import { describe, expect, it } from "vitest";
import { defaultEvaluation, neededWords, parseEvaluation } from "./evaluate-form";

describe("the evaluation of a stage", () => {
  it("runs every case without a limit as it comes", () => {
    expect(parseEvaluation(defaultEvaluation)).toEqual({
      choice: {
        concurrency: 8,
        maxConcurrency: 32,
        budget: { calls: null, tokens: null, cost: null, minutes: null },
        curtail: null,
      },
      problems: {},
    });
  });

  it("asks for six cases net where it may end early", () => {
    expect(parseEvaluation({ ...defaultEvaluation, curtail: true }).choice?.curtail).toEqual({ needed: 6, metric: "accuracy" });
    expect(parseEvaluation({ ...defaultEvaluation, curtail: true, metric: "avg" }).choice?.curtail?.metric).toBe("avg");
  });

  it("reads the needed gain only where it may end early", () => {
    expect(parseEvaluation({ ...defaultEvaluation, needed: "" }).problems).toEqual({});
    expect(parseEvaluation({ ...defaultEvaluation, curtail: true, needed: "" }).choice).toBeNull();
    expect(Object.keys(parseEvaluation({ ...defaultEvaluation, curtail: true, needed: 0.5 }).problems)).toEqual(["needed"]);
  });

  it("does not grow where the field is empty, and not to fewer than it begins with", () => {
    expect(parseEvaluation({ ...defaultEvaluation, maxConcurrency: "" }).choice?.maxConcurrency).toBeNull();
    expect(Object.keys(parseEvaluation({ ...defaultEvaluation, concurrency: 64 }).problems)).toEqual(["maxConcurrency"]);
    expect(Object.keys(parseEvaluation({ ...defaultEvaluation, concurrency: "" }).problems)).toEqual(["concurrency"]);
  });

  it("says which limit is wrong and keeps the sound ones", () => {
    expect(Object.keys(parseEvaluation({ ...defaultEvaluation, calls: 1.5 }).problems)).toEqual(["calls"]);
    expect(parseEvaluation({ ...defaultEvaluation, calls: 500 }).choice?.budget.calls).toBe(500);
  });
});

describe("why a gain is needed", () => {
  it("says that fewer than six wins are chance, with the figures", () => {
    expect(neededWords(6)).toBe("Fewer than 6 net wins cannot be told from chance: 6 wins and no loss give p 0.03, 5 give 0.06.");
    expect(neededWords("")).toBe(neededWords(6));
  });

  it("warns where fewer are asked for", () => {
    expect(neededWords(1)).toBe("1 win and no loss gives p 1.00, which cannot be told from chance; 6 can.");
    expect(neededWords(4)).toContain("4 wins and no loss give p 0.13");
  });
});
