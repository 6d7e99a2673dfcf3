import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { incompleteBeta, logGamma } from "./beta";
import { constantDifferenceInterval, pairedBootstrap } from "./bootstrap";
import { eProcess, probabilityWorse } from "./losses-wins";
import { mcnemarExact, mcnemarMidP } from "./mcnemar";
import { minimumDetectableEffect, minimumDetectableMean } from "./minimum-detectable";
import { benjaminiHochberg, holm } from "./multiple-tests";
import { percentile } from "./percentile";
import { createRandom, randomUnit, shuffled } from "./random";
import { signFlip } from "./sign-flip";
import { meanInterval, wilson } from "./wilson";

describe("special functions", () => {
  it("logGamma agrees with factorials", () => {
    expect(logGamma(11)).toBeCloseTo(Math.log(3_628_800), 12);
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 12);
  });

  it("incompleteBeta agrees with closed forms", () => {
    expect(incompleteBeta(0.3, 1, 5)).toBeCloseTo(1 - 0.7 ** 5, 13);
    expect(incompleteBeta(0.5, 40, 40)).toBeCloseTo(0.5, 12);
    expect(incompleteBeta(0.3, 2, 3) + incompleteBeta(0.7, 3, 2)).toBeCloseTo(1, 13);
  });
});

describe("McNemar", () => {
  it.each([
    [12, 3, 0.03516, 0.02127],
    [20, 8, 0.0357, 0.02412],
  ])("(%i, %i)", (b, c, exact, midP) => {
    expect(mcnemarExact(b, c)).toBeCloseTo(exact, 5);
    expect(mcnemarExact(c, b)).toBeCloseTo(exact, 5);
    expect(mcnemarMidP(b, c)).toBeCloseTo(midP, 5);
  });

  it("is 1 without discordance and where both sides are equal", () => {
    expect(mcnemarExact(0, 0)).toBe(1);
    expect(mcnemarExact(4, 4)).toBe(1);
    expect(mcnemarMidP(4, 4)).toBe(1);
  });
});

describe("losses and wins", () => {
  it.each([
    [8, 0, 56.778],
    [10, 2, 9.441],
    [3, 3, 0.457],
  ])("E(%i, %i) = %f", (losses, wins, value) => expect(eProcess(losses, wins)).toBeCloseTo(value, 3));

  it("probabilityWorse is even without flips and rises with losses", () => {
    expect(probabilityWorse(0, 0)).toBeCloseTo(0.5, 12);
    expect(probabilityWorse(3, 0)).toBeCloseTo(15 / 16, 12);
    expect(probabilityWorse(1, 6) + probabilityWorse(6, 1)).toBeCloseTo(1, 12);
  });
});

describe("Wilson interval", () => {
  it("agrees with a textbook value (10 of 20)", () => {
    const { low, high } = wilson(0.5, 20);
    expect(low).toBeCloseTo(0.2993, 4);
    expect(high).toBeCloseTo(0.7007, 4);
  });

  it("meanInterval is Wilson's for binary scores, and stays in range", () => {
    const scores = [1, 1, 1, 0, 1, 0, 1];
    const { mean, low, high } = meanInterval(scores) ?? expect.fail();
    expect({ low, high }).toEqual(wilson(5 / 7, 7));
    expect(mean).toBeCloseTo(5 / 7);
    expect(meanInterval([1, 1, 1])).toMatchObject({ mean: 1, high: 1 });
    expect(meanInterval([0.5, 0.5])?.low).toBeLessThan(0.5);
    expect(meanInterval([])).toBeNull();
  });

  it("is narrower for graded scores than for binary ones of the same mean", () => {
    const graded = meanInterval([0.5, 1, 0.5, 1, 0.5, 1, 0.5, 1]) ?? expect.fail();
    const binary = meanInterval([1, 0, 1, 1, 1, 1, 0, 1]) ?? expect.fail();
    expect(graded.mean).toBe(binary.mean);
    expect(graded.high - graded.low).toBeLessThan(binary.high - binary.low);
  });

  it("covers the mean of graded scores about 95 times in 100 (2,000 samples of 30; tolerance 2.5 points)", () => {
    const random = createRandom(7);
    const shares = [0.1, 0.25, 0.65];
    let covered = 0;
    for (let sample = 0; sample < 2_000; sample += 1) {
      const scores = Array.from({ length: 30 }, () => {
        const unit = randomUnit(random);
        return unit < 0.1 ? 0 : unit < 0.35 ? 0.5 : 1;
      });
      const interval = meanInterval(scores) ?? expect.fail();
      const truth = (shares[1] ?? 0) / 2 + (shares[2] ?? 0);
      if (interval.low <= truth && truth <= interval.high) covered += 1;
    }
    expect(covered / 2_000).toBeGreaterThan(0.925);
    expect(covered / 2_000).toBeLessThan(0.975);
  });
});

describe("pairedBootstrap", () => {
  const differences = Array.from({ length: 482 }, (_, index) => (index < 40 ? 1 : index < 60 ? -1 : 0));

  it("gives the normal interval of a large sample, and the same one for the same seed", () => {
    const [interval] = pairedBootstrap({ columns: [differences], seed: 3 });
    const mean = 20 / 482;
    const error = Math.sqrt((60 / 482 - mean ** 2) / 482);
    expect(interval?.mean).toBeCloseTo(mean, 12);
    expect(interval?.low).toBeCloseTo(mean - 1.96 * error, 2);
    expect(interval?.high).toBeCloseTo(mean + 1.96 * error, 2);
    expect(interval?.notPositive).toBeLessThan(0.02);
    expect(pairedBootstrap({ columns: [differences], seed: 3 })).toEqual([interval]);
    expect(pairedBootstrap({ columns: [differences], seed: 4 })).not.toEqual([interval]);
  });

  it("widens where equal differences share a cluster", () => {
    const clusters = differences.map((_, index) => `room-${Math.floor(index / 20)}`);
    const [free] = pairedBootstrap({ columns: [differences], seed: 3 });
    const [clustered] = pairedBootstrap({ columns: [differences], clusters, seed: 3 });
    expect(clustered?.mean).toBeCloseTo(free?.mean ?? Number.NaN, 12);
    expect((clustered?.high ?? 0) - (clustered?.low ?? 0)).toBeGreaterThan(2 * ((free?.high ?? 0) - (free?.low ?? 0)));
  });

  it("resamples columns together: a column that is half another has half its interval", () => {
    const half = differences.map((value) => value / 2);
    const [one, two] = pairedBootstrap({ columns: [differences, half], seed: 5 });
    expect(two?.low).toBeCloseTo((one?.low ?? Number.NaN) / 2, 12);
  });

  it("says nothing from fewer than two clusters", () => {
    expect(pairedBootstrap({ columns: [[1, 0]], clusters: ["a", "a"], seed: 1 })).toEqual([null]);
    expect(pairedBootstrap({ columns: [[]], seed: 1 })).toEqual([null]);
  });

  it("takes well under 300 ms of processor time for 482 pairs, 10,000 resamples and three metrics", () => {
    const start = process.cpuUsage().user;
    pairedBootstrap({ columns: [differences, differences, differences], seed: 1 });
    expect((process.cpuUsage().user - start) / 1_000).toBeLessThan(300);
  });

  it("constantDifferenceInterval narrows with n and keeps to the scale", () => {
    expect(constantDifferenceInterval(0, 1)).toEqual({ low: -0.975, high: 0.975 });
    expect(constantDifferenceInterval(0, 400).high).toBeLessThan(0.01);
    expect(constantDifferenceInterval(1, 5).high).toBe(1);
  });
});

describe("signFlip", () => {
  it("is exact for few pairs: five equal wins give 2/32", () => {
    expect(signFlip({ differences: [1, 1, 1, 1, 1, 0, 0], seed: 1 })).toEqual({ p: 2 / 32, exact: true });
    expect(signFlip({ differences: [0, 0], seed: 1 })).toEqual({ p: 1, exact: true });
  });

  it.each([
    [20, 8],
    [12, 3],
    [9, 9],
  ])("is exact McNemar on binary differences (%i, %i)", (wins, losses) => {
    const differences = [...Array<number>(wins).fill(1), ...Array<number>(losses).fill(-1), ...Array<number>(400).fill(0)];
    const { p, exact } = signFlip({ differences, seed: 11 });
    expect(exact).toBe(true);
    expect(p).toBeCloseTo(mcnemarExact(wins, losses), 9);
  });

  it("draws where the values lie on no grid, or are too many (Monte Carlo, tolerance 0.01)", () => {
    const odd = [...Array<number>(20).fill(Math.SQRT2), ...Array<number>(8).fill(-Math.SQRT2)];
    const drawn = signFlip({ differences: odd, seed: 11 });
    expect(drawn.exact).toBe(false);
    expect(Math.abs(drawn.p - mcnemarExact(20, 8))).toBeLessThan(0.01);
    const many = [...Array<number>(1_060).fill(1), ...Array<number>(1_000).fill(-1)];
    const large = signFlip({ differences: many, seed: 11 });
    expect(large.exact).toBe(false);
    expect(Math.abs(large.p - mcnemarExact(1_060, 1_000))).toBeLessThan(0.02);
  });

  it("flips a cluster as one", () => {
    const differences = [1, 1, 1, 1, 1, 1];
    expect(signFlip({ differences, clusters: ["a", "a", "a", "b", "b", "b"], seed: 1 }).p).toBe(0.5);
  });
});

describe("corrections for many tests", () => {
  it("Holm and Benjamini–Hochberg agree with R's p.adjust", () => {
    const p = [0.01, 0.04, 0.03, 0.005];
    for (const [index, value] of [0.03, 0.06, 0.06, 0.02].entries()) expect(holm(p)[index]).toBeCloseTo(value, 12);
    for (const [index, value] of [0.02, 0.04, 0.04, 0.02].entries()) expect(benjaminiHochberg(p)[index]).toBeCloseTo(value, 12);
  });

  it("a null is no test", () => {
    expect(holm([null, 0.02])).toEqual([null, 0.02]);
    expect(benjaminiHochberg([null, 0.02, null])).toEqual([null, 0.02, null]);
  });

  it("Benjamini–Hochberg lies between the raw and the Holm value", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }), (values) => {
        const strict = holm(values);
        const lenient = benjaminiHochberg(values);
        for (const [index, value] of values.entries()) {
          expect(lenient[index] ?? -1).toBeGreaterThanOrEqual(value - 1e-12);
          expect(strict[index] ?? -1).toBeGreaterThanOrEqual((lenient[index] ?? 2) - 1e-12);
        }
      }),
    );
  });
});

describe("minimum detectable effect", () => {
  // The reference values were simulated, the next step of a coarse grid upwards: ours may lie 0.3 points below, not above.
  it.each([
    [482, 0.06, 3.25],
    [482, 0.1, 4.25],
    [482, 0.2, 6],
    [1_000, 0.06, 2.5],
    [1_000, 0.1, 3],
    [1_000, 0.2, 4],
  ])("n = %i, discordance %f: about %f points", (n, discordance, points) => {
    const effect = (minimumDetectableEffect({ n, discordance }) ?? 0) * 100;
    expect(effect).toBeLessThan(points + 0.05);
    expect(effect).toBeGreaterThan(points - 0.3);
  });

  it("is null where nothing can be found", () => {
    expect(minimumDetectableEffect({ n: 5, discordance: 0.2 })).toBeNull();
    expect(minimumDetectableEffect({ n: 482, discordance: 0 })).toBeNull();
    expect(minimumDetectableMean(0)).toBeNull();
  });

  it("has 80 % power at that difference (2,000 simulated runs, tolerance 3 points)", () => {
    const n = 200;
    const discordance = 0.2;
    const effect = minimumDetectableEffect({ n, discordance }) ?? expect.fail();
    const random = createRandom(5);
    let found = 0;
    for (let run = 0; run < 2_000; run += 1) {
      let wins = 0;
      let losses = 0;
      for (let pair = 0; pair < n; pair += 1) {
        const unit = randomUnit(random);
        if (unit < (discordance + effect) / 2) wins += 1;
        else if (unit < discordance) losses += 1;
      }
      if (mcnemarExact(wins, losses) <= 0.05) found += 1;
    }
    expect(Math.abs(found / 2_000 - 0.8)).toBeLessThan(0.03);
  });

  it("by the normal approximation for graded scores", () => {
    expect(minimumDetectableMean(0.01)).toBeCloseTo(0.028, 3);
  });
});

describe("percentile and random", () => {
  it("interpolates between order statistics", () => {
    expect(percentile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(percentile([1, 2, 3, 4, 5], 0.95)).toBeCloseTo(4.8, 12);
    expect(percentile([7], 0.95)).toBe(7);
    expect(percentile([], 0.5)).toBeNull();
  });

  it("a seeded generator repeats itself, differs by seed and is even", () => {
    const first = createRandom(1);
    const values = Array.from({ length: 20_000 }, () => randomUnit(first));
    const again = createRandom(1);
    expect(Array.from({ length: 5 }, () => randomUnit(again))).toEqual(values.slice(0, 5));
    expect(randomUnit(createRandom(2))).not.toBe(values[0]);
    expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(0.5, 1);
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
  });

  it("shuffles without losing anything", () => {
    const items = Array.from({ length: 50 }, (_, index) => index);
    const mixed = shuffled(items, createRandom(3));
    expect(mixed).not.toEqual(items);
    expect(mixed.toSorted((a, b) => a - b)).toEqual(items);
  });
});
