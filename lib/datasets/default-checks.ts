import type { Check } from "@/lib/contracts/case";

/**
 * Checks of a case that came without any: both decide Effectiveness, so that without a judge Accuracy stays open instead of
 * being right by default.
 */
export const DEFAULT_CHECKS: readonly Check[] = [
  { id: "addresses-query", kind: "judge", metric: "effectiveness", core: true, question: "addresses-query" },
  { id: "reply-length", kind: "reply-length", metric: "effectiveness", core: true, min: 1, max: 2_000, unit: "characters" },
];

/** Tells a case whose only checks are the default ones. */
export const hasDefaultChecks = (checks: readonly Check[]): boolean =>
  checks.length === DEFAULT_CHECKS.length && checks.every((check, index) => check.id === DEFAULT_CHECKS[index]?.id);

export const NO_CHECK = "no check: give one, or choose default checks";
