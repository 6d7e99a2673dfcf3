/** 2.5 only where it is a whole number of milliseconds: labels have no decimals. */
const stepsFor = (power: number) => (power >= 10 ? [1, 2, 2.5, 5, 10] : [1, 2, 5, 10]);

/** Round times for the axis, from 0, at most about five within the span. */
export function axisTicks(spanMs: number): number[] {
  const rough = spanMs / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (stepsFor(power).find((factor) => factor * power >= rough) ?? 10);
  return Array.from({ length: Math.floor(spanMs / step) + 1 }, (_, index) => index * step);
}

/** The trajectory's budget as harness.yaml sets it, in milliseconds; null where it sets none. */
export function trajectoryBudget(harnessYaml: string): number | null {
  const found = /^[^#\n]*\btrajectoryTimeoutMs["']?\s*:\s*(\d{1,7})\b/m.exec(harnessYaml);
  return found ? Number(found[1]) : null;
}
