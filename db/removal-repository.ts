import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { RemovableKind, RemovedItem } from "../lib/contracts/storage";
import type { Store } from "./client";
import { projectIsThere } from "./removed";
import { datasets, endpoints, projects, runs, toolServices, versions } from "./schema";

const tables = { project: projects, dataset: datasets, run: runs, endpoint: endpoints, "tool-service": toolServices };

/** Deletes something softly; its rows stay. */
export function markRemoved(store: Store, kind: RemovableKind, id: string, by: string, at: string): void {
  const table = tables[kind];
  store.update(table).set({ removedAt: at, removedBy: by }).where(eq(table.id, id)).run();
}

/** Brings something back; false where it was not deleted. */
export function unmarkRemoved(store: Store, kind: RemovableKind, id: string): boolean {
  const table = tables[kind];
  const back = store
    .update(table)
    .set({ removedAt: null, removedBy: null })
    .where(and(eq(table.id, id), isNotNull(table.removedAt)))
    .run();
  return back.changes === 1;
}

/** Deletes the runs of a data set with it, or brings back those that went with it. Answers how many. */
export function markRunsOfDataset(store: Store, dataset: string, by: string, at: string): number {
  const own = and(eq(runs.dataset, dataset), sql`${runs.removedAt} is null`);
  return store.update(runs).set({ removedAt: at, removedBy: by }).where(own).run().changes;
}

export function unmarkRunsOfDataset(store: Store, dataset: string, at: string): number {
  const own = and(eq(runs.dataset, dataset), eq(runs.removedAt, at));
  return store.update(runs).set({ removedAt: null, removedBy: null }).where(own).run().changes;
}

const marked = (table: (typeof tables)[RemovableKind]) => ({
  id: table.id,
  removedBy: sql<string>`coalesce(${table.removedBy}, '')`,
  removedAt: sql<string>`${table.removedAt}`,
});

/** What was deleted, newest first. What went with a project or a data set that was deleted is not named apart. */
export function listRemoved(store: Store): RemovedItem[] {
  const ofProjects = store
    .select({ ...marked(projects), name: projects.name })
    .from(projects)
    .where(isNotNull(projects.removedAt))
    .all()
    .map((row) => ({ ...row, kind: "project" as const, project: row.id }));
  const ofDatasets = store
    .select({ ...marked(datasets), name: datasets.name, project: datasets.project })
    .from(datasets)
    .where(and(isNotNull(datasets.removedAt), projectIsThere(datasets.project)))
    .all()
    .map((row) => ({ ...row, kind: "dataset" as const }));
  const ofRuns = store
    .select({
      ...marked(runs),
      name: sql<string>`${versions.name} || ' on ' || ${datasets.name}`,
      project: runs.project,
    })
    .from(runs)
    .innerJoin(versions, and(eq(versions.project, runs.project), eq(versions.hash, runs.version)))
    .innerJoin(datasets, eq(datasets.id, runs.dataset))
    .where(
      and(
        isNotNull(runs.removedAt),
        projectIsThere(runs.project),
        sql`(${datasets.removedAt} is null or ${datasets.removedAt} <> ${runs.removedAt})`,
      ),
    )
    .all()
    .map((row) => ({ ...row, kind: "run" as const }));
  const ofEndpoints = store
    .select({ ...marked(endpoints), name: endpoints.name })
    .from(endpoints)
    .where(isNotNull(endpoints.removedAt))
    .all()
    .map((row) => ({ ...row, kind: "endpoint" as const, project: null }));
  const ofServices = store
    .select({ ...marked(toolServices), name: toolServices.body })
    .from(toolServices)
    .where(isNotNull(toolServices.removedAt))
    .all()
    .map((row) => ({ ...row, name: row.name.name, kind: "tool-service" as const, project: null }));
  return [...ofProjects, ...ofDatasets, ...ofRuns, ...ofEndpoints, ...ofServices].sort((one, other) =>
    other.removedAt < one.removedAt ? -1 : 1,
  );
}

/** The project that something deleted belongs to, and the data set of a run; undefined where it was not deleted. */
export function findRemoved(
  store: Store,
  kind: RemovableKind,
  id: string,
): { project: string | null; dataset: string | null; removedAt: string } | undefined {
  const table = tables[kind];
  const at = store.select({ at: table.removedAt }).from(table).where(eq(table.id, id)).get()?.at;
  if (!at) return undefined;
  if (kind === "project") return { project: id, dataset: null, removedAt: at };
  if (kind === "run") {
    const run = store.select({ project: runs.project, dataset: runs.dataset }).from(runs).where(eq(runs.id, id)).get();
    return run && { ...run, removedAt: at };
  }
  const project =
    kind === "dataset"
      ? store.select({ project: datasets.project }).from(datasets).where(eq(datasets.id, id)).get()?.project
      : undefined;
  return { project: project ?? null, dataset: null, removedAt: at };
}

/** Whether a row is deleted: that of a run's data set, or a project's. */
export const isRemoved = (store: Store, kind: RemovableKind, id: string): boolean => findRemoved(store, kind, id) !== undefined;

const Names = z.array(z.tuple([z.string()]));
const namesOf = (store: Store, query: SQL): string[] => Names.parse(store.values(query)).map(([name]) => name);

/** What rests on a run: names of stages, releases, calibrations, open requests, and ids of runs. */
export const restsOnRun = (store: Store, run: string) => ({
  stages: namesOf(
    store,
    sql`select c.name || ' · ' || s.name from stages s join campaigns c on c.id = s.campaign
      where ${run} in (s.run, s.base_run, s.held_out_run)`,
  ),
  releases: namesOf(
    store,
    sql`select r.channel || ' ' || r.sequence from releases r where r.run = ${run}
      or exists (select 1 from json_each(r.manifest, '$.runs') j where j.value = ${run})`,
  ),
  calibrations: namesOf(
    store,
    sql`select json_extract(k.body, '$.judge') from calibrations k
      where exists (select 1 from json_each(k.body, '$.runs') j where j.value = ${run})`,
  ),
  requests: namesOf(
    store,
    sql`select q.id from promotion_requests q where q.state = 'open' and json_extract(q.body, '$.promotion.run') = ${run}`,
  ),
  repeats: namesOf(store, sql`select n.id from runs n where n.noise_of = ${run} and n.removed_at is null`),
  judged: namesOf(store, sql`select n.id from runs n where n.replies_of = ${run} and n.removed_at is null`),
});

/** What rests on a data set itself; its runs are asked one by one. */
export const restsOnDataset = (store: Store, dataset: string) => ({
  campaigns: namesOf(store, sql`select c.name from campaigns c where ${dataset} in (c.dataset, c.held_out_dataset)`),
  releases: namesOf(
    store,
    sql`select r.channel || ' ' || r.sequence from releases r
      where exists (select 1 from json_each(r.manifest, '$.evaluation.sets') j where json_extract(j.value, '$.dataset') = ${dataset})`,
  ),
  calibrations: namesOf(
    store,
    sql`select json_extract(k.body, '$.judge') from calibrations k where json_extract(k.body, '$.dataset') = ${dataset}`,
  ),
  gates: namesOf(
    store,
    sql`select 'version ' || g.version from gate_settings g
      where g.version = (select max(n.version) from gate_settings n where n.project = g.project)
        and ${dataset} in (coalesce(json_extract(g.settings, '$.regression.dataset'), ''), coalesce(json_extract(g.settings, '$.capability.dataset'), ''))`,
  ),
});

/** The runs of a data set that are there, newest first; an A/A repetition comes before what it repeats. */
export const runsOfDataset = (store: Store, dataset: string): { id: string; status: string }[] =>
  store
    .select({ id: runs.id, status: runs.status })
    .from(runs)
    .where(and(eq(runs.dataset, dataset), sql`${runs.removedAt} is null`))
    .orderBy(desc(runs.sequence))
    .all();

/** What goes on in a project: runs and nights that have not ended. */
export const underWayIn = (store: Store, project: string) => ({
  runs: namesOf(
    store,
    sql`select id from runs where project = ${project} and status in ('queued', 'running') and removed_at is null`,
  ),
  nights: namesOf(
    store,
    sql`select a.id from autopilots a join campaigns c on c.id = a.campaign
      where c.project = ${project} and a.status in ('waiting', 'running')`,
  ),
});
