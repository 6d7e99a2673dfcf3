import { incompleteBeta } from "./beta";
import { type Interval, Z_95 } from "./wilson";

/** From here on the quantile differs from the normal one by less than 0.03 %. */
const LARGE = 5_000;

/** Quantile of a two-sided 95 % interval of Student's t with `degrees` ≥ 1 degrees of freedom. */
export function studentQuantile95(degrees: number): number {
  if (degrees >= LARGE) return Z_95;
  let [low, high] = [Z_95, 13];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    const outside = incompleteBeta(degrees / (degrees + middle * middle), degrees / 2, 0.5);
    if (outside > 0.05) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Count, sum, mean and squared differences from the mean of a sample, added to one by one (Welford): nothing is lost to rounding. */
export interface Moments {
  n: number;
  sum: number;
  mean: number;
  squares: number;
}

export const NO_MOMENTS: Moments = { n: 0, sum: 0, mean: 0, squares: 0 };

/** The moments with one more value; the given object is changed and answered. */
export function addValue(moments: Moments, value: number): Moments {
  moments.n += 1;
  moments.sum += value;
  const before = value - moments.mean;
  moments.mean += before / moments.n;
  moments.squares += before * (value - moments.mean);
  return moments;
}

/** Standard error of the mean; null for fewer than two values. */
export const standardError = ({ n, squares }: Moments): number | null => (n < 2 ? null : Math.sqrt(squares / (n - 1) / n));

/** 95 % interval of the mean by Student's t; null for fewer than two values. */
export function studentInterval(moments: Moments): Interval | null {
  const error = standardError(moments);
  if (error === null) return null;
  const half = studentQuantile95(moments.n - 1) * error;
  return { low: moments.mean - half, high: moments.mean + half };
}
