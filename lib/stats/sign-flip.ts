import { sumByCluster } from "./clusters";
import { createRandom } from "./random";

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
  const random = createRandom(seed);
  let hits = 0;
  for (let permutation = 0; permutation < permutations; permutation += 1) {
    let sum = 0;
    let bits = 0;
    for (let index = 0; index < values.length; index += 1) {
      if ((index & 31) === 0) bits = random();
      sum += bits & 1 ? (values[index] as number) : -(values[index] as number);
      bits >>>= 1;
    }
    if (Math.abs(sum) >= observed) hits += 1;
  }
  return { p: (1 + hits) / (1 + permutations), exact: false };
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
