import "server-only";
import type { TrialCase } from "@/lib/contracts/trial";
import type { CaseEvaluation } from "@/lib/evaluation/evaluate-case";
import { averageScore } from "@/lib/evaluation/score";
import type { ChosenCase } from "@/lib/evolution/trial-cases";

const EPSILON = 1e-9;

/** What a score came to against the one before; `unscored` where there is none. */
export function outcomeOf(before: number | null, after: number | null): TrialCase["outcome"] {
  if (after === null || before === null) return "unscored";
  if (after > before + EPSILON) return "fixed";
  return after < before - EPSILON ? "broken" : "same";
}

export function noteOn({ state, reason, checks }: CaseEvaluation): string {
  if (state !== "scored") return reason ?? "It could not be scored.";
  const failed = checks.filter((check) => check.verdict === "failed");
  return failed.map((check) => `${check.id}: ${check.why}`).join("; ");
}

/** A replayed case beside its result in the stage's base run. */
export function trialCaseOf({ one, why }: ChosenCase, evaluation: CaseEvaluation): TrialCase {
  const { item, result } = one;
  const { accuracy, effectiveness } = evaluation;
  const after = averageScore({ accuracy, effectiveness });
  return {
    case: item.id,
    category: item.category,
    priority: item.priority,
    comment: result.comment,
    why,
    before: { accuracy: result.accuracy, effectiveness: result.effectiveness },
    after: after === null ? null : { accuracy, effectiveness },
    beforeReply: result.reply,
    afterReply: evaluation.trajectory.reply,
    outcome: outcomeOf(averageScore(result), after),
    note: noteOn(evaluation),
  };
}
