/** Standard normal quantile of a two-sided 95 % interval. */
export const Z_95 = 1.959963984540054;

export interface Interval {
  low: number;
  high: number;
}

/** Wilson score interval of a share `mean` (0 to 1) of `n` > 0 trials; `n` may be fractional (an effective size). */
export function wilson(mean: number, n: number, z = Z_95): Interval {
  const square = z * z;
  const centre = (mean + square / (2 * n)) / (1 + square / n);
  const half = (z * Math.sqrt((mean * (1 - mean)) / n + square / (4 * n * n))) / (1 + square / n);
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/**
 * 95 % interval of the mean of scores that lie from 0 to 1, for a single run. Binary scores: exactly the Wilson interval.
 * Graded scores: the Wilson interval with the effective sample size n · m(1 − m) / s² (design-effect form; Dean and Pagano
 * 2015), with s² shrunk towards m(1 − m) by one pseudo-observation so that equal scores do not give a width of zero. It
 * never leaves 0 to 1. Scores must be independent: average the repeats of a case first. Null without scores.
 */
export function meanInterval(scores: readonly number[]): (Interval & { mean: number }) | null {
  const n = scores.length;
  if (n === 0) return null;
  const mean = scores.reduce((sum, score) => sum + score, 0) / n;
  const binary = mean * (1 - mean);
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  const variance = (squares + binary) / (n + 1);
  const effective = variance > 0 ? Math.max(n, (n * binary) / variance) : n;
  return { mean, ...wilson(mean, effective) };
}
