import type { ArmMean, Experiment, OutcomeSnapshot, RelativeChange } from "@/lib/contracts/traffic";

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;

/** A p as it is said: never as 0. */
const chance = (p: number): string => (p < 0.0001 ? "less than 0.0001" : p.toFixed(4));

/** Whether the arms are as large as they were to be, in a sentence. */
export function sampleRatioWords({ expected, found, p, mismatch }: OutcomeSnapshot["sampleRatio"]): string {
  const sizes = `${percent(found)} of the users are in the treatment; ${percent(expected)} were planned (p ${chance(p)}).`;
  return mismatch
    ? `Sample ratio mismatch: ${sizes} Chance does not explain it: look for users who are missing in one arm before you read anything into the figures.`
    : `The sizes of the arms fit: ${sizes}`;
}

/** What a change says about chance, in words. */
export function changeWords({ relative, low, high }: RelativeChange): string {
  if (relative === null) return "control has none, so there is nothing to relate it to";
  if (low === null || high === null) return "too few users for an interval";
  if (low > 0) return "more than control";
  return high < 0 ? "less than control" : "inside the noise";
}

/** Why figures are preliminary, in a sentence; null where they are not. */
export const preliminaryWords = ({ preliminary }: Pick<OutcomeSnapshot, "preliminary">): string | null =>
  preliminary.length === 0 ? null : `Preliminary: ${preliminary.join("; ")}.`;

/** A mean per user: four decimals say an order rate, two an amount. */
export const meanText = ({ mean }: ArmMean, decimals: number): string => (mean === null ? "–" : mean.toFixed(decimals));

export const meanInterval = ({ low, high }: ArmMean, decimals: number): string =>
  low === null || high === null ? "" : `${low.toFixed(decimals)} – ${high.toFixed(decimals)}`;

/** "90 % production, 10 % canary" */
export const splitWords = ({ arms }: Pick<Experiment, "arms">): string =>
  arms.map(({ share, channel }) => `${Number((share * 100).toFixed(1))} % ${channel}`).join(", ");
