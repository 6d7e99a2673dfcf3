import { describe, expect, it } from "vitest";
import { amountText, budgetFieldsOf, budgetText, moreBudget, noBudget, parseBudget } from "./budget-form";

describe("the budget of a run", () => {
  it("reads an empty field as no limit, not as zero", () => {
    expect(parseBudget(noBudget).budget).toEqual({ calls: null, tokens: null, cost: null, minutes: null });
    expect(budgetText({ calls: null, tokens: null, cost: null, minutes: null })).toBe("none");
  });

  it("says which limit is wrong", () => {
    const { budget, problems } = parseBudget({ ...noBudget, calls: 0, cost: "-", minutes: 0.5 });
    expect(budget).toBeNull();
    expect(Object.keys(problems).sort()).toEqual(["calls", "cost"]);
  });

  it("refuses a limit that is spent already", () => {
    const spent = { calls: 500, tokens: 9_000, cost: 0, minutes: 2 };
    expect(parseBudget({ ...noBudget, calls: 500 }, spent).problems.calls).toBe("500 calls are spent already");
    expect(parseBudget({ ...noBudget, calls: 501 }, spent).budget?.calls).toBe(501);
  });

  it("offers as much again on top of what is spent", () => {
    const spent = { calls: 502, tokens: 9_000, cost: 0.51, minutes: 2.3 };
    expect(moreBudget({ calls: 500, tokens: null, cost: 0.5, minutes: 2 }, spent)).toEqual({
      calls: 1_002,
      tokens: "",
      cost: 1.01,
      minutes: 5,
    });
  });

  it("shows what is set, in words, and back in the fields", () => {
    const budget = { calls: 1_200, tokens: null, cost: 2.5, minutes: 1 };
    expect(budgetText(budget)).toBe("1,200 calls, $2.50, 1 minute");
    expect(parseBudget(budgetFieldsOf(budget)).budget).toEqual(budget);
  });

  it("shows a time in the unit that fits it", () => {
    expect([0.2, 1.02, 12.46, 125].map((minutes) => amountText("minutes", minutes))).toEqual([
      "12.0 s",
      "1 minute",
      "12.5 minutes",
      "2 h 5 min",
    ]);
  });

  it("shows a cost below ten cents with four decimals", () => {
    expect([amountText("cost", 0.0123), amountText("cost", 0)]).toEqual(["$0.0123", "$0.00"]);
  });
});
