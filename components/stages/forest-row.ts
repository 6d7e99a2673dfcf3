import { differenceVerdict } from "@/components/runs/verdict";
import { formatCount, formatPoints, formatShare } from "@/components/ui/format";
import type { CategoryComparison, PairedDifference } from "@/lib/contracts/run";

/** With 16 categories a one-sided test needs this many unanimous discordant cases (METHODS.md, section 3). */
const FEW_DISCORDANT = 9;

/** Whether a category has too few discordant cases for a test: then its flips and P(worse) speak instead. */
export const tooFewForTest = ({ fixed, broken }: Pick<CategoryComparison, "fixed" | "broken">): boolean =>
  fixed + broken < FEW_DISCORDANT;

const p = (value: number | null) => (value === null ? "–" : value < 0.001 ? "below 0.001" : value.toFixed(3));

/** The last columns of a row: what speaks for or against the difference, in a few words. */
export function evidenceOf(row: CategoryComparison): string {
  if (row.fixed + row.broken === 0) return "no flip";
  if (tooFewForTest(row)) {
    return row.probabilityWorse === null
      ? "too few flips for a test"
      : `too few flips for a test; P(worse) ${row.probabilityWorse.toFixed(2)}`;
  }
  return `p ${p(row.pHolm)} Holm, ${p(row.pBenjaminiHochberg)} BH`;
}

/** The evidence, and whether the difference is inside the noise where there are flips enough to say so. */
export function verdictOf(row: CategoryComparison, metric: PairedDifference["metric"], noise: number | null): string {
  const inside = !tooFewForTest(row) && differenceVerdict(row[metric], noise).kind === "noise";
  return `${evidenceOf(row)}${inside ? "; inside the noise" : ""}`;
}

/** A row in one sentence, for those who hear it. `noise`: half-width of the A/A noise, null where not measured. */
export function sentenceOf(row: CategoryComparison, metric: PairedDifference["metric"], noise: number | null): string {
  const { difference, low, high, minimumDetectable } = row[metric];
  if (difference === null || low === null || high === null) return `${row.category}: not scored in both runs.`;
  const parts = [
    `${row.category}: ${formatPoints(difference)} points, interval ${formatPoints(low)} to ${formatPoints(high)}`,
    `n ${formatCount(row.n)}`,
    `${formatCount(row.broken)} broken, ${formatCount(row.fixed)} fixed`,
    evidenceOf(row),
    ...(minimumDetectable === null ? [] : [`detectable ${formatShare(minimumDetectable)}`]),
    ...(noise !== null && Math.abs(difference) <= noise ? ["inside the noise"] : []),
  ];
  return `${parts.join("; ")}.`;
}

/** Ticks of an axis from −reach to reach, on the score scale: zero, the ends and the halves. */
export const ticksOf = (reach: number): number[] => [-reach, -reach / 2, 0, reach / 2, reach];
