import type { GateItem } from "@/lib/contracts/gates";

/** A mean of scores may end a hair beside what it is equal to. */
const ROUNDING = 1e-9;

/** A score in percent, with one decimal; more where one would show a difference that is not there. */
export const shareText = (value: number): string => `${Number((100 * value).toFixed(2))} %`;

/** A difference of scores in points, with its sign. */
export const pointsText = (value: number): string => `${value < 0 ? "−" : "+"}${Number(Math.abs(100 * value).toFixed(2))} points`;

export const incomplete = (name: string, wanted: string, why: string, found = "nothing"): GateItem => ({
  name,
  state: "incomplete",
  found,
  wanted,
  why,
});

/** Decided by whether `value` is on the right side of `limit`. */
export function decide(
  name: string,
  value: number | null,
  limit: { least?: number; most?: number },
  text: (value: number) => string,
  missing: string,
): GateItem {
  const wanted = limit.least === undefined ? `at most ${text(limit.most ?? 0)}` : `at least ${text(limit.least)}`;
  if (value === null || !Number.isFinite(value)) return incomplete(name, wanted, missing);
  const passed = limit.least === undefined ? value <= (limit.most ?? 0) + ROUNDING : value >= limit.least - ROUNDING;
  const found = text(value);
  return { name, state: passed ? "passed" : "failed", found, wanted, why: `${found} is ${passed ? "" : "not "}${wanted}.` };
}
