import { incompleteBeta, logBeta } from "./beta";

/**
 * E-value against "no more losses than wins" from `losses` and `wins` among discordant cases seen in random order
 * (METHODS.md section 3): 2^(L+W+1) · ∫ from ½ to 1 of p^L (1−p)^W dp. Valid at any moment: halting at E ≥ 1/α errs with
 * probability at most α.
 */
export function eProcess(losses: number, wins: number): number {
  const scale = Math.exp((losses + wins + 1) * Math.LN2 + logBeta(losses + 1, wins + 1));
  return scale * probabilityWorse(losses, wins);
}

/** Probability (0 to 1) that losses are the more likely of the two, from the flips alone; uniform prior (beta-binomial). */
export function probabilityWorse(losses: number, wins: number): number {
  return incompleteBeta(0.5, wins + 1, losses + 1);
}
