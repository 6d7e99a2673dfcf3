import { and, asc, count, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { type CaseState, Incidents, type IncidentTotals, UnscoredKind } from "../lib/contracts/run";
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

/** Tokens and calls over the results of a run. Tokens are null where none was reported; `counted` results reported some. */
export function usageTotals(
  store: Store,
  run: string,
): { prompt: number | null; completion: number | null; counted: number; calls: number } {
  const { promptTokens, completionTokens, calls } = caseResults;
  return (
    store
      .select({
        prompt: sql<number | null>`sum(${promptTokens})`,
        completion: sql<number | null>`sum(${completionTokens})`,
        counted: sql<number>`count(coalesce(${promptTokens}, ${completionTokens}))`,
        calls: sql<number>`coalesce(sum(${calls}), 0)`,
      })
      .from(caseResults)
      .where(eq(caseResults.run, run))
      .get() ?? { prompt: null, completion: null, counted: 0, calls: 0 }
  );
}

/** How many results of a run are unscored for which reason. */
export function unscoredCounts(store: Store, run: string): Partial<Record<UnscoredKind, number>> {
  const rows = store
    .select({ kind: caseResults.unscoredKind, n: count() })
    .from(caseResults)
    .where(and(eq(caseResults.run, run), isNotNull(caseResults.unscoredKind)))
    .groupBy(caseResults.unscoredKind)
    .all();
  return Object.fromEntries(rows.map(({ kind, n }) => [UnscoredKind.parse(kind), n]));
}

const StoredIncidents = z.record(z.string(), z.number());

/** Incidents of a run: in all, and in how many results each kind happened. Few results differ, so equal ones are read once. */
export function incidentTotals(store: Store, run: string): IncidentTotals {
  const body = sql<string | null>`json_extract(${caseResults.features}, '$.incidents')`;
  const rows = store.select({ body, n: count() }).from(caseResults).where(eq(caseResults.run, run)).groupBy(body).all();
  const totals = { total: Incidents.parse({}), cases: Incidents.parse({}) };
  const kinds = Incidents.keyof().options;
  for (const row of rows) {
    if (row.body === null) continue;
    const incidents = StoredIncidents.parse(JSON.parse(row.body));
    for (const kind of kinds) {
      const times = incidents[kind] ?? 0;
      totals.total[kind] += times * row.n;
      if (times > 0) totals.cases[kind] += row.n;
    }
  }
  return totals;
}
