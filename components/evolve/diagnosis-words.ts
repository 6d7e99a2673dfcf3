import { amountText } from "@/components/runs/budget-form";
import { formatCount } from "@/components/ui/format";
import type { Diagnosis, DiagnosisProgress, Spent } from "@/lib/contracts/evolution";

const phases: Record<DiagnosisProgress["phase"], string> = {
  clustering: "Clustering the failures without a model",
  coding: "Coding the first wrong step of each failure",
  induction: "Finding common causes",
  membership: "Deciding case by case which cause it has",
  "second-seed": "Doing it again in another order, to see what holds",
  proposing: "Writing proposals",
  verifying: "Verifying each proposal",
};

/** "Coding the first wrong step of each failure, 12 of 40". */
export const phaseText = ({ phase, done, total }: DiagnosisProgress): string =>
  total > 0 ? `${phases[phase]}, ${formatCount(done)} of ${formatCount(total)}` : phases[phase];

/** "12 calls, 48,000 tokens, $0.31"; null where no model was asked. A price of null is that of an endpoint without one. */
export function spentWords({ calls, tokens, cost }: Spent): string | null {
  if (calls === 0) return null;
  const priced = cost === null ? "price unknown" : amountText("cost", cost);
  return `${amountText("calls", calls)}, ${amountText("tokens", tokens)}, ${priced}`;
}

/** Where a phase stood at a moment, in milliseconds. */
export interface PhaseMark {
  phase: DiagnosisProgress["phase"];
  done: number;
  at: number;
}

/** Seconds that a phase still takes at its pace since the mark; null where that is not yet known. */
export function secondsLeft(mark: PhaseMark | null, progress: DiagnosisProgress, now: number): number | null {
  if (mark === null || mark.phase !== progress.phase) return null;
  const [steps, ms] = [progress.done - mark.done, now - mark.at];
  if (steps < 2 || ms < 1_000 || progress.done >= progress.total) return null;
  return ((ms / steps) * (progress.total - progress.done)) / 1_000;
}

/** How far two clusterings agree, by their adjusted Rand index: 1 is the same grouping, 0 what chance would give. */
export function agreementWords(adjustedRand: number | null): string {
  if (adjustedRand === null) return "cannot be compared";
  if (adjustedRand >= 0.9) return "nearly the same";
  if (adjustedRand >= 0.65) return "largely alike";
  if (adjustedRand >= 0.3) return "alike in part";
  return adjustedRand >= 0.1 ? "hardly alike" : "no more alike than by chance";
}

/** Why a diagnosis has ended without being complete, and what to do about it; null where it is complete or running. */
export function endedWords({ status, error, progress, newer }: Diagnosis): { cause: string; next: string } | null {
  if (status !== "failed" && status !== "stopped") return null;
  const parts = [
    status === "failed" ? `The diagnosis failed. ${error ?? "No reason was given."}` : (error ?? "The diagnosis was stopped."),
    progress ? `It had come to: ${phaseText(progress)}.` : "",
    newer ? "The earlier diagnosis stays." : "",
  ];
  return {
    cause: parts.filter((part) => part !== "").join(" "),
    next:
      status === "failed"
        ? "Start it again, or choose another analyst."
        : "Diagnose again; with a larger budget where it ran out, or with the heuristic, which asks no model.",
  };
}
