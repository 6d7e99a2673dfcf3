import { and, asc, count, eq, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { type CaseState, Incidents, NO_INCIDENTS, UnscoredKind } from "../lib/contracts/run";
import type { ResultSums, RunTotals, ScoreGroup } from "../lib/evaluation/metrics";
import type { Store } from "./client";
import { caseResults } from "./schema";

/** A result without its wide columns. */
export interface NarrowResult {
  case: string;
  repeat: number;
  category: string;
  priority: string;
  state: CaseState;
  accuracy: number | null;
  effectiveness: number | null;
  group: string | null;
  wallMs: number;
  reusedFrom: string | null;
}

/**
 * The results of a run in the order of its data set, then by repeat, read from the covering index `case_results_scores`
 * alone and without parsing row by row: a hundred thousand take a fraction of a second.
 */
export function narrowResults(store: Store, run: string): NarrowResult[] {
  const { ordinal, repeat, state, category, priority, accuracy, effectiveness, group, wallMs, reusedFrom } = caseResults;
  return store
    .select({ case: caseResults.case, repeat, category, priority, state, accuracy, effectiveness, group, wallMs, reusedFrom })
    .from(caseResults)
    .where(eq(caseResults.run, run))
    .orderBy(asc(ordinal), asc(repeat))
    .values()
    .map((row) => ({
      case: row[0],
      repeat: row[1],
      category: row[2],
      priority: row[3],
      state: row[4],
      accuracy: row[5],
      effectiveness: row[6],
      group: row[7],
      wallMs: row[8],
      reusedFrom: row[9],
    }));
}

/** Cases of a run by category and scores (averaged over repeats), with how many they are; read from the index alone. */
export function scoreGroups(store: Store, run: string, repeats: number): ScoreGroup[] {
  const { category, ordinal } = caseResults;
  const average = sql`case when accuracy is null then effectiveness when effectiveness is null then accuracy
    else (accuracy + effectiveness) / 2.0 end`;
  const scores =
    repeats === 1
      ? sql`select ${category} as category, accuracy, effectiveness, ${average} as average from ${caseResults} where run = ${run}`
      : sql`select ${category} as category, avg(accuracy) as accuracy, avg(effectiveness) as effectiveness,
          avg(${average}) as average from ${caseResults} where run = ${run} group by ${ordinal}`;
  return store
    .values(sql`select category, accuracy, effectiveness, average, count(*) from (${scores}) group by 1, 2, 3, 4`)
    .map((row) => {
      const [name, accuracy, effectiveness, avg, cases] = GroupRow.parse(row);
      return { category: name, accuracy, effectiveness, avg, cases };
    });
}

const Score = z.number().nullable();
const GroupRow = z.tuple([z.string(), Score, Score, Score, z.int()]);

/** How the results of a run ended, and the latencies of those that were made in it; read from the index alone. */
export function resultSums(store: Store, run: string): ResultSums {
  const { state, wallMs, reusedFrom } = caseResults;
  const own = eq(caseResults.run, run);
  const sums = { scored: 0, unscored: 0, failed: 0, reused: 0 };
  const counted = store
    .select({ state, n: count(), reused: count(reusedFrom) })
    .from(caseResults)
    .where(own)
    .groupBy(state)
    .all();
  for (const row of counted) {
    sums[row.state] += row.n;
    sums.reused += row.reused;
  }
  const timed = store
    .select({ wallMs })
    .from(caseResults)
    .where(and(own, ne(state, "unscored"), isNull(reusedFrom)))
    .values();
  return { ...sums, timed: timed.map((row) => row[0]) };
}

/** Totals over the wide rows of a run, as far as they are read. */
export interface ReadTotals extends RunTotals {
  /** The highest row that is counted, and how many are. */
  through: number;
  results: number;
}

const NOTHING_READ: ReadTotals = {
  ...{ prompt: null, completion: null, counted: 0, calls: 0, through: 0, results: 0 },
  incidents: NO_INCIDENTS,
  unscoredBy: {},
};

const TotalsRow = z.tuple([
  ...[UnscoredKind.nullable(), z.string().nullable(), z.int(), z.int().nullable(), z.int().nullable(), z.int(), z.int(), z.int()],
] as const);
const StoredIncidents = z.record(z.string(), z.number());

/**
 * Tokens, calls, incidents and reasons over the results of a run, in one pass over its wide rows: those that came after
 * `earlier` was read, and all of them without it. Tokens are null where none was reported; `counted` results reported some.
 */
export function readTotals(store: Store, run: string, earlier: ReadTotals = NOTHING_READ): ReadTotals {
  const { promptTokens, completionTokens, calls, unscoredKind, features } = caseResults;
  // New rows are the last ones of the table; without earlier ones the run's own index is the way.
  const source = earlier.through === 0 ? sql`${caseResults}` : sql`${caseResults} not indexed`;
  const rows = store.values(sql`
    select ${unscoredKind}, json_extract(${features}, '$.incidents') as body, count(*), sum(${promptTokens}),
      sum(${completionTokens}), count(coalesce(${promptTokens}, ${completionTokens})), coalesce(sum(${calls}), 0),
      max(${caseResults}.rowid)
    from ${source} where run = ${run} and ${caseResults}.rowid > ${earlier.through} group by 1, 2`);
  const totals = {
    ...earlier,
    unscoredBy: { ...earlier.unscoredBy },
    incidents: { total: { ...earlier.incidents.total }, cases: { ...earlier.incidents.cases } },
  };
  const kinds = Incidents.keyof().options;
  for (const row of rows) {
    const [kind, body, results, prompt, completion, counted, called, through] = TotalsRow.parse(row);
    if (prompt !== null) totals.prompt = (totals.prompt ?? 0) + prompt;
    if (completion !== null) totals.completion = (totals.completion ?? 0) + completion;
    totals.counted += counted;
    totals.calls += called;
    totals.results += results;
    totals.through = Math.max(totals.through, through);
    if (kind !== null) totals.unscoredBy[kind] = (totals.unscoredBy[kind] ?? 0) + results;
    const incidents = body === null ? {} : StoredIncidents.parse(JSON.parse(body));
    for (const name of kinds) {
      const times = incidents[name] ?? 0;
      totals.incidents.total[name] += times * results;
      if (times > 0) totals.incidents.cases[name] += results;
    }
  }
  return totals;
}
