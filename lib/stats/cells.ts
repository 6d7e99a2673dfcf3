import type { ClusterSums } from "./clusters";

/** Clusters with equal sums and counts, taken together. `size`: clusters; `rows`: for each cell its sums, one a column. */
export interface Cells {
  size: Float64Array;
  counts: Float64Array;
  rows: Float64Array[];
}

/** Groups equal clusters, the largest cell first. Clusters for which `skip` holds are left out. */
export function cellsOf({ sums, counts }: ClusterSums, skip: (cluster: number) => boolean): Cells {
  const cellOf = new Map<string, number>();
  const firsts: number[] = [];
  const sizes: number[] = [];
  for (let cluster = 0; cluster < counts.length; cluster += 1) {
    if (skip(cluster)) continue;
    let key = `${counts[cluster]}`;
    for (const sum of sums) key += `|${(sum[cluster] as number).toFixed(9)}`;
    const cell = cellOf.get(key);
    if (cell === undefined) {
      cellOf.set(key, firsts.length);
      firsts.push(cluster);
      sizes.push(1);
    } else sizes[cell] = (sizes[cell] as number) + 1;
  }
  const order = Array.from(firsts.keys()).sort((a, b) => (sizes[b] as number) - (sizes[a] as number) || a - b);
  return {
    size: Float64Array.from(order, (cell) => sizes[cell] as number),
    counts: Float64Array.from(order, (cell) => counts[firsts[cell] as number] as number),
    rows: order.map((cell) => Float64Array.from(sums, (sum) => sum[firsts[cell] as number] as number)),
  };
}
