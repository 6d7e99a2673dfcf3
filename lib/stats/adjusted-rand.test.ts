import { describe, expect, it } from "vitest";
import { adjustedRand } from "./adjusted-rand";

describe("adjustedRand", () => {
  it.each([
    // The documentation of scikit-learn's adjusted_rand_score.
    { a: [0, 0, 1, 1], b: [1, 1, 0, 0], index: 1 },
    { a: [0, 0, 1, 2], b: [0, 0, 1, 1], index: 4 / 7 },
    { a: [0, 0, 1, 1], b: [0, 0, 1, 2], index: 4 / 7 },
    { a: [0, 0, 0, 0], b: [0, 1, 2, 3], index: 0 },
    { a: [0, 0, 1, 1], b: [0, 1, 0, 1], index: -0.5 },
    // Yeung and Ruzzo (2001), Details of the adjusted Rand index, table 2.
    { a: [1, 1, 2, 2, 2, 2, 3, 3, 3, 3], b: [1, 2, 1, 2, 2, 3, 3, 3, 3, 3], index: 0.313 },
  ])("of $a and $b is $index", ({ a, b, index }) => {
    expect(adjustedRand(a, b)).toBeCloseTo(index, 3);
    expect(adjustedRand(b, a)).toBeCloseTo(index, 3);
  });

  it("does not depend on the names of the labels", () => {
    expect(adjustedRand(["x", "x", "y"], [7, 7, 3])).toBe(1);
  });

  it("is 1 where both put all together, and null below two items", () => {
    expect(adjustedRand([1, 1, 1], [2, 2, 2])).toBe(1);
    expect(adjustedRand([1], [1])).toBeNull();
    expect(() => adjustedRand([1, 2], [1])).toThrow(RangeError);
  });
});
