import type { Case } from "@/lib/contracts/case";
import type { Vote } from "@/lib/contracts/judge";
import type { JudgeCalibration } from "@/lib/contracts/release-gate";
import type { CaseResult } from "@/lib/contracts/run";
import { kappa } from "@/lib/datasets/labels/kappa";
import { tallyVotes } from "@/lib/evaluation/judge/tally-votes";
import { parseVerdict } from "@/lib/evaluation/judge/verdict";

type Metric = keyof JudgeCalibration["metrics"];
type Metrics = JudgeCalibration["metrics"];
type Said = Pick<CaseResult, "case" | "reply" | "features">;

/** A reply with human labels, and what each voter of a judge made of it. */
interface Graded {
  labels: Record<Metric, number | null>;
  panel: Record<Metric, number | null>;
}

/** A voter's results on the labelled replies, one a case, as its run stored them. */
export type VoterResults = ReadonlyMap<string, Said>;

/**
 * How a judge agrees with people's labels (METHODS.md, section 7). The panel decides as it does in production: majority for
 * Accuracy, median for Effectiveness; a voter whose verdict cannot be read, or that failed, counts for neither side. Where the
 * panel comes to nothing it agrees with nobody: that is an abstention, in the denominator of its rate. κ is over the replies
 * on which it did decide. For Effectiveness positive is 1 and negative what is below; κ tells 0, 0.5 and 1 apart.
 */
export function agreementWithLabels(cases: readonly Case[], voters: readonly VoterResults[]): Metrics {
  const graded = cases.map((item): Graded => {
    const votes = voters.map((results, voter) => voteOf(results.get(item.id), voter));
    const { accuracy, effectiveness } = tallyVotes(votes);
    return { labels: labelsOf(item), panel: { accuracy, effectiveness } };
  });
  return { accuracy: measure(graded, "accuracy"), effectiveness: measure(graded, "effectiveness") };
}

function labelsOf(item: Case): Graded["labels"] {
  const labels: Graded["labels"] = { accuracy: null, effectiveness: null };
  for (const check of item.checks) if (check.kind === "human-label") labels[check.label] = check.value;
  return labels;
}

/** The vote as the panel counts it; who did the voting, and at what cost, decides nothing here. */
function voteOf(result: Said | undefined, voter: number): Vote {
  const base = { voter, endpoint: "", model: "", checkpoint: "", answers: {}, rationale: "", wallMs: 0 };
  const usage = { promptTokens: null, completionTokens: null, calls: 0 };
  const none = { accuracy: null, effectiveness: null };
  const stopReason = result?.features.stopReason;
  if (!result || (stopReason !== "replied" && stopReason !== "recovered"))
    return { ...base, ...none, usage, state: "error", reason: "no reply" };
  const parsed = parseVerdict(result.reply);
  if (!parsed.ok) return { ...base, ...none, usage, state: "abstained", reason: parsed.reason };
  const { accuracy, effectiveness } = parsed.verdict;
  return { ...base, usage, state: "voted", reason: null, accuracy, effectiveness };
}

function measure(graded: readonly Graded[], metric: Metric): Metrics[Metric] {
  const labelled = graded.flatMap(({ labels, panel }) => {
    const label = labels[metric];
    return label === null ? [] : [{ label, said: panel[metric] }];
  });
  const rate = (positive: boolean) => {
    const own = labelled.filter(({ label }) => (label === 1) === positive);
    const agreed = own.filter(({ said }) => said !== null && (said === 1) === positive).length;
    return { rate: own.length === 0 ? null : agreed / own.length, n: own.length };
  };
  const decided = labelled.flatMap(({ label, said }) =>
    said === null
      ? []
      : [
          new Map([
            ["people", label],
            ["judge", said],
          ]),
        ],
  );
  return {
    truePositive: rate(true),
    trueNegative: rate(false),
    abstained: labelled.length - decided.length,
    kappa: kappa(decided).kappa,
  };
}
