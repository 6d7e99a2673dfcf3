import type { Check } from "@/lib/contracts/case";
import type { Step, Trajectory } from "@/lib/contracts/trajectory";
import type { EvaluatedCase, TrajectorySource } from "../evaluated-case";
import { stepText } from "../quotes";
import { dataBlock, shortened } from "./data-block";
import type { AnalystSettings } from "./settings";

const normal = (text: string) => text.normalize("NFKC").toLowerCase();

type Lengths = Pick<AnalystSettings, "mostStepCharacters">;

/** Values that only an answer of the check has; a description that holds one is not shown. */
function answersOf(check: Check): string[] {
  if (check.kind === "reply-contains") return check.any;
  return check.kind === "tool-called" ? Object.values(check.arguments ?? {}).map(String) : [];
}

function descriptionOf(check: Check | undefined): string {
  const description = check?.description;
  if (check === undefined || description === undefined) return "";
  const says = normal(description);
  return answersOf(check).some((answer) => answer.trim().length > 1 && says.includes(normal(answer))) ? "" : ` (${description})`;
}

/** What a step adds to the story; "" where it adds nothing. Every text shown stands in `stepText`, so that it can be quoted. */
function shownText(step: Step, reply: string): string {
  switch (step.type) {
    case "boundary":
      return "";
    case "model-call":
      // The prompt is in the bundle, tool calls have steps of their own, and the last answer is the reply.
      if (!step.outcome.ok) return step.outcome.error.message;
      return step.outcome.content === reply ? "" : step.outcome.content;
    case "hook":
      return step.decision === "allow" ? "" : stepText(step);
    default:
      return stepText(step);
  }
}

/**
 * A case as the analyst model reads it: comments, dialogue, what failed, and the steps with their numbers (prompts left out:
 * the bundle is given once). The reference reply and the answers of checks are never part of it.
 */
function caseDigest({ item, result }: EvaluatedCase, trajectory: Trajectory | null, { mostStepCharacters }: Lengths): string {
  const all = trajectory?.steps ?? [];
  const reply = all.findLast((step) => step.type === "reply")?.content ?? "";
  const steps = all.flatMap((step, index) => {
    const text = shownText(step, reply).trim();
    return text === "" ? [] : [`  step ${index} ${step.type}: ${shortened(text, mostStepCharacters)}`];
  });
  const failed = result.checks.filter((check) => check.verdict === "failed");
  return [
    `case ${item.id} (category ${item.category}, priority ${item.priority}, channel ${item.channel})`,
    ...item.dialogue.map((turn) => `  earlier, ${turn.role}: ${turn.content}`),
    ...item.input.comments.map((comment) => `  comment: ${comment.text}`),
    ...(item.judged === undefined ? [] : [`  reply to grade: ${shortened(item.judged.reply, mostStepCharacters)}`]),
    `  ended: ${result.features.stopReason}; Accuracy ${result.accuracy ?? "none"}, Effectiveness ${result.effectiveness ?? "none"}`,
    ...failed.map(({ id, metric, kind }) => {
      const check = item.checks.find((one) => one.id === id);
      return `  failed ${metric} check ${kind}${descriptionOf(check)}`;
    }),
    ...steps,
  ].join("\n");
}

/** Each case between markers, in the order given. */
export const caseBlocks = (cases: readonly EvaluatedCase[], trajectory: TrajectorySource, lengths: Lengths) =>
  cases.map((one) => dataBlock(`case ${one.item.id}`, caseDigest(one, trajectory(one.item.id), lengths))).join("\n\n");
