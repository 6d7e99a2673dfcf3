import { and, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { RunMetrics, RunStatus } from "../lib/contracts/run";
import type { Store } from "./client";
import { entries, runs, stages } from "./schema";

/** Run id → when it ended, of those of the runs that are completed. */
export function completedAt(store: Store, ids: readonly string[]): Map<string, string> {
  if (ids.length === 0) return new Map();
  const rows = store
    .select({ id: runs.id, at: runs.finishedAt })
    .from(runs)
    .where(and(inArray(runs.id, [...ids]), eq(runs.status, "completed")))
    .all();
  return new Map(rows.map(({ id, at }) => [id, at ?? ""]));
}

/** Run id → metrics, of those of the runs that have ended. */
export function metricsOfRuns(store: Store, ids: readonly string[]): Map<string, RunMetrics> {
  if (ids.length === 0) return new Map();
  const rows = store
    .select({ id: runs.id, metrics: runs.metrics })
    .from(runs)
    .where(inArray(runs.id, [...ids]))
    .all();
  return new Map(rows.flatMap(({ id, metrics }) => (metrics ? [[id, metrics] as const] : [])));
}

/** Ids of those of the runs that have ended. */
function endedRuns(store: Store, ids: readonly string[]): Set<string> {
  if (ids.length === 0) return new Set();
  const rows = store
    .select({ id: runs.id })
    .from(runs)
    .where(and(inArray(runs.id, [...ids]), isNotNull(runs.metrics)))
    .all();
  return new Set(rows.map(({ id }) => id));
}

/** Run id → status, without the rest. */
export function runStatuses(store: Store, ids: readonly string[]): Map<string, RunStatus> {
  if (ids.length === 0) return new Map();
  const rows = store
    .select({ id: runs.id, status: runs.status })
    .from(runs)
    .where(inArray(runs.id, [...ids]))
    .all();
  return new Map(rows.map((row) => [row.id, row.status]));
}

const ShippedBody = z.object({ predictedFixes: z.array(z.string()), touched: z.array(z.string()) });
export type ShippedEntry = z.infer<typeof ShippedBody> & { stage: string };

const isShipped = and(eq(entries.superseded, false), inArray(entries.status, ["accepted", "edited"]));

/** Stage id → a mark of its accepted entries, which changes whenever one of them does; stages without any are left out. */
export function shippedMarks(store: Store, campaign: string): Map<string, string> {
  const rows = store
    .select({ stage: entries.stage, n: sql<number>`count(*)`, revisions: sql<number>`sum(${entries.revision})` })
    .from(entries)
    .innerJoin(stages, eq(stages.id, entries.stage))
    .where(and(eq(stages.campaign, campaign), isShipped))
    .groupBy(entries.stage)
    .all();
  return new Map(rows.map(({ stage, n, revisions }) => [stage, `${n}.${revisions}`]));
}

/** What the accepted entries of stages promised, and which cases they touch; the rest of an entry is not read. */
export function shippedEntries(store: Store, stageIds: readonly string[]): ShippedEntry[] {
  if (stageIds.length === 0) return [];
  return store
    .select({
      stage: entries.stage,
      body: sql<string>`json_object('predictedFixes', json_extract(${entries.body}, '$.predictedFixes'), 'touched', json_extract(${entries.body}, '$.touched'))`,
    })
    .from(entries)
    .where(and(inArray(entries.stage, [...stageIds]), isShipped))
    .all()
    .map(({ stage, body }) => ({ stage, ...ShippedBody.parse(JSON.parse(body)) }));
}

/** The pairs of ended runs that a run is part of: as a stage's or as the one before it, or as an A/A repetition. */
export function pairsOfRun(store: Store, run: string): { base: string; head: string }[] {
  const ofStages = store
    .select({ base: stages.baseRun, head: stages.run })
    .from(stages)
    .where(or(eq(stages.run, run), eq(stages.baseRun, run)))
    .all();
  const ofNoise = store
    .select({ base: runs.noiseOf, head: runs.id })
    .from(runs)
    .where(or(eq(runs.noiseOf, run), and(eq(runs.id, run), isNotNull(runs.noiseOf))))
    .all();
  const pairs = [...ofStages, ...ofNoise].flatMap(({ base, head }) => (base && head ? [{ base, head }] : []));
  const ended = endedRuns(store, [...new Set(pairs.flatMap(({ base, head }) => [base, head]))]);
  return pairs.filter(({ base, head }) => ended.has(base) && ended.has(head));
}
