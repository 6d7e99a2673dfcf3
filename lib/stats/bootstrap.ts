import { sumByCluster } from "./clusters";
import { percentileOfSorted } from "./percentile";
import { createRandom } from "./random";
import type { Interval } from "./wilson";

export interface BootstrapInterval extends Interval {
  mean: number;
  /** Share of resamples whose mean is not above zero: P_boot(Δ ≤ 0) of the TaoLive report, appendix E.4. */
  notPositive: number;
}

export interface PairedBootstrap {
  /** Paired differences, head minus base; one column a metric, all of one length. Columns are resampled together. */
  columns: readonly (readonly number[])[];
  /** Cluster id of each item; items that share one are resampled as one. */
  clusters?: readonly (string | undefined)[];
  seed: number;
  /** Default 10,000 (TaoLive report, appendix E.4). */
  resamples?: number;
}

/**
 * Percentile intervals (95 %) of the mean paired difference, one a column, from a cluster bootstrap: clusters are drawn with
 * replacement, the mean is over the items drawn. Deterministic given the seed. Null where there are fewer than two clusters.
 */
export function pairedBootstrap({ columns, clusters, seed, resamples = 10_000 }: PairedBootstrap): (BootstrapInterval | null)[] {
  const { sums, counts } = sumByCluster(columns, clusters);
  const size = counts.length;
  if (size < 2) return columns.map(() => null);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const oneEach = counts.every((count) => count === 1);
  const width = columns.length;
  // Interleaved, so that one draw touches one stretch of memory.
  const table = new Float64Array(size * width);
  for (const [column, sum] of sums.entries())
    for (let row = 0; row < size; row += 1) table[row * width + column] = sum[row] as number;
  const means = columns.map(() => new Float64Array(resamples));
  const random = createRandom(seed);
  const drawn = new Float64Array(width);
  const scale = size / 4_294_967_296;
  for (let resample = 0; resample < resamples; resample += 1) {
    drawn.fill(0);
    let items = oneEach ? total : 0;
    for (let draw = 0; draw < size; draw += 1) {
      const row = (random() * scale) | 0;
      const start = row * width;
      for (let column = 0; column < width; column += 1)
        drawn[column] = (drawn[column] as number) + (table[start + column] as number);
      if (!oneEach) items += counts[row] as number;
    }
    for (let column = 0; column < width; column += 1)
      (means[column] as Float64Array)[resample] = (drawn[column] as number) / items;
  }
  return means.map((sample, column) => {
    const sorted = sample.sort();
    const sum = (sums[column] as Float64Array).reduce((total, value) => total + value, 0);
    return {
      mean: sum / total,
      low: percentileOfSorted(sorted, 0.025),
      high: percentileOfSorted(sorted, 0.975),
      notPositive: sorted.filter((value) => value <= 0).length / resamples,
    };
  });
}

/**
 * Interval for a paired difference (−1 to 1) that is the same in all `n` items, where a bootstrap has no spread: up to a share
 * 1 − 0.025^(1/n) of the population (Clopper–Pearson with no event) may differ as far as the scale allows.
 */
export function constantDifferenceInterval(difference: number, n: number): Interval {
  const share = 1 - 0.025 ** (1 / n);
  return { low: difference - share * (difference + 1), high: difference + share * (1 - difference) };
}
