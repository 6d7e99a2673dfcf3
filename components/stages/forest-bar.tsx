import { formatPoints } from "@/components/ui/format";
import type { PairedDifference } from "@/lib/contracts/run";
import classes from "./stages.module.css";

const WIDTH = 150;
const HEIGHT = 16;

/** Half-width of a common axis for several differences: the largest bound among them, at least 5 points, in steps of 5. */
export function forestReach(differences: PairedDifference[]): number {
  const bounds = differences.flatMap(({ low, high }) => [Math.abs(low ?? 0), Math.abs(high ?? 0)]);
  return Math.min(1, Math.max(0.05, Math.ceil(Math.max(0, ...bounds) * 20 - 1e-9) / 20));
}

/** A difference as a dot and its interval as a line about zero; `reach` is the half-width of the axis on the score scale. */
export function ForestBar({ difference, reach }: { difference: PairedDifference; reach: number }) {
  const { difference: mean, low, high } = difference;
  if (mean === null || low === null || high === null) return null;
  const x = (value: number) => WIDTH / 2 + (Math.max(-reach, Math.min(reach, value)) / reach) * (WIDTH / 2 - 4);
  const colour = low > 0 ? "var(--fixed)" : high < 0 ? "var(--broken)" : "var(--ink-soft)";
  const label = `${formatPoints(mean)} points, interval ${formatPoints(low)} to ${formatPoints(high)}`;
  return (
    <svg className={classes.interval} width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <title>{label}</title>
      <line x1={WIDTH / 2} x2={WIDTH / 2} y1={0} y2={HEIGHT} stroke="var(--line-strong)" />
      <line x1={x(low)} x2={x(high)} y1={HEIGHT / 2} y2={HEIGHT / 2} stroke={colour} strokeWidth={1.6} />
      <line x1={x(low)} x2={x(low)} y1={HEIGHT / 2 - 3} y2={HEIGHT / 2 + 3} stroke={colour} strokeWidth={1.6} />
      <line x1={x(high)} x2={x(high)} y1={HEIGHT / 2 - 3} y2={HEIGHT / 2 + 3} stroke={colour} strokeWidth={1.6} />
      <circle cx={x(mean)} cy={HEIGHT / 2} r={3.2} fill={colour} />
    </svg>
  );
}
