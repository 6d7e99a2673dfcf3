import { describe, expect, it } from "vitest";
import { binomialMass, binomialUpperTail } from "./binomial";
import { drawBinomials, drawBinomialsOf } from "./binomial-draw";
import { pairedBootstrap } from "./bootstrap";
import { sumByCluster } from "./clusters";
import { percentileInPlace } from "./order-statistic";
import { percentileOfSorted } from "./percentile";
import { RandomStream } from "./random";
import { signFlip } from "./sign-flip";

/** χ² of counts against Binomial(n, p), over values with at least five expected; with its degrees of freedom. */
function chiSquare(draws: Int32Array, n: number, p: number): { statistic: number; freedom: number } {
  const counts = new Map<number, number>();
  for (const draw of draws) counts.set(draw, (counts.get(draw) ?? 0) + 1);
  let statistic = 0;
  let values = 0;
  let rest = draws.length;
  let restExpected = draws.length;
  for (let k = 0; k <= n; k += 1) {
    const expected = binomialMass(k, n, p) * draws.length;
    if (expected < 5) continue;
    const seen = counts.get(k) ?? 0;
    statistic += (seen - expected) ** 2 / expected;
    rest -= seen;
    restExpected -= expected;
    values += 1;
  }
  if (restExpected > 1) statistic += (rest - restExpected) ** 2 / restExpected;
  return { statistic, freedom: values };
}

describe("binomial draws", () => {
  it.each([
    [12, 0.3],
    [1, 0.5],
    [312, 0.02],
    [5_000, 0.1],
    [5_000, 0.9],
    [400_000, 0.4],
  ])("Binomial(%i, %f) has its distribution (χ² over 40,000 draws, five deviations)", (n, p) => {
    const draws = new Int32Array(40_000);
    drawBinomials(n, p, new RandomStream(5), draws);
    const { statistic, freedom } = chiSquare(draws, n, p);
    expect(statistic).toBeLessThan(freedom + 5 * Math.sqrt(2 * freedom));
  });

  it.each([
    [[20, 21, 22], 0.25],
    [[900, 2_000, 4_000], 0.3],
    [[900, 2_000, 4_000], 0.7],
  ])("draws of changing n (%j, %f) have the distribution of each", (trials, p) => {
    const each = 20_000;
    const of = Int32Array.from({ length: each * trials.length }, (_, index) => trials[index % trials.length] ?? 0);
    const draws = new Int32Array(of.length);
    drawBinomialsOf(of, p, new RandomStream(8), draws);
    for (const [place, n] of trials.entries()) {
      const own = draws.filter((_, index) => index % trials.length === place);
      const { statistic, freedom } = chiSquare(own, n, p);
      expect(statistic).toBeLessThan(freedom + 5 * Math.sqrt(2 * freedom));
    }
  });

  it.each([
    [1_200, 0.4],
    [3_000, 0.3],
    [3_000, 0.7],
    [400_000, 0.4],
  ])("large draws of Binomial(%i, %f) have its quantiles (400,000 draws, five deviations)", (n, p) => {
    const size = 400_000;
    const draws = new Int32Array(size);
    drawBinomialsOf(new Int32Array(size).fill(n), p, new RandomStream(12), draws);
    const centre = n * p;
    const deviation = Math.sqrt(centre * (1 - p));
    for (const away of [-2, -1, -0.5, 0, 0.5, 1, 2]) {
      const limit = Math.floor(centre + away * deviation);
      const share = 1 - binomialUpperTail(limit + 1, n, p);
      const seen = draws.reduce((count, draw) => count + Number(draw <= limit), 0) / size;
      expect(Math.abs(seen - share)).toBeLessThan(5 * Math.sqrt((share * (1 - share)) / size));
    }
  });

  it("keeps to the ends", () => {
    const draws = new Int32Array(4);
    drawBinomials(7, 0, new RandomStream(1), draws);
    expect([...draws]).toEqual([0, 0, 0, 0]);
    drawBinomialsOf(Int32Array.of(0, 1, 2, 3), 1, new RandomStream(1), draws);
    expect([...draws]).toEqual([0, 1, 2, 3]);
  });
});

/** The means of resamples in which every cluster is drawn by itself. */
function naiveMeans(columns: number[][], clusters: string[] | undefined, resamples: number): Float64Array[] {
  const { sums, counts } = sumByCluster(columns, clusters);
  const random = new RandomStream(99);
  const means = columns.map(() => new Float64Array(resamples));
  for (let resample = 0; resample < resamples; resample += 1) {
    const drawn = columns.map(() => 0);
    let items = 0;
    for (let draw = 0; draw < counts.length; draw += 1) {
      const cluster = Math.floor(random.unit() * counts.length);
      items += counts[cluster] ?? 0;
      for (const [column, sum] of sums.entries()) drawn[column] = (drawn[column] ?? 0) + (sum[cluster] ?? 0);
    }
    for (const [column, mean] of means.entries()) mean[resample] = (drawn[column] ?? 0) / items;
  }
  return means;
}

describe("grouped resampling has the distribution of drawing one by one", () => {
  const random = new RandomStream(3);
  const accuracy = Array.from({ length: 300 }, () => {
    const unit = random.unit();
    return unit < 0.1 ? 1 : unit < 0.16 ? -1 : 0;
  });
  const effectiveness = Array.from({ length: 300 }, () => [0, 0, 0, 0.5, -0.5, 1][Math.floor(random.unit() * 6)] ?? 0);
  const columns = [accuracy, effectiveness, accuracy.map((value, index) => (value + (effectiveness[index] ?? 0)) / 2)];
  const even = accuracy.map((_, index) => `room-${index % 60}`);
  const uneven = accuracy.map((_, index) => `room-${Math.floor(Math.sqrt(index * 10))}`);

  it.each([
    ["single cases", undefined],
    ["rooms of one size", even],
    ["rooms of many sizes", uneven],
  ])("%s: quantiles of 20,000 resamples agree to a fifth of the half-width", (_, clusters) => {
    const grouped = pairedBootstrap({ columns, ...(clusters && { clusters }), seed: 1, resamples: 20_000 });
    for (const [column, means] of naiveMeans(columns, clusters, 20_000).entries()) {
      const naive = means.toSorted();
      const interval = grouped[column] ?? expect.fail();
      const low = percentileOfSorted(naive, 0.025);
      const high = percentileOfSorted(naive, 0.975);
      const tolerance = (high - low) / 10;
      expect(Math.abs(interval.low - low)).toBeLessThan(tolerance);
      expect(Math.abs(interval.high - high)).toBeLessThan(tolerance);
      expect(interval.notPositive).toBeCloseTo(naive.filter((mean) => mean <= 1e-12).length / naive.length, 1);
    }
  });

  it.each([
    ["on a grid", 1],
    ["on none", Math.SQRT2],
  ])("sign flips of graded scores %s give the p of flipping one by one", (_, scale) => {
    const naive = new RandomStream(4);
    // Mixed signs with a few more gains, so that p is far from both ends.
    const mixed = effectiveness.map((value, index) => scale * (index % 2 === 0 || index % 17 === 0 ? value : -value));
    const target = Math.abs(mixed.reduce((sum, value) => sum + value, 0)) - 1e-9;
    let hits = 0;
    for (let permutation = 0; permutation < 10_000; permutation += 1) {
      const sum = mixed.reduce((all, value) => all + (naive.unit() < 0.5 ? value : -value), 0);
      if (Math.abs(sum) >= target) hits += 1;
    }
    const { p } = signFlip({ differences: mixed, seed: 2 });
    expect(p).toBeGreaterThan(0.02);
    expect(p).toBeLessThan(0.98);
    expect(Math.abs(p - hits / 10_000)).toBeLessThan(0.025);
  });

  it("repeats itself for a seed", () => {
    const twice = [1, 2].map(() => pairedBootstrap({ columns, clusters: uneven, seed: 7 }));
    expect(twice[0]).toEqual(twice[1]);
  });
});

describe("percentileInPlace", () => {
  it("agrees with sorting, ties and all", () => {
    const random = new RandomStream(6);
    for (const length of [1, 2, 3, 10, 999, 10_000]) {
      const values = Float64Array.from({ length }, () => Math.floor(random.unit() * 40) / 4);
      const sorted = values.toSorted();
      for (const share of [0, 0.025, 0.5, 0.975, 1]) {
        expect(percentileInPlace(values.slice(), share)).toBeCloseTo(percentileOfSorted(sorted, share), 12);
      }
    }
    expect(percentileInPlace(new Float64Array(), 0.5)).toBeNaN();
  });
});
