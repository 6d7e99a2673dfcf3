import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binomialTwoSided } from "./binomial";
import { chiSquareUpperTail, erfc } from "./chi-square";
import { createRandom, randomUnit } from "./random";
import { ratioInterval } from "./ratio-interval";
import { addValue, NO_MOMENTS, standardError, studentInterval, studentQuantile95 } from "./student";

describe("complementary error function", () => {
  it.each([
    [0, 1],
    [0.5, 0.4795001221869535],
    [1, 0.15729920705028513],
    [2, 0.004677734981047266],
    [3, 2.209049699858544e-5],
    [5, 1.5374597944280349e-12],
  ])("erfc(%f) = %f", (x, value) => expect(erfc(x) / value).toBeCloseTo(1, 12));
});

it.each([
  [3.841458820694124, 0.05],
  [6.634896601021213, 0.01],
  [10.827566170662733, 0.001],
])("chi-square with one degree of freedom: P(X ≥ %f) = %f", (x, p) => expect(chiSquareUpperTail(x)).toBeCloseTo(p, 12));

it.each([
  // binom.test of R: Mendel's peas of its manual, and two hand-computed ones.
  [682, 925, 0.75, 0.3825],
  [5, 18, 0.5, 0.09625],
  [0, 10, 0.5, 2 / 1024],
  [5, 10, 0.5, 1],
])("exact binomial: %i of %i at %f has p %f", (k, n, p, value) => expect(binomialTwoSided(k, n, p)).toBeCloseTo(value, 4));

it.each([
  [1, 12.7062],
  [10, 2.228139],
  [30, 2.042272],
  [100, 1.983972],
  [1e6, 1.959964],
])("Student's t with %i degrees of freedom has the quantile %f", (degrees, value) =>
  expect(studentQuantile95(degrees)).toBeCloseTo(value, 4),
);

describe("moments", () => {
  it("give the textbook interval of a sample", () => {
    const moments = { ...NO_MOMENTS };
    for (const value of [4, 7, 13, 16]) addValue(moments, value);
    // Mean 10, variance 30, t(3) = 3.182446.
    expect(moments.mean).toBe(10);
    expect(standardError(moments)).toBeCloseTo(Math.sqrt(30 / 4), 12);
    expect(studentInterval(moments)?.low).toBeCloseTo(10 - 3.182446 * Math.sqrt(7.5), 4);
  });

  it("lose nothing to rounding where values are far from 0", () => {
    const moments = { ...NO_MOMENTS };
    for (const value of [1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]) addValue(moments, value);
    expect(moments.squares).toBeCloseTo(90, 3);
  });

  it("have no interval for fewer than two values", () => {
    expect(studentInterval(addValue({ ...NO_MOMENTS }, 1))).toBeNull();
  });
});

describe("Fieller's interval", () => {
  it("ends where numerator − ρ · denominator is z standard errors from 0", () => {
    const positive = fc.double({ min: 0.1, max: 100, noNaN: true });
    fc.assert(
      fc.property(positive, positive, fc.double({ min: 0.01, max: 1, noNaN: true }), (top, bottom, error) => {
        const found = ratioInterval({ mean: top, error }, { mean: bottom, error: bottom / 5 });
        if (!found) throw new Error("no interval");
        for (const ratio of [found.low, found.high]) {
          const distance = Math.abs(top - ratio * bottom) / Math.hypot(error, (ratio * bottom) / 5);
          expect(distance).toBeCloseTo(1.959964, 4);
        }
        expect(found.low).toBeLessThanOrEqual(top / bottom);
        expect(found.high).toBeGreaterThanOrEqual(top / bottom);
      }),
      { numRuns: 50 },
    );
  });

  it("is the delta method's where the denominator is far from 0", () => {
    const found = ratioInterval({ mean: 10.5, error: 0.05 }, { mean: 10, error: 0.02 });
    const half = (1.959964 * Math.hypot(0.05, 1.05 * 0.02)) / 10;
    expect(found?.low).toBeCloseTo(1.05 - half, 4);
    expect(found?.high).toBeCloseTo(1.05 + half, 4);
  });

  it("is none where the denominator may be 0", () => {
    expect(ratioInterval({ mean: 1, error: 0.1 }, { mean: 1, error: 0.6 })).toBeNull();
    expect(ratioInterval({ mean: 1, error: 0.1 }, { mean: 0, error: 0 })).toBeNull();
  });

  it("holds the true ratio in about 95 of 100 samples of skewed values", () => {
    const random = createRandom(7);
    // Most users buy nothing; the others spend an exponential amount.
    const spent = (share: number) => (randomUnit(random) < share ? -Math.log(1 - randomUnit(random)) : 0);
    const sample = (n: number, share: number) => {
      const moments = { ...NO_MOMENTS };
      for (let user = 0; user < n; user += 1) addValue(moments, spent(share));
      return { mean: moments.mean, error: standardError(moments) ?? 0 };
    };
    let held = 0;
    for (let trial = 0; trial < 400; trial += 1) {
      const found = ratioInterval(sample(300, 0.33), sample(900, 0.3));
      if (found && found.low <= 1.1 && 1.1 <= found.high) held += 1;
    }
    expect(held / 400).toBeGreaterThan(0.92);
    expect(held / 400).toBeLessThan(0.98);
  });
});
