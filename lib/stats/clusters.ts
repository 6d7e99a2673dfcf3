/** Sums of each column and number of items by cluster, in order of first appearance. */
export interface ClusterSums {
  sums: Float64Array[];
  counts: Float64Array;
}

/**
 * Adds up columns of equal length by cluster id. Items with equal ids are one cluster; without ids (or where an id is
 * undefined) an item is its own cluster.
 */
export function sumByCluster(columns: readonly (readonly number[])[], clusters?: readonly (string | undefined)[]): ClusterSums {
  const length = columns[0]?.length ?? 0;
  if (clusters === undefined) {
    return { sums: columns.map((column) => Float64Array.from(column)), counts: new Float64Array(length).fill(1) };
  }
  const indexOf = new Map<string, number>();
  const place = new Int32Array(length);
  let size = 0;
  for (let item = 0; item < length; item += 1) {
    const id = clusters[item];
    let index = id === undefined ? undefined : indexOf.get(id);
    if (index === undefined) {
      index = size;
      size += 1;
      if (id !== undefined) indexOf.set(id, index);
    }
    place[item] = index;
  }
  const counts = new Float64Array(size);
  for (const index of place) counts[index] = (counts[index] ?? 0) + 1;
  const sums = columns.map((column) => {
    const sum = new Float64Array(size);
    for (let item = 0; item < length; item += 1) {
      const index = place[item] as number;
      sum[index] = (sum[index] as number) + (column[item] as number);
    }
    return sum;
  });
  return { sums, counts };
}
