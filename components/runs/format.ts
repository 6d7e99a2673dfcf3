/** A score from 0 to 1 in per cent with two decimals, as the headline figures show it: 0.9255 → "92.55"; null → "–". */
export const formatScore = (score: number | null): string => (score === null ? "–" : (score * 100).toFixed(2));

/** A p value with three decimals, never as zero: 0.0352 → "0.035", 0.00001 → "< 0.001"; null → "–". */
export function formatP(p: number | null): string {
  if (p === null) return "–";
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

/** Cases a second: "12.4"; null → "–". */
export const formatRate = (rate: number | null): string => (rate === null ? "–" : rate.toFixed(1));
