import { describe, expect, it } from "vitest";
import { besideOf, caseHref, filterInput, filterQuery, readFilters } from "./case-filters";

const from = (query: string) => {
  const search = new URLSearchParams(query);
  return readFilters((key) => search.get(key));
};

describe("filters in the address", () => {
  it("reads back what it writes", () => {
    const filters = from("category=价格&text=多少钱&show=wrong&sort=latency&direction=descending");
    expect(from(filterQuery(filters).toString())).toEqual(filters);
    expect(filters.category).toBe("价格");
  });

  it("keeps the kind with the unscored ones alone", () => {
    const filters = from("show=unscored&kind=infrastructure");
    expect(from(filterQuery(filters).toString())).toEqual(filters);
    expect(filterInput(filters)).toMatchObject({ show: "unscored", kind: "infrastructure" });
    expect(from("show=wrong&kind=infrastructure").kind).toBeNull();
    expect(from("show=unscored&kind=nonsense").kind).toBeNull();
  });

  it("takes the default for what does not parse", () => {
    expect(from("show=nonsense&sort=colour")).toMatchObject({ show: "all", sort: "case" });
  });

  it("writes no default and asks the API for no empty filter", () => {
    expect(filterQuery(from("")).toString()).toBe("");
    expect(filterInput(from(""))).toEqual({ show: "all", sort: "case", direction: "ascending" });
  });
});

describe("caseHref", () => {
  it("carries the list that the case was opened from", () => {
    const href = caseHref("live-room", "run_1", { case: "a/b c", repeat: 1, at: 3, against: "run_0" }, from("show=wrong"));
    expect(href).toBe("/p/live-room/runs/run_1/a%2Fb%20c?show=wrong&repeat=1&at=3&against=run_0");
  });

  it("is short where there is nothing to carry", () => {
    expect(caseHref("p", "r", { case: "c", repeat: 0 })).toBe("/p/p/runs/r/c");
  });
});

describe("besideOf", () => {
  const beside = (query: string) => besideOf((key) => new URLSearchParams(query).get(key));

  it("reads a trajectory, or the first repeat of a run", () => {
    expect(beside("with=run_a:2")).toEqual({ run: "run_a", repeat: 2 });
    expect(beside("against=run_b")).toEqual({ run: "run_b", repeat: 0 });
    expect(beside("with=run_a:1&against=run_b")).toEqual({ run: "run_a", repeat: 1 });
  });

  it("is null for what does not parse", () => {
    expect(beside("")).toBeNull();
    expect(beside("with=run_a")).toBeNull();
    expect(beside("with=run_a:-1")).toBeNull();
  });
});
