import { type Interval, Z_95 } from "./wilson";

/** A mean and its standard error. */
export interface Estimate {
  mean: number;
  error: number;
}

/**
 * Fieller's 95 % interval of the ratio of two independent means: all ratios ρ for which numerator − ρ · denominator is within
 * `z` of its standard errors of 0. For a denominator far from 0 it is the interval of the delta method. Null where the
 * denominator is not clearly above 0, since the interval then has no end.
 */
export function ratioInterval(numerator: Estimate, denominator: Estimate, z = Z_95): Interval | null {
  const a = denominator.mean ** 2 - (z * denominator.error) ** 2;
  if (denominator.mean <= 0 || a <= 0) return null;
  const b = numerator.mean * denominator.mean;
  const c = numerator.mean ** 2 - (z * numerator.error) ** 2;
  const root = Math.sqrt(Math.max(0, b * b - a * c));
  return { low: (b - root) / a, high: (b + root) / a };
}
