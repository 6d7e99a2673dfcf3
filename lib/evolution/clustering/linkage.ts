import type { DistanceMatrix } from "./distance-matrix";

/** A merge of the clusters that hold items `a` and `b`, at a distance. */
interface Merge {
  a: number;
  b: number;
  height: number;
}

/**
 * Average linkage by the nearest-neighbour chain, O(n²). Merges come sorted by height; average linkage is monotone, so
 * applying the first n − k of them gives the k clusters of the usual algorithm.
 */
export function averageLinkage(matrix: DistanceMatrix): Merge[] {
  const { size } = matrix;
  const distances = Float64Array.from(matrix.values);
  const members = new Float64Array(size).fill(1);
  const merges: Merge[] = [];
  const at = (a: number, b: number) => distances[a * size + b] ?? 0;
  const chain: number[] = [];
  let alive = Array.from({ length: size }, (_, index) => index);

  while (merges.length < size - 1) {
    if (chain.length === 0) chain.push(alive[0] ?? 0);
    const tip = chain[chain.length - 1] ?? 0;
    const before = chain[chain.length - 2];
    let nearest = before ?? -1;
    let least = before === undefined ? Number.POSITIVE_INFINITY : at(tip, before);
    for (const other of alive) {
      if (other !== tip && at(tip, other) < least) {
        least = at(tip, other);
        nearest = other;
      }
    }
    if (nearest !== before) {
      chain.push(nearest);
      continue;
    }
    chain.length -= 2;
    const kept = Math.min(tip, nearest);
    const gone = Math.max(tip, nearest);
    merges.push({ a: kept, b: gone, height: least });
    const keptMembers = members[kept] ?? 0;
    const goneMembers = members[gone] ?? 0;
    alive = alive.filter((item) => item !== gone);
    for (const other of alive) {
      if (other === kept) continue;
      const mean = (at(kept, other) * keptMembers + at(gone, other) * goneMembers) / (keptMembers + goneMembers);
      distances[kept * size + other] = mean;
      distances[other * size + kept] = mean;
    }
    members[kept] = keptMembers + goneMembers;
  }
  return merges.sort((x, y) => x.height - y.height || x.a - y.a || x.b - y.b);
}

/** Cluster number of each item after cutting into `count` clusters; numbers from 0 in order of first appearance. */
export function cutTree(merges: readonly Merge[], size: number, count: number): number[] {
  const parent = Array.from({ length: size }, (_, index) => index);
  const rootOf = (item: number): number => {
    let root = item;
    while (parent[root] !== root) root = parent[root] ?? root;
    return root;
  };
  for (const { a, b } of merges.slice(0, Math.max(0, size - count))) parent[rootOf(b)] = rootOf(a);
  const numbers = new Map<number, number>();
  return parent.map((_, item) => {
    const root = rootOf(item);
    const known = numbers.get(root);
    if (known !== undefined) return known;
    numbers.set(root, numbers.size);
    return numbers.size - 1;
  });
}
