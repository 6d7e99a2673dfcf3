import { and, asc, count, eq, gt, inArray, sql } from "drizzle-orm";
import type { CaseState, UnscoredKind } from "../lib/contracts/run";
import { TrajectoryFeatures } from "../lib/contracts/run";
import type { RunOutcome, RunSettings } from "../lib/contracts/run-settings";
import type { ResultSums } from "../lib/evaluation/metrics";
import type { Store } from "./client";
import { forgetComparisons } from "./comparison-repository";
import { resultSums } from "./metrics-repository";
import type { StoredRun } from "./run-repository";
import { caseResults, cases, reusable, runs, trajectories, voteTrajectories } from "./schema";

type Measured = Pick<StoredRun, "id" | "dataset" | "datasetVersion">;

/** The next cases of a run's data set after a place in it of which this repeat is not done, at most `limit`. */
export const placesToDo = (
  store: Store,
  run: Measured,
  { repeat, after, limit }: { repeat: number; after: number; limit: number },
): { id: string; ordinal: number }[] =>
  store
    .select({ id: cases.id, ordinal: cases.ordinal })
    .from(cases)
    .where(
      and(
        eq(cases.dataset, run.dataset),
        eq(cases.version, run.datasetVersion),
        gt(cases.ordinal, after),
        // Written out: inside a select of one table the builder leaves table names away, and these need theirs.
        sql`not exists (select 1 from case_results r where r.run = ${run.id} and r.ordinal = cases.ordinal and r.repeat = ${repeat})`,
      ),
    )
    .orderBy(asc(cases.ordinal))
    .limit(limit)
    .all();

/** Id and place of every case of a run's data set, in order. */
export const caseIndex = (store: Store, run: Measured): { id: string; ordinal: number }[] =>
  store
    .select({ id: cases.id, ordinal: cases.ordinal })
    .from(cases)
    .where(and(eq(cases.dataset, run.dataset), eq(cases.version, run.datasetVersion)))
    .orderBy(asc(cases.ordinal))
    .all();

/** Whether the version of the data set is there. */
export const hasCases = (store: Store, run: Measured): boolean =>
  store
    .select({ ordinal: cases.ordinal })
    .from(cases)
    .where(and(eq(cases.dataset, run.dataset), eq(cases.version, run.datasetVersion)))
    .limit(1)
    .get() !== undefined;

interface Scores {
  accuracy: number | null;
  effectiveness: number | null;
}

/** Case and scores of every result that a run has so far. */
export const earlierScores = (store: Store, run: string): ({ case: string; repeat: number } & Scores)[] =>
  store
    .select({
      case: caseResults.case,
      repeat: caseResults.repeat,
      accuracy: caseResults.accuracy,
      effectiveness: caseResults.effectiveness,
    })
    .from(caseResults)
    .where(eq(caseResults.run, run))
    .all();

/** What a run has so far, as its totals need it. `n` results have a score, of which `sum` is the sum. */
export interface EarlierSums extends ResultSums {
  accuracy: { sum: number; n: number };
  effectiveness: { sum: number; n: number };
}

export function earlierSums(store: Store, run: string): EarlierSums {
  const { accuracy, effectiveness } = caseResults;
  const scores = store
    .select({
      accuracy: sql<number>`coalesce(sum(${accuracy}), 0)`,
      accuracyOf: count(accuracy),
      effectiveness: sql<number>`coalesce(sum(${effectiveness}), 0)`,
      effectivenessOf: count(effectiveness),
    })
    .from(caseResults)
    .where(eq(caseResults.run, run))
    .get();
  return {
    ...resultSums(store, run),
    accuracy: { sum: scores?.accuracy ?? 0, n: scores?.accuracyOf ?? 0 },
    effectiveness: { sum: scores?.effectiveness ?? 0, n: scores?.effectivenessOf ?? 0 },
  };
}

/** Why the newest result of a run is unscored or failed; null where it is neither. */
export const newestReason = (store: Store, run: string): string | null =>
  store
    .select({ reason: caseResults.reason })
    .from(caseResults)
    .where(eq(caseResults.run, run))
    .orderBy(sql`${caseResults.finishedAt} desc`)
    .limit(1)
    .get()?.reason ?? null;

const NO_FEATURES = TrajectoryFeatures.parse({
  skills: [],
  tools: [],
  toolErrors: [],
  hooks: [],
  promptBlocks: [],
  stopReason: "not-run",
  rounds: 0,
  retries: 0,
});

/** Writes an unscored result for every case and repeat that has none: nothing is dropped silently. Answers how many. */
export function insertNotRun(
  store: Store,
  run: { id: string; dataset: string; datasetVersion: string; settings: RunSettings },
  why: { kind: UnscoredKind; reason: string; at: string },
): number {
  let written = 0;
  for (let repeat = 0; repeat < run.settings.repeats; repeat += 1) {
    written += store.run(sql`
      insert into case_results (run, "case", repeat, ordinal, "group", category, priority, state, reason, unscored_kind,
        accuracy, effectiveness, comment, reply, failed_checks, wall_ms, ttft_ms, prompt_tokens, completion_tokens, calls,
        seed, checks, features, attempts, votes, finished_at)
      select ${run.id}, id, ${repeat}, ordinal, json_extract(body, '$.group'), category, priority, 'unscored', ${why.reason},
        ${why.kind}, null, null, comment, '', '[]', 0, null, null, null, 0, 0, '[]', ${JSON.stringify(NO_FEATURES)}, 0, '[]',
        ${why.at}
      from cases
      where dataset = ${run.dataset} and version = ${run.datasetVersion}
        and not exists (select 1 from case_results r where r.run = ${run.id} and r."case" = cases.id and r.repeat = ${repeat})
    `).changes;
  }
  return written;
}

/** Takes away the results of these states, with all that hangs on them, so that they are run again. Answers how many. */
export function removeResults(store: Store, run: string, states: readonly CaseState[]): number {
  const own = and(eq(caseResults.run, run), inArray(caseResults.state, [...states]));
  for (const table of [trajectories, voteTrajectories, reusable]) {
    store
      .delete(table)
      .where(
        and(
          eq(table.run, run),
          sql`exists (select 1 from case_results r where r.run = ${table.run} and r."case" = ${table.case} and r.repeat = ${table.repeat} and ${inArray(sql`r.state`, [...states])})`,
        ),
      )
      .run();
  }
  return store.delete(caseResults).where(own).run().changes;
}

/** Opens a run that has ended again, with other settings; its metrics and comparisons are no longer true and go. */
export function reopenRun(store: Store, id: string, change: { settings: RunSettings; outcome: RunOutcome }): void {
  forgetComparisons(store, id);
  store
    .update(runs)
    .set({ ...change, status: "queued", reason: null, metrics: null, finishedAt: null })
    .where(eq(runs.id, id))
    .run();
}

export function updateOutcome(store: Store, id: string, outcome: RunOutcome): void {
  store.update(runs).set({ outcome }).where(eq(runs.id, id)).run();
}

/** Case id → its scores in a run (means over repeats; null where no repeat has one). */
export function scoresByCase(store: Store, run: string): Map<string, Scores> {
  const rows = store
    .select({
      case: caseResults.case,
      accuracy: sql<number | null>`avg(${caseResults.accuracy})`,
      effectiveness: sql<number | null>`avg(${caseResults.effectiveness})`,
    })
    .from(caseResults)
    .where(eq(caseResults.run, run))
    .groupBy(caseResults.case)
    .all();
  return new Map(rows.map(({ case: id, ...scores }) => [id, scores]));
}
