import { formatCount, formatDuration, formatShare } from "@/components/ui/format";
import type { Estimate } from "@/lib/contracts/run";

/** A score from 0 to 1 in per cent with two decimals, as the headline figures show it: 0.9255 → "92.55"; null → "–". */
export const formatScore = (score: number | null): string => (score === null ? "–" : (score * 100).toFixed(2));

/** A p value with three decimals, never as zero: 0.0352 → "0.035", 0.00001 → "< 0.001"; null → "–". */
export function formatP(p: number | null): string {
  if (p === null) return "–";
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

/** Cases a second: "12.4"; null → "–". */
export const formatRate = (rate: number | null): string => (rate === null ? "–" : rate.toFixed(1));

/** Seconds to go, in whole seconds because it is a guess: 26.4 → "27 s", 200 → "3 min 20 s". */
export function formatRemaining(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : formatDuration(whole * 1_000);
}

/** What an estimate rests on: "79.5 to 90.8, n 144, 338 unscored". */
export function estimateWords({ low, high, n, unscored }: Estimate): string {
  const interval = low === null ? "" : `${formatShare(low)} to ${formatShare(high)}, `;
  return `${interval}n ${formatCount(n)}${unscored > 0 ? `, ${formatCount(unscored)} unscored` : ""}`;
}
