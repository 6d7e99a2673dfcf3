import type { Trajectory } from "@/lib/contracts/trajectory";
import type { EvaluatedCase } from "../evaluated-case";
import { stepText } from "../quotes";

const MOST_STEP = 600;

/**
 * A failing case as the analyst model reads it: comments, dialogue, what failed and why, and the steps with their numbers
 * (prompts left out: the bundle is given once). The reference reply and the answers of checks are never part of it.
 */
export function caseDigest({ item, result }: EvaluatedCase, trajectory: Trajectory | null): string {
  const steps = (trajectory?.steps ?? []).flatMap((step, index) => {
    if (step.type === "boundary" || step.type === "model-call") return [];
    const text = stepText(step);
    return [`  step ${index} ${step.type}: ${text.length > MOST_STEP ? text.slice(0, MOST_STEP) : text}`];
  });
  const failed = result.checks.filter((check) => check.verdict === "failed");
  return [
    `case ${item.id} (category ${item.category}, priority ${item.priority}, channel ${item.channel})`,
    ...item.dialogue.map((turn) => `  earlier, ${turn.role}: ${turn.content}`),
    ...item.input.comments.map((comment) => `  comment: ${comment.text}`),
    `  ended: ${result.features.stopReason}; Accuracy ${result.accuracy ?? "none"}, Effectiveness ${result.effectiveness ?? "none"}`,
    ...failed.map((check) => {
      const description = item.checks.find((one) => one.id === check.id)?.description;
      return `  failed ${check.metric} check ${check.kind}${description === undefined ? "" : ` (${description})`}`;
    }),
    ...steps,
  ].join("\n");
}
