import { formatPoints } from "@/components/ui/format";
import type { PairedDifference } from "@/lib/contracts/run";
import classes from "./stages.module.css";

const WIDTH = 150;
const HEIGHT = 16;

/** Half-width of a common axis for several differences: the largest bound among them, at least 5 points, in steps of 5. */
export function forestReach(differences: readonly Pick<PairedDifference, "low" | "high">[]): number {
  const bounds = differences.flatMap(({ low, high }) => [Math.abs(low ?? 0), Math.abs(high ?? 0)]);
  return Math.min(1, Math.max(0.05, Math.ceil(Math.max(0, ...bounds) * 20 - 1e-9) / 20));
}

interface ForestBarProps {
  difference: Pick<PairedDifference, "difference" | "low" | "high">;
  /** Half-width of the axis on the score scale. */
  reach: number;
  /** Half-width of the A/A noise, drawn as a grey ribbon about zero. */
  noise?: number | null;
  /** Non-inferiority margin, drawn as a dashed line at its negative. */
  margin?: number | null;
  /** What the difference is read out in. */
  unit?: "points" | "percent";
  width?: number;
  height?: number;
}

/**
 * A difference with its interval about zero. The mark says the direction without colour: a triangle upwards where the
 * interval lies above zero, downwards where it lies below, a dot where it includes it.
 */
export function ForestBar(props: ForestBarProps) {
  const { difference, reach, noise = null, margin = null, unit = "points", width = WIDTH, height = HEIGHT } = props;
  const { difference: mean, low, high } = difference;
  if (mean === null || low === null || high === null) return null;
  const x = (value: number) => width / 2 + (Math.max(-reach, Math.min(reach, value)) / reach) * (width / 2 - 4);
  const middle = height / 2;
  const colour = low > 0 ? "var(--fixed)" : high < 0 ? "var(--broken)" : "var(--ink-soft)";
  const label = `${formatPoints(mean)} ${unit}, interval ${formatPoints(low)} to ${formatPoints(high)}`;
  const at = x(mean);
  return (
    <svg className={classes.interval} width={width} height={height} role="img" aria-label={label}>
      <title>{label}</title>
      {noise === null ? null : <rect x={x(-noise)} width={x(noise) - x(-noise)} y={0} height={height} fill="var(--noise)" />}
      <line x1={width / 2} x2={width / 2} y1={0} y2={height} stroke="var(--line-strong)" />
      {margin === null || margin > reach ? null : (
        <line x1={x(-margin)} x2={x(-margin)} y1={0} y2={height} stroke="var(--ink-faint)" strokeDasharray="3 2" />
      )}
      <line x1={x(low)} x2={x(high)} y1={middle} y2={middle} stroke={colour} strokeWidth={1.6} />
      <line x1={x(low)} x2={x(low)} y1={middle - 3} y2={middle + 3} stroke={colour} strokeWidth={1.6} />
      <line x1={x(high)} x2={x(high)} y1={middle - 3} y2={middle + 3} stroke={colour} strokeWidth={1.6} />
      {low > 0 ? (
        <path d={`M${at} ${middle - 5}l5 9h-10z`} fill={colour} />
      ) : high < 0 ? (
        <path d={`M${at} ${middle + 5}l5 -9h-10z`} fill={colour} />
      ) : (
        <circle cx={at} cy={middle} r={3.2} fill={colour} />
      )}
    </svg>
  );
}
