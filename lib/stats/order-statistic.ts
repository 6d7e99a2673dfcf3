/** Puts the values in an order in which those before `rank` are no larger and those after it no smaller (Hoare's quickselect). */
function select(values: Float64Array, rank: number): number {
  let left = 0;
  let right = values.length - 1;
  while (left < right) {
    const pivot = values[(left + right) >> 1] as number;
    let low = left;
    let high = right;
    while (low <= high) {
      while ((values[low] as number) < pivot) low += 1;
      while ((values[high] as number) > pivot) high -= 1;
      if (low > high) break;
      const held = values[low] as number;
      values[low] = values[high] as number;
      values[high] = held;
      low += 1;
      high -= 1;
    }
    if (rank <= high) right = high;
    else if (rank >= low) left = low;
    else break;
  }
  return values[rank] as number;
}

/** As `percentileOfSorted` without sorting; rearranges the values. NaN where there are none. */
export function percentileInPlace(values: Float64Array, share: number): number {
  if (values.length === 0) return Number.NaN;
  const position = share * (values.length - 1);
  const rank = Math.floor(position);
  const low = select(values, rank);
  if (position === rank) return low;
  let high = Number.POSITIVE_INFINITY;
  for (let index = rank + 1; index < values.length; index += 1) high = Math.min(high, values[index] as number);
  return low + (high - low) * (position - rank);
}
