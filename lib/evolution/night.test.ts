import { describe, expect, it } from "vitest";
import type { AutopilotBranch } from "@/lib/contracts/autopilot";
import type { StopClause } from "@/lib/contracts/evolution";
import { dealEntries, finishOfRule, rankBranches, reachedLimit } from "./night";
import { budgetLeft } from "./spending";

const branch = (name: string, mean: number | null, low: number | null): AutopilotBranch => ({
  ...{ name, stages: [], best: null, mean, low, high: null, fixed: 0, broken: 0, brokenP0: 0, clauses: [], finish: null },
});

const clause = (name: StopClause["clause"], holds: boolean | null): StopClause => ({
  clause: name,
  holds,
  explanation: `${name} explained.`,
});

describe("rankBranches", () => {
  it("ranks by the lower bound, so that a lucky mean does not lead", () => {
    const ranked = rankBranches([branch("lucky", 0.06, -0.01), branch("steady", 0.03, 0.01), branch("none", null, null)]);
    expect(ranked.map(({ name }) => name)).toEqual(["steady", "lucky", "none"]);
  });

  it("keeps the order of branches that nothing tells apart", () => {
    const ranked = rankBranches([branch("one", null, null), branch("two", null, null), branch("three", 0.1, 0.01)]);
    expect(ranked.map(({ name }) => name)).toEqual(["three", "one", "two"]);
  });
});

describe("budgetLeft", () => {
  const budget = { calls: 100, tokens: null, cost: 2, minutes: 30 };

  it("gives what is left of each limit and leaves the others open", () => {
    expect(budgetLeft(budget, { calls: 40, tokens: 9_999, cost: 0.5, minutes: 10 })).toEqual({
      calls: 60,
      tokens: null,
      cost: 1.5,
      minutes: 20,
    });
  });

  it("gives nothing once one limit is reached, and says which", () => {
    const spent = { calls: 100, tokens: 0, cost: 0, minutes: 1 };
    expect(budgetLeft(budget, spent)).toBeNull();
    expect(reachedLimit(budget, spent)).toBe("budget: the limit of calls is reached");
  });

  it("says that the rest was too little where no limit is reached", () => {
    expect(reachedLimit(budget, { calls: 99, tokens: 0, cost: 0, minutes: 1 })).toContain("too little");
  });
});

describe("finishOfRule", () => {
  it("names the clause by its letter and its figures", () => {
    const finish = finishOfRule([clause("sparse", null), clause("expected-loss", false), clause("undetectable", true)]);
    expect(finish).toEqual({
      cause: "stopped-by-rule",
      clause: "d",
      text: "stopped by rule (d): undetectable explained.",
    });
  });

  it("gives none where no clause holds, unknown ones among them", () => {
    expect(finishOfRule([clause("sparse", null), clause("overfitting", false)])).toBeNull();
  });
});

describe("dealEntries", () => {
  it("deals in turn, so that each branch begins with the best of what is left", () => {
    expect(dealEntries(["a", "b", "c", "d", "e"], 2, 2)).toEqual([
      ["a", "c"],
      ["b", "d"],
    ]);
  });

  it("makes no branch without an entry", () => {
    expect(dealEntries(["a"], 3, 2)).toEqual([["a"]]);
  });
});
