import { CLAUSE_LETTERS, type Cluster, type StagePoint, type StopAdvice, type StopClause } from "@/lib/contracts/evolution";
import type { Estimate } from "@/lib/contracts/run";
import { incompleteBeta } from "@/lib/stats/beta";
import { minimumDetectableEffect } from "@/lib/stats/minimum-detectable";
import { STABLE_JACCARD } from "./clustering/stability";
import { type Selection, selectStage } from "./select";

/** Thresholds of the stop rule; METHODS.md section 4. */
export const STOP_RULE = {
  leastCluster: 5,
  leastClusterShare: 0.01,
  mostEffectiveClusters: 10,
  lossProbability: 0.8,
  rejectedInARow: 2,
  standardErrors: 2,
  /** Share of discordant cases assumed where no comparison has measured it. */
  assumedDiscordance: 0.1,
};

/** What an evaluated stage promised and what came of it. */
export interface ShippedStage {
  /** Cases its entries were said to fix, and those of them that were fixed. */
  predicted: number;
  fixed: number;
  /** Passing cases its entries touched, and those of them that broke. */
  touched: number;
  broken: number;
}

/** What a next entry would mend at most, and put at risk. */
export interface Proposal {
  title: string;
  /** Failures in its cluster. */
  cluster: number;
  touched: number;
}

/** What the rule reads of a cluster. */
export type StopCluster = Pick<Cluster, "cases" | "stability" | "longTail">;

export interface StopEvidence {
  /** The stages in order. */
  points: readonly StagePoint[];
  /** Cases of the dev set. */
  devCases: number;
  /** Clusters of the newest evaluated stage's failures; null where they are not known. */
  clusters: readonly StopCluster[] | null;
  shipped: readonly ShippedStage[];
  proposals: readonly Proposal[];
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const points = (share: number) => `${share >= 0 ? "+" : "−"}${Math.abs(100 * share).toFixed(1)} points`;

const largestStable = (clusters: readonly StopCluster[]) =>
  Math.max(
    0,
    ...clusters.filter((one) => !one.longTail && (one.stability ?? 0) >= STABLE_JACCARD).map((one) => one.cases.length),
  );

/** 1/Σp², with each case of the long tail a cluster of its own. */
export function effectiveClusters(clusters: readonly StopCluster[]): number {
  const total = clusters.reduce((sum, one) => sum + one.cases.length, 0);
  if (total === 0) return 0;
  const squares = clusters.map((one) => (one.longTail ? one.cases.length : one.cases.length ** 2));
  return total ** 2 / squares.reduce((sum, square) => sum + square, 0);
}

function sparse({ clusters, devCases }: StopEvidence): StopClause {
  const clause = "sparse";
  if (clusters === null) return { clause, holds: null, explanation: "The newest run has no diagnosis yet." };
  const largest = largestStable(clusters);
  const least = Math.max(STOP_RULE.leastCluster, STOP_RULE.leastClusterShare * devCases);
  const effective = effectiveClusters(clusters);
  const small = largest < least;
  const scattered = effective >= STOP_RULE.mostEffectiveClusters;
  return {
    clause,
    holds: small || scattered,
    explanation:
      `Largest stable cluster ${largest} of ${devCases} cases, ${small ? "below" : "not below"} ${least.toFixed(1)}; ` +
      `failures spread over ${effective.toFixed(1)} effective clusters, ${scattered ? "at or above" : "below"} ${STOP_RULE.mostEffectiveClusters}.`,
  };
}

/** P(π·n − ρ·T ≤ 0) with π ~ Beta(1 + fixed, 2 + predicted − fixed) and ρ at its observed rate. */
export function probabilityOfLoss(proposal: Proposal, shipped: readonly ShippedStage[]): number | null {
  const sum = (of: (stage: ShippedStage) => number) => shipped.reduce((total, stage) => total + of(stage), 0);
  const touched = sum((stage) => stage.touched);
  if (touched === 0 || proposal.cluster === 0) return null;
  const fixed = sum((stage) => stage.fixed);
  const missed = sum((stage) => stage.predicted) - fixed;
  const rate = sum((stage) => stage.broken) / touched;
  return incompleteBeta(Math.min(1, (rate * proposal.touched) / proposal.cluster), 1 + fixed, 2 + missed);
}

function expectedLoss({ proposals, shipped }: StopEvidence): StopClause {
  const clause = "expected-loss";
  const rated = proposals.flatMap((proposal) => {
    const probability = probabilityOfLoss(proposal, shipped);
    return probability === null ? [] : [{ proposal, probability }];
  });
  const best = rated.sort((a, b) => a.probability - b.probability)[0];
  if (best === undefined) {
    const explanation =
      proposals.length === 0
        ? "There is no open proposal to weigh."
        : "No shipped entry has been measured yet, so its fixes and losses are unknown.";
    return { clause, holds: null, explanation };
  }
  const holds = best.probability > STOP_RULE.lossProbability;
  return {
    clause,
    holds,
    explanation:
      `The best proposal, “${best.proposal.title}” (${best.proposal.cluster} failures, ${best.proposal.touched} passing cases at risk), ` +
      `loses or gains nothing with probability ${best.probability.toFixed(2)}, ${holds ? "above" : "not above"} ${STOP_RULE.lossProbability}.`,
  };
}

function twoRejected({ points: stages }: StopEvidence): StopClause {
  const evaluated = stages.filter(isEvaluated);
  let run = 0;
  for (const point of [...evaluated].reverse()) {
    if (!point.rejected) break;
    run += 1;
  }
  const clause = "two-rejected";
  if (evaluated.length === 0) return { clause, holds: null, explanation: "No stage is evaluated yet." };
  const holds = run >= STOP_RULE.rejectedInARow;
  return { clause, holds, explanation: `${run} rejected stages in a row at the end, of ${STOP_RULE.rejectedInARow} needed.` };
}

function undetectable({ clusters, devCases, points: stages }: StopEvidence): StopClause {
  const clause = "undetectable";
  if (clusters === null || devCases === 0) return { clause, holds: null, explanation: "The newest run has no diagnosis yet." };
  const newest = [...stages]
    .reverse()
    .find((point) => point.fixed !== null && point.broken !== null && point.early === undefined);
  const flips = (newest?.fixed ?? 0) + (newest?.broken ?? 0);
  const share = largestStable(clusters) / devCases;
  // Mending the cluster would itself change that many cases.
  const discordance = Math.max(share, newest === undefined ? STOP_RULE.assumedDiscordance : flips / devCases);
  const detectable = minimumDetectableEffect({ n: devCases, discordance });
  if (detectable === null) {
    const explanation = `At ${percent(discordance)} changed cases of ${devCases} no difference can be detected: collect cases, not rules.`;
    return { clause, holds: true, explanation };
  }
  const holds = share < detectable;
  return {
    clause,
    holds,
    explanation:
      `Mending the whole largest stable cluster would give ${percent(share)}, ${holds ? "below" : "not below"} the ${percent(detectable)} ` +
      `that ${devCases} cases can detect at ${percent(discordance)} changed cases${holds ? ": collect cases, not rules" : ""}.`,
  };
}

const squaredError = (estimate: Estimate) =>
  estimate.low === null || estimate.high === null ? 0 : ((estimate.high - estimate.low) / (2 * 1.96)) ** 2;

function overfitting({ points: stages }: StopEvidence): StopClause {
  const clause = "overfitting";
  const both = stages.filter((point) => !point.rejected && point.metrics?.avg.mean != null && point.heldOut?.avg.mean != null);
  const first = both[0];
  const last = both[both.length - 1];
  if (first === undefined || last === undefined || first === last) {
    return { clause, holds: null, explanation: "Fewer than two stages were run on the held-out set." };
  }
  const gain = (of: (point: StagePoint) => Estimate | undefined) => (of(last)?.mean ?? 0) - (of(first)?.mean ?? 0);
  const dev = gain((point) => point.metrics?.avg);
  const heldOut = gain((point) => point.heldOut?.avg);
  const variance = [first, last]
    .flatMap((point) => [point.metrics?.avg, point.heldOut?.avg])
    .reduce((sum, estimate) => sum + (estimate === undefined ? 0 : squaredError(estimate)), 0);
  const allowance = STOP_RULE.standardErrors * Math.sqrt(variance);
  const holds = heldOut < dev - allowance;
  return {
    clause,
    holds,
    explanation:
      `From ${first.stage.name} to ${last.stage.name} AVG moved by ${points(dev)} on the dev set and ${points(heldOut)} on the held-out set, ` +
      `${holds ? "more than" : "within"} two standard errors (${(100 * allowance).toFixed(1)} points) apart.`,
  };
}

/** Whether its run came to an end, be it early. */
export const isEvaluated = (point: StagePoint): boolean => point.metrics !== null || point.early !== undefined;

/**
 * The last accepted version: the newest stage that ran on every case, was not rejected, and was decided for or gone on from.
 * The first stage is accepted as it is.
 */
function lastAccepted(points: readonly StagePoint[], goneOnFrom: ReadonlySet<string>): StagePoint | undefined {
  return points.findLast(
    ({ stage, metrics, rejected }) =>
      metrics !== null && !rejected && (stage.parent === null || stage.decision !== null || goneOnFrom.has(stage.id)),
  );
}

/**
 * The stop rule of METHODS.md section 4, clause by clause with its numbers. Stopping is recommended where any clause holds, at
 * the last accepted version; the person decides. Where none holds the stage named is the one that `selectStage` would hold.
 * `goneOnFrom`: stages that another began from; by default those that a stage of `points` names as its parent. `selection`: what
 * `selectStage` says of the points, where the caller has it.
 */
export function stopAdvice(
  evidence: StopEvidence,
  goneOnFrom: ReadonlySet<string> = new Set(evidence.points.flatMap(({ stage }) => stage.parent ?? [])),
  selection: Selection = selectStage(evidence.points),
): StopAdvice {
  const clauses = [
    sparse(evidence),
    expectedLoss(evidence),
    twoRejected(evidence),
    undetectable(evidence),
    overfitting(evidence),
  ];
  const accepted = lastAccepted(evidence.points, goneOnFrom);
  const holding = clauses.filter((one) => one.holds === true);
  if (holding.length > 0 && accepted !== undefined) {
    const letters = holding.map((one) => `(${CLAUSE_LETTERS[one.clause]}) ${one.clause}`).join(", ");
    const other =
      selection.stage === null || selection.stage === accepted.stage.id ? "" : ` By the scores: ${selection.explanation}`;
    const explanation = `Stopping is recommended at ${accepted.stage.name}, the last accepted version: ${letters}.${other}`;
    return { recommended: true, clauses, stage: accepted.stage.id, explanation };
  }
  const unknown = clauses.filter((one) => one.holds === null).length;
  const verdict = `Stopping is not recommended: no clause holds${unknown > 0 ? `, ${unknown} cannot be computed yet` : ""}.`;
  return { recommended: false, clauses, stage: selection.stage, explanation: `${verdict} ${selection.explanation}` };
}
