import { type DistanceMatrix, distanceBetween } from "./distance-matrix";
import { averageLinkage, cutTree } from "./linkage";

/** Silhouette of each item, from −1 to 1; 0 for an item alone in its cluster. */
export function silhouettes(matrix: DistanceMatrix, assignment: readonly number[]): number[] {
  const clusters = Math.max(0, ...assignment.map((cluster) => cluster + 1));
  const sizes = new Array<number>(clusters).fill(0);
  for (const cluster of assignment) sizes[cluster] = (sizes[cluster] ?? 0) + 1;
  return assignment.map((own, item) => {
    const sums = new Float64Array(clusters);
    assignment.forEach((cluster, other) => {
      sums[cluster] = (sums[cluster] ?? 0) + distanceBetween(matrix, item, other);
    });
    const ownSize = sizes[own] ?? 0;
    if (ownSize < 2 || clusters < 2) return 0;
    const inside = (sums[own] ?? 0) / (ownSize - 1);
    let outside = Number.POSITIVE_INFINITY;
    sums.forEach((sum, cluster) => {
      if (cluster !== own) outside = Math.min(outside, sum / (sizes[cluster] ?? 1));
    });
    const scale = Math.max(inside, outside);
    return scale === 0 ? 0 : (outside - inside) / scale;
  });
}

export const CLUSTER_RANGE = { least: 3, most: 15 };

/**
 * Average-linkage clusters at the count, from 3 to 15, with the best mean silhouette; the smaller count on a tie.
 * Items at distance 0 are never parted, so fewer distinct items give fewer clusters. Fewer than four are one cluster.
 */
export function clusterBySilhouette(matrix: DistanceMatrix): number[] {
  const { size } = matrix;
  if (size <= CLUSTER_RANGE.least) return new Array<number>(size).fill(0);
  const merges = averageLinkage(matrix);
  const distinct = 1 + merges.filter(({ height }) => height > 1e-9).length;
  const most = Math.min(CLUSTER_RANGE.most, size - 1, distinct);
  const least = Math.min(CLUSTER_RANGE.least, most);
  let best: { score: number; assignment: number[] } | null = null;
  for (let count = least; count <= most; count++) {
    const assignment = cutTree(merges, size, count);
    const score = silhouettes(matrix, assignment).reduce((sum, value) => sum + value, 0) / size;
    if (best === null || score > best.score + 1e-12) best = { score, assignment };
  }
  return best?.assignment ?? new Array<number>(size).fill(0);
}
