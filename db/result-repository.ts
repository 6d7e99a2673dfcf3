import { gunzipSync } from "node:zlib";
import { and, asc, desc, eq, ne } from "drizzle-orm";
import type { CaseResult, CaseRow } from "../lib/contracts/run";
import { Trajectory } from "../lib/contracts/trajectory";
import type { Store } from "./client";
import { isThere } from "./removed";
import { caseResults, datasets, runs, trajectories, versions } from "./schema";

/** A row of the results of a run. */
export const rowColumns = {
  run: caseResults.run,
  case: caseResults.case,
  repeat: caseResults.repeat,
  category: caseResults.category,
  priority: caseResults.priority,
  state: caseResults.state,
  reason: caseResults.reason,
  unscoredKind: caseResults.unscoredKind,
  accuracy: caseResults.accuracy,
  effectiveness: caseResults.effectiveness,
  comment: caseResults.comment,
  reply: caseResults.reply,
  failedChecks: caseResults.failedChecks,
  wallMs: caseResults.wallMs,
  ttftMs: caseResults.ttftMs,
  promptTokens: caseResults.promptTokens,
  completionTokens: caseResults.completionTokens,
  calls: caseResults.calls,
  attempts: caseResults.attempts,
  reusedFrom: caseResults.reusedFrom,
  finishedAt: caseResults.finishedAt,
};
/** A result without its trajectory. */
export const resultColumns = {
  ...rowColumns,
  checks: caseResults.checks,
  features: caseResults.features,
  seed: caseResults.seed,
  votes: caseResults.votes,
};

/** Every row of a run, in the order of the data set, then by repeat. */
export const allRows = (store: Store, run: string): CaseRow[] =>
  store
    .select(rowColumns)
    .from(caseResults)
    .where(eq(caseResults.run, run))
    .orderBy(asc(caseResults.ordinal), asc(caseResults.repeat))
    .all();

/** Every result of a run with its checks and features, in the order of the data set, then by repeat. */
export const allResults = (store: Store, run: string): CaseResult[] =>
  store
    .select(resultColumns)
    .from(caseResults)
    .where(eq(caseResults.run, run))
    .orderBy(asc(caseResults.ordinal), asc(caseResults.repeat))
    .all();

/** State and checks of every result of a run. */
export const checksOfRun = (store: Store, run: string) =>
  store
    .select({ case: caseResults.case, state: caseResults.state, checks: caseResults.checks })
    .from(caseResults)
    .where(eq(caseResults.run, run))
    .all();

const keyOf = (run: string, id: string, repeat: number) =>
  and(eq(caseResults.run, run), eq(caseResults.case, id), eq(caseResults.repeat, repeat));

export const findResult = (store: Store, run: string, id: string, repeat: number): CaseResult | undefined =>
  store
    .select(resultColumns)
    .from(caseResults)
    .where(keyOf(run, id, repeat))
    .get();

/** The trajectory of a result as it is stored, JSON text. */
export function readTrajectoryText(store: Store, run: string, id: string, repeat: number): string | undefined {
  const row = store
    .select({ body: trajectories.body })
    .from(trajectories)
    .where(and(eq(trajectories.run, run), eq(trajectories.case, id), eq(trajectories.repeat, repeat)))
    .get();
  return row && gunzipSync(row.body).toString("utf8");
}

export function readTrajectory(store: Store, run: string, id: string, repeat: number): Trajectory | undefined {
  const text = readTrajectoryText(store, run, id, repeat);
  return text === undefined ? undefined : Trajectory.parse(JSON.parse(text));
}

/** Every result of one case of a data set over all runs, newest first, at most `limit`. */
export function resultsOfCase(store: Store, dataset: string, id: string, limit: number) {
  return store
    .select({ row: rowColumns, version: runs.version, versionName: versions.name, endpoint: runs.endpointAtStart })
    .from(caseResults)
    .innerJoin(runs, eq(runs.id, caseResults.run))
    .innerJoin(versions, and(eq(versions.project, runs.project), eq(versions.hash, runs.version)))
    .innerJoin(datasets, eq(datasets.id, runs.dataset))
    .where(and(eq(runs.dataset, dataset), eq(caseResults.case, id), isThere(runs)))
    .orderBy(desc(runs.sequence), asc(caseResults.repeat))
    .limit(limit)
    .all();
}

/** The trajectories stored for a case id over all runs of a project but those on a vault, newest run first, at most `limit`. */
export function trajectoriesOfCase(store: Store, project: string, id: string, limit: number) {
  return store
    .select({
      run: caseResults.run,
      repeat: caseResults.repeat,
      at: caseResults.finishedAt,
      version: runs.version,
      versionName: versions.name,
      endpoint: runs.endpointAtStart,
    })
    .from(caseResults)
    .innerJoin(runs, eq(runs.id, caseResults.run))
    .innerJoin(versions, and(eq(versions.project, runs.project), eq(versions.hash, runs.version)))
    .innerJoin(datasets, eq(datasets.id, runs.dataset))
    .where(and(eq(runs.project, project), eq(caseResults.case, id), ne(datasets.role, "vault"), isThere(runs)))
    .orderBy(desc(runs.sequence), asc(caseResults.repeat))
    .limit(limit)
    .all();
}
