import type { Experiment, OutcomeMetric, OutcomeSnapshot, RelativeChange } from "@/lib/contracts/traffic";
import { binomialTwoSided } from "@/lib/stats/binomial";
import { chiSquareUpperTail } from "@/lib/stats/chi-square";
import { ratioInterval } from "@/lib/stats/ratio-interval";
import { type Moments, standardError } from "@/lib/stats/student";
import { type ArmMoments, armMean, type OutcomeTally } from "./outcome-tally";

/** Below this p the arms are not as large as they were to be, and no comparison is to be trusted. */
export const MISMATCH_BELOW = 0.001;
/** Up to this many users the sample ratio is tested exactly. */
const EXACT_UP_TO = 2_000;

/** What a snapshot says of an experiment, from what was added up: means per bucketed user (TaoLive report, section 6.4). */
export function outcomeFigures(
  experiment: Pick<Experiment, "arms" | "state" | "plannedUsers">,
  { arms, users }: Pick<OutcomeTally, "arms" | "users">,
): Pick<OutcomeSnapshot, "arms" | "changes" | "sampleRatio" | "preliminary"> {
  const [control, treatment] = experiment.arms;
  const sampleRatio = sampleRatioOf(arms.treatment.orders.n, users, treatment.share);
  return {
    arms: [
      { name: control.name, share: control.share, ...armFigures(arms.control) },
      { name: treatment.name, share: treatment.share, ...armFigures(arms.treatment) },
    ],
    changes: [changeOf("orders", arms), changeOf("value", arms)],
    sampleRatio,
    preliminary: preliminaryReasons(experiment, users, sampleRatio.mismatch),
  };
}

const armFigures = ({ orders, value }: ArmMoments) => ({ users: orders.n, orders: armMean(orders), value: armMean(value) });

function changeOf(metric: OutcomeMetric, arms: OutcomeTally["arms"]): RelativeChange {
  const [control, treatment] = [arms.control[metric], arms.treatment[metric]];
  if (control.mean <= 0 || treatment.n === 0) return { metric, relative: null, low: null, high: null };
  const [ours, theirs] = [estimate(treatment), estimate(control)];
  const interval = ours && theirs ? ratioInterval(ours, theirs) : null;
  return {
    metric,
    relative: treatment.mean / control.mean - 1,
    low: interval && interval.low - 1,
    high: interval && interval.high - 1,
  };
}

function estimate(moments: Moments) {
  const error = standardError(moments);
  return error === null ? null : { mean: moments.mean, error };
}

/** Whether `found` of `users` users fit a share: exact binomial for few, chi-square with one degree of freedom for many. */
export function sampleRatioOf(found: number, users: number, share: number): OutcomeSnapshot["sampleRatio"] {
  if (users === 0) return { expected: share, found: 0, p: 1, mismatch: false };
  const p =
    users <= EXACT_UP_TO
      ? binomialTwoSided(found, users, share)
      : chiSquareUpperTail((found - users * share) ** 2 / (users * share * (1 - share)));
  return { expected: share, found: found / users, p, mismatch: p < MISMATCH_BELOW };
}

/** Why figures are preliminary, in words; empty where they are not. */
export function preliminaryReasons(
  { state, plannedUsers }: Pick<Experiment, "state" | "plannedUsers">,
  users: number,
  mismatch: boolean,
): string[] {
  return [
    ...(state === "running" ? ["the experiment was still running"] : []),
    ...(plannedUsers !== null && users < plannedUsers ? [`${users} of ${plannedUsers} planned users`] : []),
    ...(mismatch ? ["the arms are not as large as their shares say (sample ratio mismatch)"] : []),
  ];
}
