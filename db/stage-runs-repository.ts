import { and, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { RunMetrics, RunStatus } from "../lib/contracts/run";
import type { RunOutcome } from "../lib/contracts/run-settings";
import type { Store } from "./client";
import { caseResults, diagnoses, entries, runs, stages } from "./schema";

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

/** Run id → when it ended, cases times repeats, and what came of it, of those of the runs that ended before all their cases. */
export function stoppedRuns(
  store: Store,
  ids: readonly string[],
): Map<string, { at: string; total: number; outcome: RunOutcome }> {
  if (ids.length === 0) return new Map();
  const rows = store
    .select({ id: runs.id, at: runs.finishedAt, total: runs.total, outcome: runs.outcome })
    .from(runs)
    .where(and(inArray(runs.id, [...ids]), eq(runs.status, "stopped")))
    .all();
  return new Map(rows.map(({ id, at, total, outcome }) => [id, { at: at ?? "", total, outcome }]));
}

const Counted = z.tuple([z.int().nullable()]);
const numberOf = (rows: readonly unknown[]) => Counted.parse(rows[0])[0] ?? 0;

/** Cases of a run that have the full mark in each score of each repeat; read from the index alone. */
export const countPasses = (store: Store, run: string): number =>
  numberOf(
    store.values(sql`
      select count(*) from (
        select min(coalesce(accuracy, 1)) as lowest, min(coalesce(effectiveness, 1)) as least,
          count(coalesce(accuracy, effectiveness)) as scored
        from case_results where run = ${run} group by ordinal)
      where lowest >= 1 and least >= 1 and scored > 0`),
  );

/** Ids of the cases of a run that could not be scored or were not run; read from the index alone. */
export const unscoredCases = (store: Store, run: string): string[] =>
  store
    .selectDistinct({ case: caseResults.case })
    .from(caseResults)
    .where(and(eq(caseResults.run, run), eq(caseResults.state, "unscored")))
    .all()
    .map((row) => row.case);

/** Model calls that the given cases took in a run. */
export const callsOfCases = (store: Store, run: string, cases: readonly string[]): number =>
  numberOf(
    store.values(sql`
      select sum(calls) from case_results
      where run = ${run} and "case" in (select value from json_each(${JSON.stringify(cases)}))`),
  );

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

const Ids = z.array(z.string());
const ShippedBody = z.object({ predictedFixes: Ids, predictedRisks: Ids, touched: Ids });
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
      body: sql<string>`json_object('predictedFixes', json_extract(${entries.body}, '$.predictedFixes'), 'predictedRisks', json_extract(${entries.body}, '$.predictedRisks'), 'touched', json_extract(${entries.body}, '$.touched'))`,
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

const OpenBody = z.object({ stage: z.string(), title: z.string(), cluster: z.string(), touched: z.int() });
/** A proposal as the stop rule weighs it: the id of its cluster, and how many cases it touches. */
type OpenEntry = z.infer<typeof OpenBody>;

/** The entries of stages that verify and that nobody turned down, in order; their texts are not read. */
export function openEntries(store: Store, stageIds: readonly string[]): OpenEntry[] {
  if (stageIds.length === 0) return [];
  return store
    .select({
      stage: entries.stage,
      title: sql`json_extract(${entries.body}, '$.title')`,
      cluster: sql`json_extract(${entries.body}, '$.cluster')`,
      touched: sql`json_array_length(${entries.body}, '$.touched')`,
    })
    .from(entries)
    .where(
      and(
        inArray(entries.stage, [...stageIds]),
        eq(entries.superseded, false),
        inArray(entries.status, ["proposed", "accepted", "edited"]),
      ),
    )
    .orderBy(entries.stage, entries.order)
    .all()
    .map((row) => OpenBody.parse(row));
}

/** Stage id → a mark of its diagnosis and entries, which changes whenever one of them does, of those with a diagnosis. */
export function diagnosisMarks(store: Store, campaign: string): Map<string, string> {
  const body = diagnoses.body;
  const rows = store
    .select({
      stage: diagnoses.stage,
      mark: sql<string>`json_array(json_extract(${body}, '$.at'), json_extract(${body}, '$.status'), json_extract(${body}, '$.revision'))`,
      entries: sql<string>`(select count(*) || ' ' || total(${entries.revision}) || ' ' || group_concat(${entries.status}) from ${entries}
        where ${entries.stage} = ${stages.id} and not ${entries.superseded})`,
    })
    .from(diagnoses)
    .innerJoin(stages, eq(stages.id, diagnoses.stage))
    .where(eq(stages.campaign, campaign))
    .all();
  return new Map(rows.map(({ stage, mark, entries: of }) => [stage, `${mark} ${of}`]));
}
