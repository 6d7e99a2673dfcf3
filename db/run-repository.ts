import { and, count, desc, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import { type Endpoint, isStandIn } from "../lib/contracts/endpoint";
import type { Run, RunCounts, RunMetrics, RunStatus } from "../lib/contracts/run";
import type { Store } from "./client";
import { isThere, projectIsThere } from "./removed";
import { caseResults, datasets, runs, versions } from "./schema";

/** A run as stored: scores come from its case results, or from `metrics` once it has ended. */
export type StoredRun = Omit<Run, "counts" | "accuracy" | "effectiveness" | "avg"> & {
  endpointAtStart: Endpoint;
  total: number;
  metrics: RunMetrics | null;
  /** Hash of the project's FAQ that it works with; null for none. */
  faq: string | null;
};

export type NewRun = typeof runs.$inferInsert;

const columns = {
  id: runs.id,
  project: runs.project,
  version: runs.version,
  versionName: versions.name,
  endpoint: runs.endpoint,
  endpointAtStart: runs.endpointAtStart,
  dataset: runs.dataset,
  datasetName: datasets.name,
  datasetVersion: runs.datasetVersion,
  syntheticData: datasets.synthetic,
  checkVersion: runs.checkVersion,
  judge: runs.judge,
  repliesOf: runs.repliesOf,
  noiseOf: runs.noiseOf,
  settings: runs.settings,
  outcome: runs.outcome,
  faq: runs.faq,
  status: runs.status,
  reason: runs.reason,
  total: runs.total,
  metrics: runs.metrics,
  actor: runs.actor,
  createdAt: runs.createdAt,
  startedAt: runs.startedAt,
  finishedAt: runs.finishedAt,
};

/** Whether neither the run nor its project was deleted. */
export const runIsThere = and(isThere(runs), projectIsThere(runs.project));

const selectRuns = (store: Store) =>
  store
    .select(columns)
    .from(runs)
    .innerJoin(versions, and(eq(versions.project, runs.project), eq(versions.hash, runs.version)))
    .innerJoin(datasets, eq(datasets.id, runs.dataset));

const toStored = (row: ReturnType<ReturnType<typeof selectRuns>["all"]>[number]): StoredRun => ({
  ...row,
  endpointName: row.endpointAtStart.name,
  embedded: isStandIn(row.endpointAtStart),
  model: row.endpointAtStart.model,
  checkpoint: row.endpointAtStart.checkpoint,
});

export function insertRun(store: Store, run: NewRun): void {
  store.insert(runs).values(run).run();
}

export function findRun(store: Store, id: string): StoredRun | undefined {
  const row = selectRuns(store)
    .where(and(eq(runs.id, id), runIsThere))
    .get();
  return row && toStored(row);
}

/** A page of runs, newest first. */
export function listRuns(
  store: Store,
  filter: { project: string; version?: string | undefined; offset: number; limit: number },
): { total: number; items: StoredRun[] } {
  const where = and(eq(runs.project, filter.project), filter.version ? eq(runs.version, filter.version) : undefined, runIsThere);
  const total = store.select({ n: count() }).from(runs).where(where).get()?.n ?? 0;
  const items = selectRuns(store).where(where).orderBy(desc(runs.sequence)).limit(filter.limit).offset(filter.offset).all();
  return { total, items: items.map(toStored) };
}

/** Runs of a version on a version of a data set that made their own replies, newest first. */
export const runsOfVersionOnDataset = (
  store: Store,
  { project, version, dataset, datasetVersion }: { project: string; version: string; dataset: string; datasetVersion: string },
): Pick<StoredRun, "id" | "status" | "endpointAtStart" | "finishedAt">[] =>
  store
    .select({ id: runs.id, status: runs.status, endpointAtStart: runs.endpointAtStart, finishedAt: runs.finishedAt })
    .from(runs)
    .where(
      and(
        eq(runs.project, project),
        eq(runs.version, version),
        eq(runs.dataset, dataset),
        eq(runs.datasetVersion, datasetVersion),
        isNull(runs.repliesOf),
        runIsThere,
      ),
    )
    .orderBy(desc(runs.sequence))
    .all();

/** Ids of the runs that have not ended and are not paused, oldest first: what goes on after a restart. */
export const unfinishedRuns = (store: Store): string[] =>
  store
    .select({ id: runs.id })
    .from(runs)
    .where(and(inArray(runs.status, ["queued", "running"]), runIsThere))
    .orderBy(runs.sequence)
    .all()
    .map((row) => row.id);

const ENDED: RunStatus[] = ["cancelled", "completed", "stopped", "failed"];

/** Moves a run that has not ended to `running`, `paused` or `queued`; answers whether it did. The first start is kept. */
export function setRunStatus(store: Store, id: string, status: "queued" | "running" | "paused", at: string): boolean {
  const change =
    status === "running" ? { status, startedAt: sql<string>`coalesce(${runs.startedAt}, ${at})`, reason: null } : { status };
  return (
    store
      .update(runs)
      .set(change)
      .where(and(eq(runs.id, id), notInArray(runs.status, ENDED)))
      .run().changes === 1
  );
}

/** Ends a run that has not ended; answers whether it did. */
export function finishRun(
  store: Store,
  id: string,
  end: { status: "cancelled" | "completed" | "stopped" | "failed"; reason: string | null; metrics: RunMetrics; at: string },
): boolean {
  return (
    store
      .update(runs)
      .set({ status: end.status, reason: end.reason, metrics: end.metrics, finishedAt: end.at })
      .where(and(eq(runs.id, id), notInArray(runs.status, ENDED)))
      .run().changes === 1
  );
}

/** Run id → how many of its results there are by state. */
export function countResults(store: Store, ids: readonly string[]): Map<string, Omit<RunCounts, "total">> {
  const counts = new Map<string, Omit<RunCounts, "total">>(ids.map((id) => [id, { done: 0, scored: 0, unscored: 0, failed: 0 }]));
  if (ids.length === 0) return counts;
  const rows = store
    .select({ run: caseResults.run, state: caseResults.state, n: count() })
    .from(caseResults)
    .where(inArray(caseResults.run, [...ids]))
    .groupBy(caseResults.run, caseResults.state)
    .all();
  for (const row of rows) {
    const entry = counts.get(row.run);
    if (!entry) continue;
    entry.done += row.n;
    entry[row.state] += row.n;
  }
  return counts;
}

export const countRuns = (store: Store, project: string): number =>
  store
    .select({ n: count() })
    .from(runs)
    .where(and(eq(runs.project, project), runIsThere))
    .get()?.n ?? 0;
