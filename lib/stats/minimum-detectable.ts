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
  for (let step = 0; step < 16; step += 1) {
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
  const reach = 6 * Math.sqrt(centre * (1 - discordance)) + 6;
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

/** Probability that the test rejects: over the numbers of discordant pairs, that the wins (or the losses) reach the threshold. */
function power(thresholds: ReturnType<typeof criticalWins>, discordance: number, difference: number): number {
  const winShare = (1 + difference / discordance) / 2;
  return reached(thresholds, winShare) + reached(thresholds, 1 - winShare);
}

/**
 * Σ mass · P(Binomial(pairs, share) ≥ wins). From one number of pairs to the next the tail grows by share times the mass just
 * below the threshold, and falls by the mass at the threshold where that moves up; so only the first tail is evaluated.
 */
function reached(thresholds: ReturnType<typeof criticalWins>, share: number): number {
  const first = thresholds[0];
  if (first === undefined || share <= 0) return 0;
  if (share >= 1) return thresholds.reduce((sum, { pairs, mass, wins }) => sum + (wins <= pairs ? mass : 0), 0);
  let { pairs, wins } = first;
  let tail = binomialUpperTail(wins, pairs, share);
  let sum = 0;
  for (const next of thresholds) {
    for (; pairs < next.pairs; pairs += 1) tail += share * binomialMass(wins - 1, pairs, share);
    for (; wins < next.wins; wins += 1) tail -= binomialMass(wins, pairs, share);
    if (next.wins <= next.pairs) sum += next.mass * tail;
  }
  return sum;
}
