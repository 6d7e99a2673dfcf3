import { binomialMass } from "./binomial";
import { drawBinomials } from "./binomial-draw";
import { sumByCluster } from "./clusters";
import { RandomStream } from "./random";

export interface SignFlip {
  /** Paired differences, head minus base. */
  differences: readonly number[];
  /** Cluster id of each item; a cluster's differences are flipped together. */
  clusters?: readonly (string | undefined)[];
  seed: number;
  /** Random sign vectors, where the exact distribution has more; default 10,000. */
  permutations?: number;
}

/**
 * Two-sided sign-flip permutation test of a mean paired difference of zero. Exact (all 2^k sign vectors) where that is no more
 * work than `permutations`, or the values lie on a grid; otherwise seeded Monte Carlo, p = (1 + hits) / (1 + permutations), so never below 1e-4 by default.
 */
export function signFlip({ differences, clusters, seed, permutations = 10_000 }: SignFlip): { p: number; exact: boolean } {
  const { sums } = sumByCluster([differences], clusters);
  const values = (sums[0] ?? new Float64Array()).filter((value) => Math.abs(value) > 1e-12);
  const observed = Math.abs(values.reduce((sum, value) => sum + value, 0)) - 1e-9;
  const vectors = 2 ** values.length;
  if (vectors <= permutations) return { p: exactShare(values, observed, vectors), exact: true };
  const sizes = countSizes(values);
  const onGrid = gridShare(sizes, observed);
  if (onGrid !== null) return { p: onGrid, exact: true };
  const random = new RandomStream(seed);
  const flipped = new Float64Array(permutations);
  const upright = new Int32Array(permutations);
  // Flips of equal sizes are one binomial draw: k of n upright give (2k − n) times the size.
  for (const [size, n] of sizes) {
    drawBinomials(n, 0.5, random, upright);
    for (let index = 0; index < permutations; index += 1) {
      flipped[index] = (flipped[index] as number) + size * (2 * (upright[index] as number) - n);
    }
  }
  let hits = 0;
  for (let index = 0; index < permutations; index += 1) if (Math.abs(flipped[index] as number) >= observed) hits += 1;
  return { p: (1 + hits) / (1 + permutations), exact: false };
}

/** Steps to one on which differences of scores lie: halves of halves, and of means over two, three, five … repeats. */
const GRIDS = [1, 2, 4, 8, 12, 20, 24, 28, 40, 120];
/** Additions up to which the whole distribution is less work than drawing from it. */
const MOST_WORK = 400_000;

/**
 * The exact share of sign vectors whose sum is as far from zero as the observed one, where all sizes lie on a grid: the sum
 * of those that point upwards is one binomial a size, so its distribution is a short convolution. Null where they do not
 * lie on one, or there are so many that this is too much work.
 */
function gridShare(sizes: ReadonlyMap<number, number>, observed: number): number | null {
  const grid = GRIDS.find((steps) => [...sizes.keys()].every((size) => Math.abs(size * steps - Math.round(size * steps)) < 1e-6));
  if (grid === undefined) return null;
  const each = [...sizes].map(([size, n]) => ({ step: Math.round(size * grid), n }));
  const total = each.reduce((sum, { step, n }) => sum + step * n, 0);
  if (each.reduce((work, { n }) => work + (n + 1) * total, 0) > MOST_WORK) return null;
  let shares = new Float64Array(total + 1);
  shares[0] = 1;
  let reach = 0;
  for (const { step, n } of each) {
    const next = new Float64Array(total + 1);
    for (let k = 0; k <= n; k += 1) {
      const mass = binomialMass(k, n, 0.5);
      for (let sum = 0; sum <= reach; sum += 1)
        next[sum + k * step] = (next[sum + k * step] as number) + mass * (shares[sum] as number);
    }
    reach += n * step;
    shares = next;
  }
  let share = 0;
  for (let up = 0; up <= total; up += 1) if (Math.abs(2 * up - total) / grid >= observed) share += shares[up] as number;
  return Math.min(1, share);
}

/** How many values there are of each size, whatever their sign. Sizes that differ by rounding alone are one. */
function countSizes(values: Float64Array): Map<number, number> {
  const sizes = new Map<number, { size: number; n: number }>();
  for (const value of values) {
    const size = Math.abs(value);
    const key = Math.round(size * 1e9);
    const own = sizes.get(key);
    if (own) own.n += 1;
    else sizes.set(key, { size, n: 1 });
  }
  return new Map(Array.from(sizes.values(), ({ size, n }) => [size, n]));
}

function exactShare(values: Float64Array, observed: number, vectors: number): number {
  let hits = 0;
  for (let vector = 0; vector < vectors; vector += 1) {
    let sum = 0;
    for (let index = 0; index < values.length; index += 1) {
      sum += (vector >> index) & 1 ? (values[index] as number) : -(values[index] as number);
    }
    if (Math.abs(sum) >= observed) hits += 1;
  }
  return hits / vectors;
}
