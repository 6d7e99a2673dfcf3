import type { Step } from "@/lib/contracts/trajectory";
import { stepDuration, stepTokens } from "./step-facts";

/** Head minus base; null where either side does not say. */
export interface StepDelta {
  ms: number | null;
  tokens: number | null;
}

const minus = (head: number | null, base: number | null) => (head === null || base === null ? null : head - base);

export const stepDelta = (base: Step, head: Step): StepDelta => ({
  ms: minus(stepDuration(head), stepDuration(base)),
  tokens: minus(stepTokens(head), stepTokens(base)),
});

const signed = (value: number): string => `${value < 0 ? "−" : "+"}${new Intl.NumberFormat("en").format(Math.abs(value))}`;

/** "+120 ms, −30 tokens"; what is unknown or the same is left out, and nothing is left of a step of which all is. */
export function deltaText({ ms, tokens }: StepDelta): string {
  const time = ms === null ? 0 : Math.round(ms);
  return [
    ...(time === 0 ? [] : [`${signed(time)} ms`]),
    ...(tokens === null || tokens === 0 ? [] : [`${signed(tokens)} tokens`]),
  ].join(", ");
}
