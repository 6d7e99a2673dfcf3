const pairs = (count: number) => (count * (count - 1)) / 2;

const sumOfPairs = (counts: Iterable<number>) => [...counts].reduce((sum, count) => sum + pairs(count), 0);

/**
 * Adjusted Rand index of two partitions of the same items (Hubert and Arabie, 1985), given as a label an item: 1 for equal
 * partitions, 0 what chance gives, at least −1. Two partitions that both put all items together, or all apart, are equal.
 * Null for fewer than two items.
 * @throws RangeError where the two are not of one length.
 */
export function adjustedRand<A, B>(a: readonly A[], b: readonly B[]): number | null {
  if (a.length !== b.length) throw new RangeError("both partitions need a label for every item");
  if (a.length < 2) return null;
  const cells = new Map<A, Map<B, number>>();
  const columns = new Map<B, number>();
  a.forEach((label, index) => {
    const other = b[index] as B;
    const row = cells.get(label) ?? new Map<B, number>();
    row.set(other, (row.get(other) ?? 0) + 1);
    cells.set(label, row);
    columns.set(other, (columns.get(other) ?? 0) + 1);
  });
  const rows = [...cells.values()];
  const together = rows.reduce((sum, row) => sum + sumOfPairs(row.values()), 0);
  const inRows = sumOfPairs(rows.map((row) => [...row.values()].reduce((sum, count) => sum + count, 0)));
  const inColumns = sumOfPairs(columns.values());
  const expected = (inRows * inColumns) / pairs(a.length);
  const most = (inRows + inColumns) / 2;
  return most === expected ? 1 : (together - expected) / (most - expected);
}
