/**
 * Percentile of a sorted sample by linear interpolation between order statistics (Hyndman and Fan type 7, the default of
 * NumPy and R): position share · (n − 1). `share` from 0 to 1; NaN for an empty sample.
 */
export function percentileOfSorted(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low + (high - low) * (position - below);
}

/** As `percentileOfSorted`, for a sample in any order; null for an empty one. */
export function percentile(sample: readonly number[], share: number): number | null {
  return sample.length === 0 ? null : percentileOfSorted(Float64Array.from(sample).sort(), share);
}
