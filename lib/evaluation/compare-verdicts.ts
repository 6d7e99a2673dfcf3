import type { CategoryComparison, NoiseFloor, NonInferiority, PairedDifference } from "@/lib/contracts/run";
import { benjaminiHochberg, holm } from "@/lib/stats/multiple-tests";
import type { ScoreName } from "./case-scores";

/**
 * Whether head is at most `margin` (0 to 1, set beforehand) worse than base, metric by metric, from the 95 % interval: above
 * −margin as a whole is non-inferior, below it as a whole inferior, anything else undecided.
 */
export function nonInferiorityOf(differences: readonly PairedDifference[], margin: number): NonInferiority[] {
  return differences.map(({ metric, low, high }) => {
    const verdict =
      low === null || high === null ? "undecided" : low > -margin ? "non-inferior" : high < -margin ? "inferior" : "undecided";
    return { metric, margin, low, verdict };
  });
}

/** A pair of runs of one version, and half the width of the interval of their difference by score. */
export interface NoisePair {
  base: string;
  run: string;
  halfWidth: Record<ScoreName, number | null>;
}

/** The widest of the pairs, score by score; null where none was measured. */
export function noiseFloorOf(pairs: readonly NoisePair[]): NoiseFloor | null {
  const measured = pairs.filter((pair) => pair.halfWidth.avg !== null);
  if (measured.length === 0) return null;
  const widest = (score: ScoreName) => Math.max(...measured.map((pair) => pair.halfWidth[score] ?? 0));
  return {
    accuracy: widest("accuracy"),
    effectiveness: widest("effectiveness"),
    avg: widest("avg"),
    pairs: measured.map(({ base, run }) => ({ base, run })),
  };
}

/** Holm over several runs against one base, metric by metric; in the order given. */
export function holmOverRuns(runs: readonly (readonly PairedDifference[])[]): Record<ScoreName, number | null>[] {
  const adjusted = (score: ScoreName) => holm(runs.map((own) => own.find((one) => one.metric === score)?.p ?? null));
  const accuracy = adjusted("accuracy");
  const effectiveness = adjusted("effectiveness");
  const avg = adjusted("avg");
  return runs.map((_, index) => ({
    accuracy: accuracy[index] ?? null,
    effectiveness: effectiveness[index] ?? null,
    avg: avg[index] ?? null,
  }));
}

/** The categories of several runs against one base, with p adjusted over all cells of categories and runs. */
export function adjustOverRuns(runs: readonly (readonly CategoryComparison[])[]): CategoryComparison[][] {
  const p = runs.flatMap((own) => own.map((category) => category.avg.p));
  const strict = holm(p);
  const lenient = benjaminiHochberg(p);
  let place = 0;
  return runs.map((own) =>
    own.map((category) => {
      const adjusted = { pHolm: strict[place] ?? null, pBenjaminiHochberg: lenient[place] ?? null };
      place += 1;
      return { ...category, ...adjusted };
    }),
  );
}
