import { formatCount, formatShare } from "@/components/ui/format";
import type { Judge } from "@/lib/contracts/judge";
import type { JudgeCalibration } from "@/lib/contracts/release-gate";

export interface CalibrationState {
  /** The newest of the judge as it is now, or where there is none of its newest earlier version. */
  calibration: JudgeCalibration | null;
  /** The judge is another version since. */
  changed: boolean;
}

/** What is known of a judge's agreement with people; `calibrations` are newest first. */
export function calibrationState(
  judge: Pick<Judge, "id" | "version">,
  calibrations: readonly JudgeCalibration[],
): CalibrationState {
  const own = calibrations.filter((one) => one.judge === judge.id);
  const current = own.find((one) => one.judgeVersion === judge.version);
  return { calibration: current ?? own[0] ?? null, changed: current === undefined && own.length > 0 };
}

type Rate = JudgeCalibration["metrics"]["accuracy"]["truePositive"];

/** A rate in per cent with what it is of. */
export const rateText = ({ rate, n }: Rate): string => `${formatShare(rate)} (n ${formatCount(n)})`;

/** A rate that nobody could measure is not above a floor either. */
export const isBelow = ({ rate }: Rate, floor: number): boolean => rate === null || rate < floor;
