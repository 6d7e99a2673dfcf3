import type { Estimate } from "@/lib/contracts/run";
import classes from "./stages.module.css";

const WIDTH = 120;
const HEIGHT = 12;

/** A mean as a tick and its interval as a bar, on the scale from 0 to 100. Reads itself to a screen reader. */
export function IntervalBar({ estimate, colour = "var(--series-avg)" }: { estimate: Estimate; colour?: string }) {
  const { mean, low, high } = estimate;
  if (mean === null || low === null || high === null) return null;
  const label = `${(mean * 100).toFixed(1)}, interval ${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)}`;
  return (
    <svg className={classes.interval} width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <title>{label}</title>
      <line x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} stroke="var(--line)" />
      <rect x={low * WIDTH} width={Math.max(1, (high - low) * WIDTH)} y={3} height={HEIGHT - 6} fill={colour} opacity={0.35} />
      <rect x={Math.min(WIDTH - 2, Math.max(0, mean * WIDTH - 1))} width={2} y={0} height={HEIGHT} fill={colour} />
    </svg>
  );
}
