import { binomialMass } from "./binomial";
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
  const means = resampleMeans(sums, counts, seed, resamples);
  return means.map((sample, column) => {
    const sorted = sample.sort();
    const sum = (sums[column] as Float64Array).reduce((all, value) => all + value, 0);
    const firstPositive = sorted.findIndex((value) => value > 0);
    return {
      mean: sum / total,
      low: percentileOfSorted(sorted, 0.025),
      high: percentileOfSorted(sorted, 0.975),
      notPositive: (firstPositive === -1 ? resamples : firstPositive) / resamples,
    };
  });
}

/**
 * Where every cluster is one item, only the draws that hit a changed item matter: their number is Binomial(size, changed /
 * size), and each hits a changed item evenly. The distribution is that of drawing every item; the work is a fraction.
 */
function resampleMeans(sums: readonly Float64Array[], counts: Float64Array, seed: number, resamples: number): Float64Array[] {
  const size = counts.length;
  const width = sums.length;
  const single = counts.every((count) => count === 1);
  const rows = Array.from(counts.keys()).filter((row) => !single || sums.some((sum) => sum[row] !== 0));
  // Interleaved, so that one draw touches one stretch of memory.
  const table = new Float64Array(rows.length * width);
  for (const [index, row] of rows.entries()) {
    for (let column = 0; column < width; column += 1) table[index * width + column] = sums[column]?.[row] ?? 0;
  }
  const drawCounts = single ? binomialCumulative(size, rows.length / size) : null;
  const means = sums.map(() => new Float64Array(resamples));
  const random = createRandom(seed);
  const drawn = new Float64Array(width);
  const scale = rows.length / 4_294_967_296;
  for (let resample = 0; resample < resamples; resample += 1) {
    drawn.fill(0);
    let items = single ? size : 0;
    const draws = drawCounts ? firstAbove(drawCounts, random() / 4_294_967_296) : size;
    for (let draw = 0; draw < draws; draw += 1) {
      const index = Math.floor(random() * scale);
      const start = index * width;
      for (let column = 0; column < width; column += 1)
        drawn[column] = (drawn[column] as number) + (table[start + column] as number);
      if (!single) items += counts[index] as number;
    }
    for (let column = 0; column < width; column += 1)
      (means[column] as Float64Array)[resample] = (drawn[column] as number) / items;
  }
  return means;
}

/** P(X ≤ k) for k from 0 to n. */
function binomialCumulative(n: number, p: number): Float64Array {
  const cumulative = new Float64Array(n + 1);
  let sum = 0;
  for (let k = 0; k <= n; k += 1) {
    sum += binomialMass(k, n, p);
    cumulative[k] = sum;
  }
  cumulative[n] = 1;
  return cumulative;
}

/** Index of the first value above `unit`. */
function firstAbove(values: Float64Array, unit: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) > unit) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Interval for a paired difference (−1 to 1) that is the same in all `n` items, where a bootstrap has no spread: up to a share
 * 1 − 0.025^(1/n) of the population (Clopper–Pearson with no event) may differ as far as the scale allows.
 */
export function constantDifferenceInterval(difference: number, n: number): Interval {
  const share = 1 - 0.025 ** (1 / n);
  return { low: difference - share * (difference + 1), high: difference + share * (1 - difference) };
}
