import "server-only";
import type { Case } from "@/lib/contracts/case";
import { type CaseResult, TrajectoryFeatures } from "@/lib/contracts/run";
import type { CaseEvaluation } from "@/lib/evaluation/evaluate-case";
import { timestamp } from "../ids";

/** The row that an evaluation is stored as. */
export function caseResultOf(
  place: { run: string; item: Case; repeat: number; seed: number; attempts: number },
  evaluation: CaseEvaluation,
): CaseResult {
  const { run, item, repeat, seed, attempts } = place;
  const { trajectory, checks, features, state, reason, unscoredKind, accuracy, effectiveness, votes } = evaluation;
  return {
    run,
    case: item.id,
    repeat,
    category: item.category,
    priority: item.priority,
    state,
    reason,
    unscoredKind,
    accuracy,
    effectiveness,
    comment: item.input.comments.map((comment) => comment.text).join("\n"),
    reply: trajectory.reply,
    failedChecks: checks.filter((check) => check.verdict === "failed").map((check) => check.id),
    wallMs: trajectory.timings.wallMs,
    ttftMs: trajectory.timings.ttftMs,
    promptTokens: trajectory.usage.promptTokens,
    completionTokens: trajectory.usage.completionTokens,
    calls: trajectory.usage.calls,
    attempts,
    reusedFrom: null,
    finishedAt: timestamp(),
    checks,
    features,
    seed,
    votes,
  };
}

const NOTHING_USED = {
  ...{ skills: [], tools: [], toolErrors: [], hooks: [], promptBlocks: [] },
  ...{ stopReason: "not-run", rounds: 0, retries: 0 },
};

/** The row of a case that came to nothing for a reason outside of harness and policy. */
export const resultWithoutReply = ({
  run,
  item,
  repeat,
  seed,
  reason,
}: {
  run: string;
  item: Case;
  repeat: number;
  seed: number;
  reason: string;
}): CaseResult => ({
  run,
  case: item.id,
  repeat,
  category: item.category,
  priority: item.priority,
  state: "unscored",
  reason,
  unscoredKind: "infrastructure",
  accuracy: null,
  effectiveness: null,
  comment: item.input.comments.map((comment) => comment.text).join("\n"),
  reply: "",
  failedChecks: [],
  wallMs: 0,
  ttftMs: null,
  promptTokens: null,
  completionTokens: null,
  calls: 0,
  attempts: 0,
  reusedFrom: null,
  finishedAt: timestamp(),
  checks: [],
  features: TrajectoryFeatures.parse(NOTHING_USED),
  seed,
  votes: [],
});
