import { gunzipSync } from "node:zlib";
import { and, asc, eq } from "drizzle-orm";
import type { Case } from "../lib/contracts/case";
import type { CaseResult } from "../lib/contracts/run";
import { Trajectory } from "../lib/contracts/trajectory";
import type { Store } from "./client";
import { isThere } from "./removed";
import { resultColumns } from "./result-repository";
import { caseResults, cases, datasets, runs, trajectories } from "./schema";

/** A run was asked for that is not on a dev set, or that is not there. */
export class NotForAnalysis extends Error {
  constructor(readonly run: string) {
    super(`The run ${run} is not on a dev set: its cases, results and trajectories are closed to the analyst.`);
    this.name = "NotForAnalysis";
  }
}

/** All that an analyst may read. Each throws NotForAnalysis where the run is not on a dev set. */
export interface AnalystReader {
  requireOpen(run: string): void;
  /** The cases of a run with its results, in the order of the data set, then by repeat. */
  results(run: string): { item: Case; result: CaseResult }[];
  /** The trajectory of a result; null where none is stored. */
  trajectory(run: string, id: string, repeat: number): Trajectory | null;
}

/**
 * The analyst's one way to cases, results and trajectories. The statements themselves ask for the role of the run's data set,
 * so that nothing of a gate or a vault set comes out whatever run a caller names.
 */
export function analystReader(store: Store): AnalystReader {
  const isOpen = (run: string) => and(eq(runs.id, run), eq(datasets.role, "dev"), isThere(runs));
  const requireOpen = (run: string) => {
    const open = store.select({ id: runs.id }).from(runs).innerJoin(datasets, eq(datasets.id, runs.dataset)).where(isOpen(run));
    if (open.get() === undefined) throw new NotForAnalysis(run);
  };
  return {
    requireOpen,
    results(run) {
      requireOpen(run);
      return store
        .select({ item: cases.body, result: resultColumns })
        .from(caseResults)
        .innerJoin(runs, eq(runs.id, caseResults.run))
        .innerJoin(datasets, eq(datasets.id, runs.dataset))
        .innerJoin(
          cases,
          and(eq(cases.dataset, runs.dataset), eq(cases.version, runs.datasetVersion), eq(cases.id, caseResults.case)),
        )
        .where(and(eq(caseResults.run, run), isOpen(run)))
        .orderBy(asc(caseResults.ordinal), asc(caseResults.repeat))
        .all();
    },
    trajectory(run, id, repeat) {
      requireOpen(run);
      const row = store
        .select({ body: trajectories.body })
        .from(trajectories)
        .innerJoin(runs, eq(runs.id, trajectories.run))
        .innerJoin(datasets, eq(datasets.id, runs.dataset))
        .where(and(eq(trajectories.run, run), eq(trajectories.case, id), eq(trajectories.repeat, repeat), isOpen(run)))
        .get();
      return row ? Trajectory.parse(JSON.parse(gunzipSync(row.body).toString("utf8"))) : null;
    },
  };
}
