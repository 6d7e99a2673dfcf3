import { describe, expect, it } from "vitest";
import { defaultFields, moreText, parseFields } from "./run-form";

describe("the settings of a new run", () => {
  it("are sound as they come: 8 cases at a time, growing to 32, two retries and no limit", () => {
    expect(parseFields(defaultFields).settings).toMatchObject({
      concurrency: 8,
      maxConcurrency: 32,
      repeats: 1,
      retries: 2,
      reuse: false,
      early: null,
      budget: { calls: null, tokens: null, cost: null, minutes: null },
    });
  });

  it("do not grow where the field is empty", () => {
    expect(parseFields({ ...defaultFields, maxConcurrency: "" }).settings?.maxConcurrency).toBeNull();
  });

  it("do not take an empty field for its default", () => {
    const { settings, problems } = parseFields({ ...defaultFields, concurrency: "", seed: "" });
    expect(settings).toBeNull();
    expect(Object.keys(problems).sort()).toEqual(["concurrency", "seed"]);
  });

  it("say which limit is wrong", () => {
    expect(parseFields({ ...defaultFields, tokens: 1.5 }).problems).toEqual({
      tokens: "a whole number from 1, or empty for no limit",
    });
  });

  it("do not grow to fewer than they begin with", () => {
    expect(Object.keys(parseFields({ ...defaultFields, concurrency: 64 }).problems)).toEqual(["maxConcurrency"]);
  });

  it("ask for a base and one repeat for an early decision", () => {
    const early = { ...defaultFields, early: "anytime" as const };
    expect(Object.keys(parseFields({ ...early, repeats: 3 }).problems).sort()).toEqual(["base", "repeats"]);
    expect(parseFields({ ...early, base: "run_a", alpha: "0.01" }).settings?.early).toEqual({
      mode: "anytime",
      base: "run_a",
      alpha: 0.01,
    });
  });

  it("ask for the net gain that fail-first needs", () => {
    const early = { ...defaultFields, early: "curtail" as const, base: "run_a" };
    expect(parseFields({ ...early, needed: 4 }).settings?.early).toMatchObject({ mode: "curtail", needed: 4 });
    expect(Object.keys(parseFields({ ...early, needed: "" }).problems)).toEqual(["needed"]);
  });

  it("say in a line what is folded away", () => {
    expect(moreText(defaultFields)).toBe("grows to 32, seed 1, 2 retries");
    expect(moreText({ ...defaultFields, maxConcurrency: "", retries: 1, reuse: true, early: "curtail" })).toBe(
      "does not grow, seed 1, 1 retry, reuses earlier results, may be decided early",
    );
  });
});
