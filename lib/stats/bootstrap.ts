import { drawBinomials, drawBinomialsOf } from "./binomial-draw";
import { type Cells, cellsOf } from "./cells";
import { type ClusterSums, sumByCluster } from "./clusters";
import { percentileInPlace } from "./order-statistic";
import { RandomStream } from "./random";
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
  const summed = sumByCluster(columns, clusters);
  if (summed.counts.length < 2) return columns.map(() => null);
  const total = summed.counts.reduce((sum, count) => sum + count, 0);
  return resampleMeans(summed, seed, resamples).map((sample, column) => {
    const sum = (summed.sums[column] as Float64Array).reduce((all, value) => all + value, 0);
    let notPositive = 0;
    for (let index = 0; index < sample.length; index += 1) if ((sample[index] as number) <= 1e-12) notPositive += 1;
    return {
      mean: sum / total,
      low: percentileInPlace(sample, 0.025),
      high: percentileInPlace(sample, 0.975),
      notPositive: notPositive / resamples,
    };
  });
}

/** Cells with fewer clusters, and those beyond so many, are drawn cluster by cluster: that is less work for them. */
const LEAST_CLUSTERS = 3;
const MOST_CELLS = 64;

/**
 * Drawing clusters with replacement is a multinomial draw over the cells of equal clusters, so a resample is one binomial
 * draw a cell, each given the draws that are left. Where all clusters are of one size those that changed nothing cannot be
 * told apart and need no draw at all. The distribution is that of drawing cluster by cluster; the work is a fraction.
 */
function resampleMeans(clusters: ClusterSums, seed: number, resamples: number): Float64Array[] {
  const { sums, counts } = clusters;
  const size = counts.length;
  const even = counts.every((count) => count === counts[0]);
  const cells = cellsOf(clusters, (cluster) => even && sums.every((sum) => Math.abs(sum[cluster] as number) < 1e-12));
  const { means, items, left, times } = roomFor(resamples, sums.length);
  if (cells.rows.length === 0) return means;
  const random = new RandomStream(seed);
  const kept = cells.size.reduce((sum, cell) => sum + cell, 0);
  if (even) items.fill(size * (counts[0] as number));
  drawBinomials(size, kept / size, random, left);
  const rare = cells.size.findIndex((own) => own < LEAST_CLUSTERS);
  const whole = Math.min(rare === -1 ? cells.rows.length : rare, MOST_CELLS);
  let later = kept;
  for (let cell = 0; cell < whole; cell += 1) {
    const own = cells.size[cell] as number;
    if (own === later) times.set(left);
    else drawBinomialsOf(left, own / later, random, times);
    later -= own;
    if (later > 0)
      for (let index = 0; index < resamples; index += 1) left[index] = (left[index] as number) - (times[index] as number);
    if (!even) addTimes(items, times, cells.counts[cell] as number);
    for (let column = 0; column < means.length; column += 1) {
      addTimes(means[column] as Float64Array, times, (cells.rows[cell] as Float64Array)[column] as number);
    }
  }
  addRest({ cells, first: whole, left, random, columns: even ? means : [...means, items] });
  for (const mean of means) {
    for (let index = 0; index < resamples; index += 1) mean[index] = (mean[index] as number) / (items[index] as number);
  }
  return means;
}

interface Room {
  means: Float64Array[];
  items: Float64Array;
  left: Int32Array;
  times: Int32Array;
}

const room: Room = { means: [], items: new Float64Array(), left: new Int32Array(), times: new Int32Array() };

/** Zeroed arrays of the given length. The same ones serve call after call: clearing them is far less work than new ones. */
function roomFor(resamples: number, columns: number): Room {
  if (room.items.length !== resamples) {
    room.means = [];
    room.items = new Float64Array(resamples);
    room.left = new Int32Array(resamples);
    room.times = new Int32Array(resamples);
  }
  while (room.means.length < columns) room.means.push(new Float64Array(resamples));
  const means = room.means.slice(0, columns);
  for (const mean of means) mean.fill(0);
  room.items.fill(0);
  return { ...room, means };
}

/** Adds `value` as often as it was drawn, resample by resample. */
function addTimes(sums: Float64Array, times: Int32Array, value: number): void {
  if (value === 0) return;
  for (let index = 0; index < sums.length; index += 1) {
    sums[index] = (sums[index] as number) + (times[index] as number) * value;
  }
}

interface Rest {
  cells: Cells;
  first: number;
  left: Int32Array;
  random: RandomStream;
  /** The sums, and the counts where they differ, resample by resample. */
  columns: Float64Array[];
}

/** Adds the draws that are left, one by one, from the clusters of the cells from `first` on. */
function addRest({ cells, first, left, random, columns }: Rest): void {
  const width = columns.length;
  const table = restOf(cells, first, width);
  const size = table.length / width;
  if (size === 0) return;
  const drawn = new Float64Array(width);
  for (let resample = 0; resample < left.length; resample += 1) {
    let draws = left[resample] as number;
    if (draws === 0) continue;
    drawn.fill(0);
    for (; draws > 0; draws -= 1) {
      const start = ((random.unit() * size) | 0) * width;
      for (let column = 0; column < width; column += 1) {
        drawn[column] = (drawn[column] as number) + (table[start + column] as number);
      }
    }
    for (let column = 0; column < width; column += 1) {
      const sums = columns[column] as Float64Array;
      sums[resample] = (sums[resample] as number) + (drawn[column] as number);
    }
  }
}

/** The clusters of the cells from `first` on: of each the first `width` of its sums and count, side by side in memory. */
function restOf(cells: Cells, first: number, width: number): Float64Array {
  const values: number[] = [];
  for (let cell = first; cell < cells.rows.length; cell += 1) {
    const row = [...(cells.rows[cell] as Float64Array), cells.counts[cell] as number].slice(0, width);
    for (let cluster = 0; cluster < (cells.size[cell] as number); cluster += 1) values.push(...row);
  }
  return Float64Array.from(values);
}

/**
 * Interval for a paired difference (−1 to 1) that is the same in all `n` items, where a bootstrap has no spread: up to a share
 * 1 − 0.025^(1/n) of the population (Clopper–Pearson with no event) may differ as far as the scale allows.
 */
export function constantDifferenceInterval(difference: number, n: number): Interval {
  const share = 1 - 0.025 ** (1 / n);
  return { low: difference - share * (difference + 1), high: difference + share * (1 - difference) };
}
