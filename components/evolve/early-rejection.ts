import { formatShare, plural } from "@/components/ui/format";
import type { Estimate, Run } from "@/lib/contracts/run";

/** A run that ended as soon as it was certain that its stage cannot gain what was asked. */
export interface EarlyRejection {
  /** The run that it was compared with. */
  base: string;
  /** Net wins that were asked for; null where the settings do not say. */
  needed: number | null;
  metric: "accuracy" | "avg";
  wins: number;
  losses: number;
  /** Cases that ran, and those that did not. */
  ran: number;
  saved: number;
  /** Share of the run that was saved, 0 to 1. */
  share: number;
}

/** Null where the run is still to decide, went to its end, or was run to its end afterwards. */
export function earlyRejection({ status, outcome, settings, counts }: Pick<Run, "status" | "outcome" | "settings" | "counts">) {
  const { early, stop } = outcome;
  if (status !== "stopped" || stop?.cause !== "early" || early === null) return null;
  if (early.decision !== "not-enough" && early.decision !== "worse") return null;
  const rejection: EarlyRejection = {
    base: early.base,
    needed: settings.early?.mode === "curtail" ? settings.early.needed : null,
    metric: settings.early?.mode === "curtail" ? settings.early.metric : "accuracy",
    wins: early.wins,
    losses: early.losses,
    ran: Math.max(0, counts.total - stop.notRun),
    saved: stop.notRun,
    share: counts.total === 0 ? 0 : stop.notRun / counts.total,
  };
  return rejection;
}

/** What was decided, on what, and what it saved. */
export function rejectionWords({ needed, metric, wins, losses, ran, saved, share }: EarlyRejection): string {
  const gain =
    needed === null
      ? "It is worse than the stage before"
      : `It can no longer gain ${plural(needed, "case")} net in ${metric === "avg" ? "AVG" : "Accuracy"}`;
  const spared =
    saved === 0
      ? "no case was saved"
      : `${plural(saved, "case")} (${formatShare(share)} % of the run) ${saved === 1 ? "was" : "were"} saved`;
  return `${gain}: ${wins} won and ${losses} lost over the ${plural(ran, "case")} that ran; ${spared}.`;
}

/** Cases that a run got wrong in Accuracy, from its mean. */
export const wrongOf = ({ mean, n }: Pick<Estimate, "mean" | "n">): number => (mean === null ? 0 : Math.round((1 - mean) * n));

/** Which cases ran: fails of the base go first, then its passes, those at risk before the others (METHODS.md, section 3). */
export function whichRan(ran: number, fails: number): string {
  if (ran <= fails) return `Only cases that the stage before got wrong ran, ${ran} of its ${fails}.`;
  const passes = ran - fails;
  return `All ${plural(fails, "case")} that the stage before got wrong ran first, then ${passes} that it got right, those at risk first.`;
}
