import { and, asc, count, desc, eq, gt, gte, isNotNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { ResultShow, ResultSort } from "../lib/contracts/result-list";
import type { CaseRow, UnscoredKind } from "../lib/contracts/run";
import type { Store } from "./client";
import { containsText } from "./like";
import { rowColumns } from "./result-repository";
import { caseResults } from "./schema";

export interface ResultFilter {
  run: string;
  category?: string | undefined;
  text?: string | undefined;
  show: ResultShow;
  kind?: UnscoredKind | undefined;
  sort: ResultSort;
  direction: "ascending" | "descending";
}

const shown: Record<ResultShow, () => SQL | undefined> = {
  all: () => undefined,
  wrong: () => and(ne(caseResults.state, "unscored"), or(lt(caseResults.accuracy, 1), lt(caseResults.effectiveness, 1))),
  right: () =>
    and(
      eq(caseResults.state, "scored"),
      or(gte(caseResults.accuracy, 1), sql`${caseResults.accuracy} is null`),
      or(gte(caseResults.effectiveness, 1), sql`${caseResults.effectiveness} is null`),
    ),
  unscored: () => eq(caseResults.state, "unscored"),
  failed: () => eq(caseResults.state, "failed"),
  reused: () => isNotNull(caseResults.reusedFrom),
  retried: () => gt(caseResults.attempts, 1),
};

const sorted = {
  category: caseResults.category,
  accuracy: caseResults.accuracy,
  effectiveness: caseResults.effectiveness,
  latency: caseResults.wallMs,
  tokens: sql`coalesce(${caseResults.promptTokens}, 0) + coalesce(${caseResults.completionTokens}, 0)`,
};

/** Results that the filter lets through; text is looked for in the case id, the comment and the reply. */
function whereOf({ run, category, text, show, kind }: ResultFilter) {
  return and(
    eq(caseResults.run, run),
    category ? eq(caseResults.category, category) : undefined,
    shown[show](),
    kind ? and(eq(caseResults.state, "unscored"), eq(caseResults.unscoredKind, kind)) : undefined,
    text
      ? or(containsText(caseResults.comment, text), containsText(caseResults.reply, text), containsText(caseResults.case, text))
      : undefined,
  );
}

/** A total order, so that a row has one place: the order of the data set decides what the sort leaves open. */
function orderOf({ sort, direction }: ResultFilter): SQL[] {
  const way = direction === "ascending" ? asc : desc;
  if (sort === "case") return [way(caseResults.ordinal), way(caseResults.repeat)];
  return [way(sorted[sort]), asc(caseResults.ordinal), asc(caseResults.repeat)];
}

/**
 * A page of results. The rows are found and ordered in the index of scores and only those of the page are read, so that the
 * last page of a large run costs about what the first does. Text, tokens and `retried` read every row of the run.
 */
export function listResults(
  store: Store,
  filter: ResultFilter & { offset: number; limit: number },
): { total: number; items: CaseRow[] } {
  const where = whereOf(filter);
  const order = orderOf(filter);
  const total = store.select({ n: count() }).from(caseResults).where(where).get()?.n ?? 0;
  const page = store
    .select({ place: sql<number>`${caseResults}.rowid`.as("place") })
    .from(caseResults)
    .where(where)
    .orderBy(...order)
    .limit(filter.limit)
    .offset(filter.offset)
    .as("page");
  const items = store
    .select(rowColumns)
    .from(page)
    .innerJoin(caseResults, sql`${caseResults}.rowid = ${page.place}`)
    .orderBy(...order)
    .all();
  return { total, items };
}

/** Where a result stands in the filtered list, from 0, and how long the list is; null where the filter leaves it out. */
export function placeOfResult(
  store: Store,
  filter: ResultFilter & { case: string; repeat: number },
): { at: number | null; total: number } {
  const where = whereOf(filter);
  const total = store.select({ n: count() }).from(caseResults).where(where).get()?.n ?? 0;
  const list = store
    .select({
      case: caseResults.case,
      repeat: caseResults.repeat,
      at: sql<number>`row_number() over (order by ${sql.join(orderOf(filter), sql`, `)}) - 1`.as("at"),
    })
    .from(caseResults)
    .where(where)
    .as("list");
  const found = store
    .select({ at: list.at })
    .from(list)
    .where(and(eq(list.case, filter.case), eq(list.repeat, filter.repeat)))
    .get();
  return { at: found?.at ?? null, total };
}
