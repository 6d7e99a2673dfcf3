import type { StagePoint } from "@/lib/contracts/evolution";
import type { Estimate } from "@/lib/contracts/run";

/** Defaults of the selection; METHODS.md section 5. */
export const SELECTION = {
  /** A stage with a larger share of unscored cases, 0 to 1, is not selectable. */
  maxUnscoredShare: 0.02,
  /** Prompt tokens a case within this share of the least count as equal. */
  tokenTolerance: 0.1,
};

export interface Selection {
  /** Id of the selected stage; null before the first evaluation. */
  stage: string | null;
  explanation: string;
  /** Stages that a hard gate excludes, and why. */
  blocked: { stage: string; reason: string }[];
}

const standardError = (estimate: Estimate) =>
  estimate.low === null || estimate.high === null ? 0 : (estimate.high - estimate.low) / (2 * 1.96);

const percent = (value: number) => (100 * value).toFixed(1);

function gateProblem(point: StagePoint): string | null {
  const { metrics } = point;
  if (metrics === null || metrics.avg.mean === null) return "not evaluated";
  if (point.rejected) return "rolled back or rejected";
  const unscored = metrics.cases === 0 ? 1 : metrics.unscored / metrics.cases;
  if (unscored > SELECTION.maxUnscoredShare) return `${percent(unscored)} % of the cases could not be scored`;
  return null;
}

/** Whether `other` is better than `one` by more than a standard error in one metric and not worse by more in the other. */
function dominates(other: StagePoint, one: StagePoint): boolean {
  if (other.metrics === null || one.metrics === null) return false;
  const gains = (["accuracy", "effectiveness"] as const).map((metric) => {
    const better = other.metrics?.[metric];
    const worse = one.metrics?.[metric];
    if (better === undefined || worse === undefined) return 0;
    const error = Math.max(standardError(better), standardError(worse));
    const gain = (better.mean ?? 0) - (worse.mean ?? 0);
    return gain > error ? 1 : gain < -error ? -1 : 0;
  });
  return gains.includes(1) && !gains.includes(-1);
}

/**
 * The stage to hold as the checkpoint (METHODS.md section 5): after the hard gates (evaluated, not rejected, scored),
 * stages that another dominates by ε = 1 standard error in Accuracy or Effectiveness fall away. Of the rest the one with
 * the best lower bound of AVG leads, and all within one standard error of it count as equal in quality: of those the
 * fewest prompt tokens win (within 10 % the earlier stage). So it is never the raw maximum alone, and efficiency counts
 * only where quality is kept. A newly broken P0 case does not bar a checkpoint; it bars the promotion.
 */
export function selectStage(points: readonly StagePoint[]): Selection {
  const selector = stageSelector();
  for (const point of points) selector.add(point);
  return selector.selection();
}

/** `selectStage` for stages that come one after the other: each new one is held against those before it and no more. */
export function stageSelector(): { add(point: StagePoint): void; selection(): Selection } {
  const blocked: Selection["blocked"] = [];
  const eligible: StagePoint[] = [];
  const dominated = new Set<StagePoint>();
  return {
    add(point) {
      const reason = gateProblem(point);
      if (reason !== null) {
        if (reason !== "not evaluated") blocked.push({ stage: point.stage.id, reason });
        return;
      }
      for (const other of eligible) {
        if (!dominated.has(other) && dominates(point, other)) dominated.add(other);
        if (!dominated.has(point) && dominates(other, point)) dominated.add(point);
      }
      eligible.push(point);
    },
    selection: () => selectionOf(eligible, dominated, [...blocked]),
  };
}

function selectionOf(
  eligible: readonly StagePoint[],
  dominated: ReadonlySet<StagePoint>,
  blocked: Selection["blocked"],
): Selection {
  const front = eligible.filter((point) => !dominated.has(point));
  // Dominance by a tolerance can be circular over three stages; then none is set aside.
  const candidates = front.length === 0 ? eligible : front;
  const [leader] = [...candidates].sort(
    (a, b) => (b.metrics?.avg.low ?? 0) - (a.metrics?.avg.low ?? 0) || a.stage.index - b.stage.index,
  );
  if (leader?.metrics == null) return { stage: null, explanation: "No stage is evaluated yet.", blocked };

  const floor = (leader.metrics.avg.mean ?? 0) - standardError(leader.metrics.avg);
  const equal = candidates.filter((point) => (point.metrics?.avg.mean ?? 0) >= floor);
  const tokensOf = (point: StagePoint) => {
    const prompt = point.metrics?.tokens.prompt;
    return prompt == null || !point.metrics ? Number.POSITIVE_INFINITY : prompt / Math.max(1, point.metrics.cases);
  };
  const least = Math.min(...equal.map(tokensOf));
  const cheap = equal.filter((point) => !Number.isFinite(least) || tokensOf(point) <= least * (1 + SELECTION.tokenTolerance));
  const chosen = [...cheap].sort((a, b) => a.stage.index - b.stage.index)[0] ?? leader;
  const avg = percent(chosen.metrics?.avg.mean ?? 0);
  const explanation =
    chosen === leader
      ? `${chosen.stage.name} has the best lower bound of AVG (${percent(leader.metrics.avg.low ?? 0)}, mean ${avg}) of the stages that no other dominates.`
      : `${chosen.stage.name} (AVG ${avg}) is within one standard error of ${leader.stage.name} (AVG ${percent(leader.metrics.avg.mean ?? 0)}), and is the leaner or earlier one.`;
  return { stage: chosen.stage.id, explanation, blocked };
}
