import { incompleteBeta, logFactorial } from "./beta";

/** P(X = k) for X ~ Binomial(n, p); n ≥ 0, p in [0, 1]. */
export function binomialMass(k: number, n: number, p: number): number {
  if (k < 0 || k > n) return 0;
  if (p <= 0) return k === 0 ? 1 : 0;
  if (p >= 1) return k === n ? 1 : 0;
  const choose = logFactorial(n) - logFactorial(k) - logFactorial(n - k);
  return Math.exp(choose + k * Math.log(p) + (n - k) * Math.log1p(-p));
}

/** P(X ≥ k) for X ~ Binomial(n, p). */
export function binomialUpperTail(k: number, n: number, p: number): number {
  if (k <= 0) return 1;
  if (k > n) return 0;
  return incompleteBeta(p, k, n - k + 1);
}

/** Exact two-sided p of k successes in n trials with probability p: all outcomes that are at most as likely. */
export function binomialTwoSided(k: number, n: number, p: number): number {
  // Outcomes that are exactly as likely must not be lost to rounding.
  const limit = binomialMass(k, n, p) * (1 + 1e-7);
  let sum = 0;
  for (let other = 0; other <= n; other += 1) {
    const mass = binomialMass(other, n, p);
    if (mass <= limit) sum += mass;
  }
  return Math.min(1, sum);
}
