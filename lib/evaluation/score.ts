import type { Metric } from "@/lib/contracts/case";
import type { CaseScore, CaseState, CheckResult, UnscoredKind } from "@/lib/contracts/run";
import type { Trajectory } from "@/lib/contracts/trajectory";
import type { PanelVerdict } from "./judge/tally-votes";

/** Ends that are decisions: what was or was not said is scored. A recovered reply counts as the reply it is. */
const REPLIED = new Set<Trajectory["stopReason"]>(["replied", "recovered", "suppressed", "rejected"]);

export type ScoredCase = CaseScore & { state: CaseState; reason: string | null; unscoredKind: UnscoredKind | null };

/** Faults of the model's service: they say nothing about harness or policy. */
const INFRASTRUCTURE = new Set([
  "timeout",
  "malformed",
  "unreachable",
  "unauthorized",
  "not-found",
  "rate-limited",
  "bad-request",
  "server-error",
  "aborted",
]);

/**
 * Scores a case (TaoLive report, section 4.2). Accuracy: 1 where every check passed, else 0. Effectiveness: 0 where a core
 * check failed, 0.5 where another failed, else 1. A metric is decided by its checks that have a verdict and is null without
 * one. A trajectory that the harness or policy broke off (rounds or time spent, malformed output) scores 0; one that the
 * model's service broke off is unscored.
 */
export function scoreCase(checks: readonly CheckResult[], trajectory: Pick<Trajectory, "stopReason" | "failure">): ScoredCase {
  const { stopReason, failure } = trajectory;
  const ended = REPLIED.has(stopReason);
  if (!ended) {
    const reason = failure ? `${failure.type}: ${failure.message}` : describeStop(stopReason);
    if (stopReason === "aborted" || isInfrastructureFailure({ stopReason, failure })) return unscored("infrastructure", reason);
    const zero = (metric: Metric) => (checks.some((check) => check.metric === metric) ? 0 : null);
    return { state: "failed", reason, unscoredKind: null, accuracy: zero("accuracy"), effectiveness: zero("effectiveness") };
  }
  // A judge that cannot tell disagrees with nobody; leaving a label out must not make its agreement look better.
  const abstention = checks.find((check) => check.kind === "human-label" && check.verdict === "unscored");
  if (abstention) return unscored("judge-abstained", abstention.why);
  const decided = checks.filter((check) => check.verdict !== "unscored");
  if (decided.length === 0) return unscored("no-judge", "No check could be decided without a judge.");
  const accuracy = of(decided, "accuracy");
  const effectiveness = of(decided, "effectiveness");
  return {
    state: "scored",
    reason: null,
    unscoredKind: null,
    accuracy: accuracy && (accuracy.some(failed) ? 0 : 1),
    effectiveness:
      effectiveness && (effectiveness.some((check) => check.core && failed(check)) ? 0 : effectiveness.some(failed) ? 0.5 : 1),
  };
}

/** Whether there is something to judge: a reply, or the decision to stay silent. */
export const isJudged = ({ stopReason }: Pick<Trajectory, "stopReason">): boolean => REPLIED.has(stopReason);

/**
 * Scores a case by its panel. The panel decides Accuracy and Effectiveness; programs are certain and can only lower them: a
 * failed accuracy check makes Accuracy 0, a failed core effectiveness check makes Effectiveness 0, another one bounds it by
 * 0.5. Where the panel came to nothing on a score that no program has decided, the case is unscored, though its checks passed.
 * A trajectory that the harness, the policy or its service broke off is scored as without a panel.
 */
export function scoreByPanel(
  checks: readonly CheckResult[],
  trajectory: Pick<Trajectory, "stopReason" | "failure">,
  panel: PanelVerdict,
): ScoredCase {
  if (!isJudged(trajectory)) return scoreCase(checks, trajectory);
  const programs = checks.filter((check) => check.kind !== "judge" && failed(check));
  const accuracy = programs.some((check) => check.metric === "accuracy") ? 0 : panel.accuracy;
  const failures = programs.filter((check) => check.metric === "effectiveness");
  const bound = failures.some((check) => check.core) ? 0 : failures.length > 0 ? 0.5 : 1;
  const effectiveness = bound === 0 ? 0 : panel.effectiveness === null ? null : Math.min(panel.effectiveness, bound);
  if (accuracy === null || effectiveness === null)
    return unscored(panel.failed ? "judge-error" : "judge-abstained", panel.reason);
  return { state: "scored", reason: null, unscoredKind: null, accuracy, effectiveness };
}

/** Whether the model's service broke the trajectory off. */
export function isInfrastructureFailure({ stopReason, failure }: Pick<Trajectory, "stopReason" | "failure">): boolean {
  return stopReason === "model-error" && failure !== undefined && INFRASTRUCTURE.has(failure.type);
}

const failed = (check: CheckResult) => check.verdict === "failed";

function of(checks: readonly CheckResult[], metric: Metric): CheckResult[] | null {
  const own = checks.filter((check) => check.metric === metric);
  return own.length === 0 ? null : own;
}

function unscored(unscoredKind: UnscoredKind, reason: string): ScoredCase {
  return { state: "unscored", reason, unscoredKind, accuracy: null, effectiveness: null };
}

function describeStop(stopReason: Trajectory["stopReason"]): string {
  const words: Partial<Record<Trajectory["stopReason"], string>> = {
    "round-limit": "The rounds ran out before a reply.",
    "trajectory-timeout": "The time of the task ran out before a reply.",
    "model-error": "The model gave no usable reply.",
    "module-error": "A custom module failed.",
    aborted: "The run was stopped before the case ended.",
  };
  return words[stopReason] ?? stopReason;
}

/** AVG of a case: the mean of the two scores, before rounding; of the one there is where the case measures one only. */
export function averageScore({ accuracy, effectiveness }: CaseScore): number | null {
  if (accuracy === null) return effectiveness;
  if (effectiveness === null) return accuracy;
  return (accuracy + effectiveness) / 2;
}
