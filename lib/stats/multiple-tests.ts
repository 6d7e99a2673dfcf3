/** p-values in any order; null is no test and does not count. */
type PValues = readonly (number | null)[];

/** Holm step-down adjusted p-values (controls the family-wise error rate), in the order given. */
export function holm(values: PValues): (number | null)[] {
  const order = ranked(values);
  const adjusted: (number | null)[] = values.map(() => null);
  let running = 0;
  for (const [rank, { index, p }] of order.entries()) {
    running = Math.max(running, Math.min(1, p * (order.length - rank)));
    adjusted[index] = running;
  }
  return adjusted;
}

/** Benjamini–Hochberg step-up adjusted p-values (controls the false discovery rate), in the order given. */
export function benjaminiHochberg(values: PValues): (number | null)[] {
  const order = ranked(values);
  const adjusted: (number | null)[] = values.map(() => null);
  let running = 1;
  for (let rank = order.length; rank >= 1; rank -= 1) {
    const entry = order[rank - 1];
    if (entry === undefined) continue;
    running = Math.min(running, (entry.p * order.length) / rank);
    adjusted[entry.index] = running;
  }
  return adjusted;
}

function ranked(values: PValues): { index: number; p: number }[] {
  return values.flatMap((p, index) => (p === null ? [] : [{ index, p }])).toSorted((a, b) => a.p - b.p);
}
