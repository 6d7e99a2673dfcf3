import { describe, expect, it } from "vitest";
import { comparedRuns, compareHref, oldestFirst } from "./compared-runs";

const from = (query: string) => {
  const params = new URLSearchParams(query);
  return comparedRuns((key) => params.get(key));
};

describe("comparedRuns", () => {
  it("reads several runs, or a base and a head", () => {
    expect(from("runs=a,b,c")).toEqual(["a", "b", "c"]);
    expect(from("base=a&head=b")).toEqual(["a", "b"]);
    expect(from("base=a")).toEqual(["a"]);
    expect(from("")).toEqual([]);
  });

  it("names each run once, and no more than can be compared", () => {
    expect(from("runs=a,,b,a")).toEqual(["a", "b"]);
    expect(from(`runs=${Array.from({ length: 30 }, (_, index) => `r${index}`).join(",")}`)).toHaveLength(20);
  });
});

describe("compareHref", () => {
  it("leads to the detailed view for two and to the table for more", () => {
    expect(compareHref("p", ["a", "b"])).toBe("/p/p/runs/compare?base=a&head=b");
    expect(compareHref("p", ["a", "b", "c"])).toBe("/p/p/runs/compare?runs=a,b,c");
  });
});

describe("oldestFirst", () => {
  it("turns the order of the list round", () => expect(oldestFirst(["c", "a"], ["c", "b", "a"])).toEqual(["a", "c"]));

  it("takes runs that are not on the page for older", () => expect(oldestFirst(["b", "z"], ["c", "b"])).toEqual(["z", "b"]));
});
