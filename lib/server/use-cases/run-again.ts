import "server-only";
import { insertLook } from "@/db/look-repository";
import { removeResults, reopenRun } from "@/db/run-work-repository";
import type { CaseState, Run } from "@/lib/contracts/run";
import type { Budget } from "@/lib/contracts/run-settings";
import { CHECK_VERSION } from "@/lib/evaluation/checks";
import { badRequest, conflict } from "../app-error";
import { type Context, recordAudit } from "../context";
import { timestamp } from "../ids";
import { requireDataset, requireRun } from "../lookups";
import { forgetTotals } from "../run-metrics";
import { toRun } from "../run-view";

/**
 * Runs the cases of an ended run again that could not be scored, and, where asked for, those that failed; with another budget
 * where one is given. Scored cases stay as they are. Unscored ones have no verdict that a second try could flatter; of failed
 * ones the run says from then on how many were tried again. What is left of an early decision is run to the end. On a
 * set that is not for development failed cases are another look, and on a vault they keep their verdict.
 */
export function runAgain(
  context: Context,
  input: { project: string; run: string; failed: boolean; budget?: Budget | undefined },
): Run {
  const { studio } = context;
  const { project, failed } = input;
  studio.database.transaction(
    (tx) => {
      const run = requireRun(tx, project, input.run);
      if (run.metrics === null)
        throw conflict(`The run is ${run.status}; it can be run again when it has ended.`, { current: run.status });
      if (run.checkVersion !== CHECK_VERSION)
        throw conflict("The checks have changed since the run; a new run is scored by one version of them.", {
          current: `checks ${CHECK_VERSION}`,
        });
      const states: CaseState[] = failed ? ["unscored", "failed"] : ["unscored"];
      const again = failed ? run.metrics.failed : 0;
      const { role } = requireDataset(tx, project, run.dataset);
      if (again > 0 && role === "vault")
        throw conflict("A vault gives one look: the cases that failed keep their verdict.", { current: "looked at" });
      forgetTotals(studio.database, run.id);
      const removed = removeResults(tx, run.id, states);
      const missing = run.total - (run.metrics.scored + run.metrics.unscored + run.metrics.failed);
      if (removed + missing === 0) throw badRequest("run: every case of it is scored; nothing is left to run again");
      reopenRun(tx, run.id, {
        settings: { ...run.settings, budget: input.budget ?? run.settings.budget, early: null },
        outcome: { ...run.outcome, stop: null, rerunFailed: run.outcome.rerunFailed + again },
      });
      if (again > 0 && role !== "dev") {
        const { dataset, datasetVersion } = run;
        const reason = `${again} failed results run again`;
        insertLook(tx, {
          ...{ dataset, datasetVersion, kind: "run", run: run.id, case: null, actor: context.actor, reason },
          at: timestamp(),
        });
      }
      recordAudit(tx, context, {
        action: "run-rerun",
        project,
        subject: `run:${run.id}`,
        detail: { cases: removed + missing, failed: again },
      });
    },
    { behavior: "immediate" },
  );
  studio.runner.start(input.run);
  return toRun(studio.database, requireRun(studio.database, project, input.run));
}
