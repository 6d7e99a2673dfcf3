import { plural } from "@/components/ui/format";
import type { DatasetRole } from "@/lib/contracts/case";
import type { Run, RunMetrics } from "@/lib/contracts/run";
import { isOver } from "./run-state";

/** What of an ended run can be run again. */
export interface AgainPlan {
  /** What the button says. */
  label: string;
  /** Case results without a verdict: unscored, or never run. */
  open: number;
  /** Case results that failed, which only a person's word runs again. */
  failed: number;
  /** Whether an early decision left the rest out. */
  early: boolean;
  /** Whether the budget stopped it, so that another one is needed. */
  budget: boolean;
  /** Whether failed cases run again are another look at the set. */
  look: boolean;
}

/** Null where the run has not ended or nothing of it may be run again. Failed cases of a vault keep their verdict. */
export function againPlan(
  run: Pick<Run, "status" | "outcome" | "counts">,
  metrics: Pick<RunMetrics, "scored" | "unscored" | "failed">,
  role: DatasetRole,
): AgainPlan | null {
  if (!isOver(run.status)) return null;
  const missing = Math.max(0, run.counts.total - metrics.scored - metrics.unscored - metrics.failed);
  const open = metrics.unscored + missing;
  const failed = role === "vault" ? 0 : metrics.failed;
  if (open + failed === 0) return null;
  const cause = run.outcome.stop?.cause ?? null;
  const [early, budget] = [cause === "early", cause === "budget"];
  const label =
    open === 0 ? `Run the failed again (${failed})` : `${early ? "Run to the end" : "Run the unscored again"} (${open})`;
  return { label, open, failed, early, budget, look: role !== "dev" };
}

/** What running again changes, in sentences; those that warn of a loss are marked. */
export function againWords(plan: AgainPlan, failedToo: boolean): { text: string; warning: boolean }[] {
  const words: { text: string; warning: boolean }[] = [];
  const are = plan.open === 1 ? "is" : "are";
  if (plan.open > 0) {
    const text = plan.early
      ? `${plural(plan.open, "case")} that the early decision left out ${are} run. The scores then rest on every case, and the comparison of all cases takes the place of the decision.`
      : `${plural(plan.open, "case")} without a verdict ${are} run. Scored cases stay as they are.`;
    words.push({ text, warning: false });
  }
  if (failedToo) {
    const text = `${plan.failed === 1 ? "The result" : "The results"} of ${plural(plan.failed, "failed case")} ${plan.failed === 1 ? "is" : "are"} replaced and cannot be brought back. A second try for failures alone flatters the scores; the run says so from then on.`;
    words.push({ text, warning: true });
    if (plan.look) words.push({ text: "It is another look at the set and spends of its significance.", warning: true });
  }
  return words;
}
