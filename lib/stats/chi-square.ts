const TINY = 1e-300;
const CLOSE = 1e-16;

/** Complementary error function for x ≥ 0, relative error about 1e-14: a power series below 2, a continued fraction from there. */
export function erfc(x: number): number {
  return x < 2 ? 1 - erfSeries(x) : erfcFraction(x);
}

/** erf(x) = 2/√π · e^(−x²) · Σ 2ⁿ x^(2n+1) / (2n+1)!!; all terms are positive. */
function erfSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; term > CLOSE * sum; n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** erfc(x) = e^(−x²)/√π · 1/(x + ½/(x + 1/(x + 3⁄2/(x + …)))), by the modified Lentz method. */
function erfcFraction(x: number): number {
  let result = x;
  let c = x;
  let d = 0;
  for (let n = 1; n <= 500; n += 1) {
    const numerator = n / 2;
    d = 1 / (x + numerator * d || TINY);
    c = x + numerator / c || TINY;
    result *= c * d;
    if (Math.abs(c * d - 1) < CLOSE) break;
  }
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * result);
}

/** P(X ≥ x) for X chi-square with one degree of freedom, x ≥ 0. */
export const chiSquareUpperTail = (x: number): number => erfc(Math.sqrt(x / 2));
