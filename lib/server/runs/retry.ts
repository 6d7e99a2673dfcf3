import "server-only";
import type { CaseEvaluation } from "@/lib/evaluation/evaluate-case";
import { isInfrastructureFailure } from "@/lib/evaluation/score";

/** Faults of a service that may have passed when one tries again; a refused key or an unknown model has not. */
const PASSING = new Set(["timeout", "malformed", "unreachable", "rate-limited", "server-error"]);
const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** Whether a case ended in a fault of the model's service that may pass. */
export const isPassing = ({ trajectory }: Pick<CaseEvaluation, "trajectory">): boolean =>
  isInfrastructureFailure(trajectory) && PASSING.has(trajectory.failure?.type ?? "");

/**
 * How long to wait before a case is tried again, in milliseconds: drawn evenly from zero to 500 ms, doubled with every attempt
 * up to 30 s ("full jitter"), so that cases which failed together do not come back together. `attempts` counts those made.
 */
export const retryDelay = (attempts: number, draw: () => number = Math.random): number =>
  draw() * Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempts - 1));
