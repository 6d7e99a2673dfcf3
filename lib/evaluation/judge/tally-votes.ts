import type { Vote } from "@/lib/contracts/judge";
import type { CheckResult } from "@/lib/contracts/run";

/** What a panel came to; null where it came to nothing. */
export interface PanelVerdict {
  accuracy: 0 | 1 | null;
  effectiveness: 0 | 0.5 | 1 | null;
  /** Every voter failed. */
  failed: boolean;
  /** Why a score is null, in a sentence; empty where both are there. */
  reason: string;
}

/**
 * Counts the votes (TaoLive report, appendix E.1; METHODS.md, section 7). Accuracy: what more than half of those who voted on
 * it say; a tie is none. Effectiveness: the median of those who voted on it, the lower one of an even number, since a mean of
 * two is no score and the doubt goes against the reply. Whoever abstained or failed counts for neither side.
 */
export function tallyVotes(votes: readonly Vote[]): PanelVerdict {
  const voted = votes.filter((vote) => vote.state === "voted");
  const accuracies = voted.flatMap((vote) => vote.accuracy ?? []);
  const accuracy = majority(accuracies);
  const effectiveness = lowerMedian(voted.flatMap((vote) => vote.effectiveness ?? []));
  const failed = votes.length > 0 && votes.every((vote) => vote.state === "error");
  return { accuracy, effectiveness, failed, reason: reasonOf(votes, { accuracy, effectiveness, accuracies, failed }) };
}

function reasonOf(
  votes: readonly Vote[],
  found: Pick<PanelVerdict, "accuracy" | "effectiveness" | "failed"> & { accuracies: readonly number[] },
): string {
  if (found.accuracy !== null && found.effectiveness !== null) return "";
  const first = votes.find((vote) => vote.reason !== null)?.reason ?? "";
  if (found.failed) return `Every voter failed. ${first}`.trim();
  if (found.accuracy === null && found.accuracies.length > 0) {
    const yes = found.accuracies.filter((value) => value === 1).length;
    const others = votes.length - found.accuracies.length;
    const aside = others > 0 ? `, ${others} without a vote` : "";
    return `The panel came to no majority on Accuracy: ${yes} for, ${found.accuracies.length - yes} against${aside}.`;
  }
  const what = found.accuracy === null ? (found.effectiveness === null ? "" : " on Accuracy") : " on Effectiveness";
  return `No voter gave a verdict${what}. ${first}`.trim();
}

/** The verdict of the panel on a question: what more than half of those who answered it say. */
export function answerOf(votes: readonly Vote[], check: string): Pick<CheckResult, "verdict" | "why"> {
  const answers = votes.flatMap((vote) =>
    vote.state === "voted" && Object.hasOwn(vote.answers, check) ? (vote.answers[check] ?? []) : [],
  );
  const verdict = majority(answers);
  const passed = answers.filter((answer) => answer === "passed").length;
  const aside = answers.length < votes.length ? `; ${votes.length - answers.length} without an answer` : "";
  if (answers.length === 0) return { verdict: "unscored", why: "No voter of the judge answered this question." };
  const why = `${passed} of ${answers.length} voters say that it passes${aside}.`;
  return verdict === null ? { verdict: "unscored", why: `No majority: ${why}` } : { verdict, why };
}

function majority<Value>(values: readonly Value[]): Value | null {
  return values.find((value) => values.filter((other) => other === value).length * 2 > values.length) ?? null;
}

function lowerMedian<Value extends number>(values: readonly Value[]): Value | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
