import { formatCount } from "@/components/ui/format";
import type { Run, RunMetrics, RunStatus } from "@/lib/contracts/run";

/** Whether cases may still be added to a run without anyone resuming it. */
export const isLive = (status: RunStatus): boolean => status === "queued" || status === "running";

/** Whether a run has come to an end, be it before its last case. A paused run has not. */
export const isOver = (status: RunStatus): boolean =>
  status === "completed" || status === "stopped" || status === "cancelled" || status === "failed";

/** The status in a few words; a stopped run says by what. */
export function statusWords({ status, outcome }: Pick<Run, "status" | "outcome">): string {
  if (status !== "stopped") return status;
  return outcome.stop?.cause === "early" ? "decided early" : "stopped: budget";
}

/** How many case results there are that were run or taken over, of how many: "144 of 482", or "482" where none is left out. */
export function doneWords({ counts, outcome }: Pick<Run, "counts" | "outcome">): string {
  const done = counts.done - (outcome.stop?.notRun ?? 0);
  return done >= counts.total ? formatCount(counts.total) : `${formatCount(Math.max(0, done))} of ${formatCount(counts.total)}`;
}

/** Cases with a result that was run or taken over. Of several repeats only whole cases that never ran could be left out. */
export const casesRun = (
  { settings, outcome }: Pick<Run, "settings" | "outcome">,
  { cases }: Pick<RunMetrics, "cases">,
): number => (settings.repeats === 1 ? Math.max(0, cases - (outcome.stop?.notRun ?? 0)) : cases);
