import { createRandom, randomUnit } from "@/lib/stats/random";
import { type DistanceMatrix, subMatrix } from "./distance-matrix";
import { averageLinkage, cutTree } from "./linkage";

export const BOOTSTRAPS = 50;

/** A cluster at or above this mean Jaccard is kept as stable; one below it is shown with its figure. */
export const STABLE_JACCARD = 0.6;

/**
 * Mean Jaccard, from 0 to 1, of each cluster with its best match over bootstrap resamples of the items (Hennig's
 * clusterwise assessment), each resample clustered at the same count. Null for a cluster no resample contained.
 */
export function clusterStability(
  matrix: DistanceMatrix,
  assignment: readonly number[],
  seed: number,
  bootstraps = BOOTSTRAPS,
): (number | null)[] {
  const { size } = matrix;
  const count = Math.max(0, ...assignment.map((cluster) => cluster + 1));
  const sums = new Array<number>(count).fill(0);
  const seen = new Array<number>(count).fill(0);
  const random = createRandom(seed);
  for (let round = 0; round < bootstraps; round++) {
    const drawn = new Set<number>();
    for (let draw = 0; draw < size; draw++) drawn.add(Math.floor(randomUnit(random) * size));
    const items = [...drawn].sort((a, b) => a - b);
    const sample = subMatrix(matrix, items);
    const resampled = cutTree(averageLinkage(sample), items.length, Math.min(count, items.length));
    const both = new Map<string, number>();
    const ownSizes = new Map<number, number>();
    const otherSizes = new Map<number, number>();
    items.forEach((item, position) => {
      const own = assignment[item] ?? 0;
      const other = resampled[position] ?? 0;
      both.set(`${own} ${other}`, (both.get(`${own} ${other}`) ?? 0) + 1);
      ownSizes.set(own, (ownSizes.get(own) ?? 0) + 1);
      otherSizes.set(other, (otherSizes.get(other) ?? 0) + 1);
    });
    for (const [own, ownSize] of ownSizes) {
      let best = 0;
      for (const [other, otherSize] of otherSizes) {
        const shared = both.get(`${own} ${other}`) ?? 0;
        best = Math.max(best, shared / (ownSize + otherSize - shared));
      }
      sums[own] = (sums[own] ?? 0) + best;
      seen[own] = (seen[own] ?? 0) + 1;
    }
  }
  return sums.map((sum, cluster) => ((seen[cluster] ?? 0) === 0 ? null : sum / (seen[cluster] ?? 1)));
}
