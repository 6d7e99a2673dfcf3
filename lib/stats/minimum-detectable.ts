import { binomialMass, binomialUpperTail } from "./binomial";
import { mcnemarExact } from "./mcnemar";
import { Z_95 } from "./wilson";

const Z_POWER_80 = 0.8416212335729143;
const ALPHA = 0.05;
const POWER = 0.8;

/**
 * Smallest true difference in a share (0 to 1) that a two-sided exact McNemar test at 5 % finds with 80 % power, given `n`
 * pairs and the share `discordance` of pairs that differ. Computed exactly (METHODS.md section 3 simulates it): the number
 * of discordant pairs is Binomial(n, discordance), the wins among them Binomial with share (1 + δ/discordance) / 2. Null
 * where even a difference of all discordant pairs is not found.
 */
export function minimumDetectableEffect({ n, discordance }: { n: number; discordance: number }): number | null {
  if (n < 1 || discordance <= 0) return null;
  const thresholds = criticalWins(n, discordance);
  if (power(thresholds, discordance, discordance) < POWER) return null;
  let low = 0;
  let high = discordance;
  for (let step = 0; step < 24; step += 1) {
    const middle = (low + high) / 2;
    if (power(thresholds, discordance, middle) >= POWER) high = middle;
    else low = middle;
  }
  return high;
}

/** The same by the normal approximation for graded scores: (z₀.₉₇₅ + z₀.₈) · standard error of the mean difference. */
export function minimumDetectableMean(standardError: number): number | null {
  return standardError > 0 ? (Z_95 + Z_POWER_80) * standardError : null;
}

/** For each plausible number of discordant pairs: its probability, and the wins needed to reject. */
function criticalWins(n: number, discordance: number): { pairs: number; mass: number; wins: number }[] {
  const centre = n * discordance;
  const reach = 7 * Math.sqrt(centre * (1 - discordance)) + 7;
  const thresholds = [];
  let wins = 0;
  for (let pairs = Math.max(0, Math.floor(centre - reach)); pairs <= Math.min(n, centre + reach); pairs += 1) {
    if (wins === 0) wins = Math.ceil(pairs / 2);
    // The threshold never falls as pairs are added.
    while (wins <= pairs && mcnemarExact(wins, pairs - wins) > ALPHA) wins += 1;
    thresholds.push({ pairs, mass: binomialMass(pairs, n, discordance), wins });
  }
  return thresholds;
}

function power(thresholds: ReturnType<typeof criticalWins>, discordance: number, difference: number): number {
  const winShare = (1 + difference / discordance) / 2;
  let sum = 0;
  for (const { pairs, mass, wins } of thresholds) {
    if (wins > pairs || mass < 1e-12) continue;
    sum += mass * (binomialUpperTail(wins, pairs, winShare) + binomialUpperTail(wins, pairs, 1 - winShare));
  }
  return sum;
}
