import { binomialMass, binomialUpperTail } from "./binomial";

/** Two-sided exact McNemar test from the discordant counts (integers ≥ 0); 1 where there are none. */
export function mcnemarExact(wins: number, losses: number): number {
  const n = wins + losses;
  if (n === 0) return 1;
  return Math.min(1, 2 * binomialUpperTail(Math.max(wins, losses), n, 0.5));
}

/** Two-sided mid-p McNemar test: the exact one less half the probability of the observed split, doubled. */
export function mcnemarMidP(wins: number, losses: number): number {
  const n = wins + losses;
  if (n === 0 || wins === losses) return 1;
  const more = Math.max(wins, losses);
  return Math.min(1, 2 * binomialUpperTail(more, n, 0.5) - binomialMass(more, n, 0.5));
}
