import { and, asc, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import type { CaseResult } from "../lib/contracts/run";
import type { Store } from "./client";
import { resultColumns } from "./result-repository";
import { caseResults } from "./schema";

const isWrong = or(lt(caseResults.accuracy, 1), lt(caseResults.effectiveness, 1));

/** The four parts of a run's results; each result is in one. */
const parts = {
  failed: eq(caseResults.state, "failed"),
  wrong: and(eq(caseResults.state, "scored"), isWrong),
  unscored: eq(caseResults.state, "unscored"),
  right: and(
    eq(caseResults.state, "scored"),
    gte(sql`coalesce(${caseResults.accuracy}, 1)`, 1),
    gte(sql`coalesce(${caseResults.effectiveness}, 1)`, 1),
  ),
} satisfies Record<string, SQL | undefined>;

export interface ResultPart {
  category?: string;
  part?: keyof typeof parts;
}

/**
 * The results of a run in the order of the data set, then by repeat, read `size` at a time: however many there are, no more
 * are held. Each page begins after the last result of the one before, so results that arrive meanwhile double nothing.
 */
export function* eachResult(store: Store, run: string, { category, part }: ResultPart = {}, size = 500): Generator<CaseResult> {
  let after: { ordinal: number; repeat: number } | null = null;
  for (;;) {
    const page: (CaseResult & { ordinal: number })[] = store
      .select({ ...resultColumns, ordinal: caseResults.ordinal })
      .from(caseResults)
      .where(
        and(
          eq(caseResults.run, run),
          after ? sql`(${caseResults.ordinal}, ${caseResults.repeat}) > (${after.ordinal}, ${after.repeat})` : undefined,
          category === undefined ? undefined : eq(caseResults.category, category),
          part && parts[part],
        ),
      )
      .orderBy(asc(caseResults.ordinal), asc(caseResults.repeat))
      .limit(size)
      .all();
    for (const { ordinal: _, ...result } of page) yield result;
    const last = page.at(-1);
    if (!last || page.length < size) return;
    after = { ordinal: last.ordinal, repeat: last.repeat };
  }
}

/** How the results of a run came out, by category in the order of the data set. */
export const countsByCategory = (store: Store, run: string) =>
  store
    .select({
      category: caseResults.category,
      results: sql<number>`count(*)`,
      wrong: sql<number>`coalesce(sum(${parts.wrong}), 0)`,
      failed: sql<number>`sum(${parts.failed})`,
      unscored: sql<number>`sum(${parts.unscored})`,
      wallMs: sql<number>`coalesce(sum(case when ${caseResults.reusedFrom} is null then ${caseResults.wallMs} end), 0)`,
    })
    .from(caseResults)
    .where(eq(caseResults.run, run))
    .groupBy(caseResults.category)
    .orderBy(sql`min(${caseResults.ordinal})`)
    .all();
