/** Agreement beyond chance, −1 to 1. */
interface Kappa {
  /** Null where chance alone would agree always, or nothing was judged twice. */
  kappa: number | null;
  /** Items that at least two raters judged. */
  items: number;
}

/**
 * Cohen's κ for nominal categories. Of more than two raters: the mean over their pairs, each weighted by the items that both
 * judged (Light's κ where every rater judged every item). `items`: what each rater said of an item, by rater.
 */
export function kappa(items: readonly ReadonlyMap<string, number>[]): Kappa {
  const raters = [...new Set(items.flatMap((item) => [...item.keys()]))].sort();
  let weighted = 0;
  let weight = 0;
  raters.forEach((first, index) => {
    for (const second of raters.slice(index + 1)) {
      const pairs = items.flatMap((item): [number, number][] => {
        const [a, b] = [item.get(first), item.get(second)];
        return a === undefined || b === undefined ? [] : [[a, b]];
      });
      const value = cohen(pairs);
      if (value === null) continue;
      weighted += value * pairs.length;
      weight += pairs.length;
    }
  });
  return { kappa: weight === 0 ? null : weighted / weight, items: items.filter((item) => item.size > 1).length };
}

/** (observed − expected) / (1 − expected); null without pairs, or where both raters always say one and the same. */
function cohen(pairs: readonly (readonly [number, number])[]): number | null {
  const n = pairs.length;
  if (n === 0) return null;
  const share = (side: 0 | 1, value: number) => pairs.filter((pair) => pair[side] === value).length / n;
  const values = new Set(pairs.flat());
  const expected = [...values].reduce((sum, value) => sum + share(0, value) * share(1, value), 0);
  if (expected >= 1) return null;
  return (pairs.filter(([a, b]) => a === b).length / n - expected) / (1 - expected);
}
