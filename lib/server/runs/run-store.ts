import "server-only";
import type { Database } from "@/db/client";
import { finishRun, type StoredRun } from "@/db/run-repository";
import { insertNotRun, updateOutcome } from "@/db/run-work-repository";
import type { RunOutcome } from "@/lib/contracts/run-settings";
import { timestamp } from "../ids";
import { metricsFromStore } from "../run-metrics";
import { rubricsOf } from "../run-rubrics";

export interface RunEnd {
  status: "completed" | "stopped" | "failed" | "cancelled";
  reason: string | null;
  /** Why it stopped before its end, where it did: the cases left are stored as unscored for this reason. */
  cause?: "budget" | "early";
}

/** Ends a run: what was not run is written down, the metrics are made, the status is set, all in one transaction. */
export function endRun(database: Database, run: StoredRun, end: RunEnd, outcomeOf: (notRun: number) => RunOutcome): void {
  const at = timestamp();
  database.transaction(
    (tx) => {
      const kind = end.cause === "budget" ? "budget" : "early-decision";
      const notRun = end.cause === undefined ? 0 : insertNotRun(tx, run, { kind, reason: end.reason ?? "", at });
      const outcome = outcomeOf(notRun);
      updateOutcome(tx, run.id, outcome);
      finishRun(tx, run.id, {
        status: end.status,
        reason: end.reason,
        metrics: { ...metricsFromStore(database, run), rubrics: rubricsOf(tx, run) },
        at,
      });
    },
    { behavior: "immediate" },
  );
}
