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
 * work than `permutations`; otherwise seeded Monte Carlo, p = (1 + hits) / (1 + permutations), so never below 1e-4 by default.
 */
export function signFlip({ differences, clusters, seed, permutations = 10_000 }: SignFlip): { p: number; exact: boolean } {
  const { sums } = sumByCluster([differences], clusters);
  const values = (sums[0] ?? new Float64Array()).filter((value) => Math.abs(value) > 1e-12);
  const observed = Math.abs(values.reduce((sum, value) => sum + value, 0)) - 1e-9;
  const vectors = 2 ** values.length;
  if (vectors <= permutations) return { p: exactShare(values, observed, vectors), exact: true };
  const random = new RandomStream(seed);
  const flipped = new Float64Array(permutations);
  const upright = new Int32Array(permutations);
  // Flips of equal sizes are one binomial draw: k of n upright give (2k − n) times the size.
  for (const [size, n] of countSizes(values)) {
    drawBinomials(n, 0.5, random, upright);
    for (let index = 0; index < permutations; index += 1) {
      flipped[index] = (flipped[index] as number) + size * (2 * (upright[index] as number) - n);
    }
  }
  let hits = 0;
  for (let index = 0; index < permutations; index += 1) if (Math.abs(flipped[index] as number) >= observed) hits += 1;
  return { p: (1 + hits) / (1 + permutations), exact: false };
}

/** How many values there are of each size, whatever their sign. */
function countSizes(values: Float64Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) {
    const size = Math.round(Math.abs(value) * 1e9) / 1e9;
    counts.set(size, (counts.get(size) ?? 0) + 1);
  }
  return counts;
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
