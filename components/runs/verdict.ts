import { formatShare } from "@/components/ui/format";
import type { PairedDifference } from "@/lib/contracts/run";
import { formatP } from "./format";

export type VerdictKind = "better" | "worse" | "noise" | "unknown";

/** What a paired difference says, as a kind and in words. */
export interface Verdict {
  kind: VerdictKind;
  label: string;
  sentence: string;
}

const LEVEL = 0.05;

/**
 * Reads a paired difference: better or worse where the 95 % interval excludes zero, the test agrees (p below 0.05) and the
 * difference is beyond the measured A/A noise; inside the noise otherwise; unknown where nothing was paired. `noise`: what
 * two equal runs differ by, on the score scale; null where it was not measured.
 */
export function differenceVerdict(difference: PairedDifference, noise: number | null = null): Verdict {
  const { low, high, p, minimumDetectable, n } = difference;
  if (n === 0 || low === null || high === null || difference.difference === null) {
    return { kind: "unknown", label: "Not comparable", sentence: "No case was scored in both runs." };
  }
  const detectable =
    minimumDetectable === null
      ? ""
      : ` With ${n} cases this comparison finds a difference of ${formatShare(minimumDetectable)} points or more.`;
  const outside = low > 0 || high < 0;
  const certain = outside && (p === null || p < LEVEL);
  const repeated = noise === null ? "" : ` Two equal runs differ by up to ${formatShare(noise)} points.`;
  if (certain && (noise === null || Math.abs(difference.difference) > noise)) {
    const better = low > 0;
    return {
      kind: better ? "better" : "worse",
      label: better ? "Better" : "Worse",
      sentence: `The interval lies ${better ? "above" : "below"} zero.${repeated}${detectable}`,
    };
  }
  const why = certain
    ? "two equal runs differ by as much"
    : outside
      ? `the test does not agree with the interval (p ${formatP(p)})`
      : "the interval includes zero";
  return { kind: "noise", label: "Inside the noise", sentence: `Inside the noise: ${why}.${repeated}${detectable}` };
}
