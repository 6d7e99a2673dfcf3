import { and, asc, count, eq, getTableColumns, isNotNull, ne, or, sql } from "drizzle-orm";
import type { Case, Dataset, DatasetKind, DatasetRole, FixtureTables } from "../lib/contracts/case";
import { JsonObject } from "../lib/contracts/ids";
import type { Store } from "./client";
import { containsText } from "./like";
import { lookSummary } from "./look-repository";
import { isThere, projectIsThere } from "./removed";
import { holes } from "./result-inserts";
import { cases, datasets, datasetVersions } from "./schema";

export type DatasetRow = Omit<Dataset, "cases" | "categories" | "looks">;

const { removedAt: _at, removedBy: _by, ...columns } = getTableColumns(datasets);
const areThere = and(isThere(datasets), projectIsThere(datasets.project));

function withCategories(store: Store, row: DatasetRow): Dataset {
  const categories = store
    .select({ name: cases.category, cases: count() })
    .from(cases)
    .where(and(eq(cases.dataset, row.id), eq(cases.version, row.version)))
    .groupBy(cases.category)
    .orderBy(asc(cases.category))
    .all();
  const size = categories.reduce((sum, category) => sum + category.cases, 0);
  return { ...row, cases: size, categories, looks: lookSummary(store, row) };
}

export const listDatasets = (store: Store, project: string): Dataset[] =>
  store
    .select(columns)
    .from(datasets)
    .where(and(eq(datasets.project, project), areThere))
    .orderBy(asc(datasets.createdAt), asc(datasets.id))
    .all()
    .map((row) => withCategories(store, row));

export function findDataset(store: Store, project: string, id: string): Dataset | undefined {
  const row = store
    .select(columns)
    .from(datasets)
    .where(and(eq(datasets.project, project), eq(datasets.id, id), areThere))
    .get();
  return row && withCategories(store, row);
}

export function findDatasetByName(store: Store, project: string, name: string): Dataset | undefined {
  const row = store
    .select(columns)
    .from(datasets)
    .where(and(eq(datasets.project, project), eq(datasets.name, name), areThere))
    .get();
  return row && withCategories(store, row);
}

/** Whether a data set that was deleted, and can be brought back, still has the name. */
export const isNameOfRemoved = (store: Store, project: string, name: string): boolean =>
  store
    .select({ id: datasets.id })
    .from(datasets)
    .where(and(eq(datasets.project, project), eq(datasets.name, name), isNotNull(datasets.removedAt)))
    .get() !== undefined;

export const countDatasets = (store: Store, project: string): number =>
  store
    .select({ n: count() })
    .from(datasets)
    .where(and(eq(datasets.project, project), areThere))
    .get()?.n ?? 0;

/** Makes the data set, or changes its description and newest version where it is there. Its role stays what it was made with. */
export function putDataset(store: Store, row: DatasetRow): void {
  const { kind, description, synthetic, version } = row;
  store
    .insert(datasets)
    .values(row)
    .onConflictDoUpdate({ target: datasets.id, set: { kind, description, synthetic, version } })
    .run();
}

const { dataset: _dataset, version: _version, ...caseColumns } = getTableColumns(cases);

/** Stores the contents of a version; does nothing where they are there. */
export function putDatasetVersion(
  store: Store,
  version: { dataset: string; hash: string; shared: FixtureTables; items: readonly Case[]; actor: string; createdAt: string },
): void {
  const { dataset, hash, shared, items, actor, createdAt } = version;
  const inserted = store
    .insert(datasetVersions)
    .values({ dataset, hash, shared, cases: items.length, actor, createdAt })
    .onConflictDoNothing()
    .run();
  if (inserted.changes === 0) return;
  // Prepared once: made anew for every case it would take most of the time of a large import.
  const insertCase = store
    .insert(cases)
    .values({ dataset, version: hash, ...holes(caseColumns) })
    .prepare();
  for (const [ordinal, item] of items.entries()) {
    insertCase.run({
      ordinal,
      id: item.id,
      category: item.category,
      priority: item.priority,
      language: item.language,
      channel: item.channel,
      comment: item.input.comments.map((comment) => comment.text).join("\n"),
      checks: item.checks.length,
      body: item,
    });
  }
}

/** The recorded tool returns that the cases of a data set version share; none where there is no such version. */
export const readSharedTables = (store: Store, dataset: string, version: string): FixtureTables =>
  store
    .select({ shared: datasetVersions.shared })
    .from(datasetVersions)
    .where(and(eq(datasetVersions.dataset, dataset), eq(datasetVersions.hash, version)))
    .get()?.shared ?? {};

/** Every case of a data set version, in the order of its file, and the recorded tool returns they share. */
export function readDatasetVersion(
  store: Store,
  dataset: string,
  version: string,
): { cases: Case[]; shared: FixtureTables } | undefined {
  const head = store
    .select({ shared: datasetVersions.shared })
    .from(datasetVersions)
    .where(and(eq(datasetVersions.dataset, dataset), eq(datasetVersions.hash, version)))
    .get();
  if (!head) return undefined;
  const rows = store
    .select({ body: cases.body })
    .from(cases)
    .where(and(eq(cases.dataset, dataset), eq(cases.version, version)))
    .orderBy(asc(cases.ordinal))
    .all();
  return { cases: rows.map((row) => row.body), shared: head.shared };
}

export const findCase = (store: Store, dataset: string, version: string, id: string): Case | undefined =>
  store
    .select({ body: cases.body })
    .from(cases)
    .where(and(eq(cases.dataset, dataset), eq(cases.version, version), eq(cases.id, id)))
    .get()?.body;

/** What the data set is used as; undefined where there is none of this id. */
export const datasetRole = (store: Store, id: string): DatasetRole | undefined =>
  store.select({ role: datasets.role }).from(datasets).where(eq(datasets.id, id)).get()?.role;

export const datasetKind = (store: Store, id: string): DatasetKind | undefined =>
  store.select({ kind: datasets.kind }).from(datasets).where(eq(datasets.id, id)).get()?.kind;

const inputColumns = {
  comment: cases.comment,
  context: sql<string>`json_extract(${cases.body}, '$.context')`.mapWith((text: string) => JsonObject.parse(JSON.parse(text))),
};

/** Comments (one a line) and context of every case in the newest version of a data set. */
export const inputsOfDataset = (store: Store, id: string): { comment: string; context: JsonObject }[] =>
  store
    .select(inputColumns)
    .from(cases)
    .innerJoin(datasets, and(eq(datasets.id, cases.dataset), eq(datasets.version, cases.version)))
    .where(eq(datasets.id, id))
    .all();

/** The data sets of a project that are used otherwise than as `role`. */
export const datasetsOfOtherRoles = (store: Store, project: string, role: DatasetRole) =>
  store
    .select({ id: datasets.id, name: datasets.name, role: datasets.role })
    .from(datasets)
    .where(and(eq(datasets.project, project), ne(datasets.role, role), areThere))
    .orderBy(asc(datasets.createdAt), asc(datasets.id))
    .all();

export interface CaseListItem {
  id: string;
  category: string;
  priority: string;
  language: string;
  comment: string;
  channel: string;
  checks: number;
}

/** A page of cases in the order of the file, by category and text (of the comment or the id). */
export function listCases(
  store: Store,
  filter: {
    dataset: string;
    version: string;
    category?: string | undefined;
    text?: string | undefined;
    offset: number;
    limit: number;
  },
): { total: number; items: CaseListItem[] } {
  const where = and(
    eq(cases.dataset, filter.dataset),
    eq(cases.version, filter.version),
    filter.category ? eq(cases.category, filter.category) : undefined,
    filter.text ? or(containsText(cases.comment, filter.text), containsText(cases.id, filter.text)) : undefined,
  );
  const total = store.select({ n: count() }).from(cases).where(where).get()?.n ?? 0;
  const items = store
    .select({
      id: cases.id,
      category: cases.category,
      priority: cases.priority,
      language: cases.language,
      comment: cases.comment,
      channel: cases.channel,
      checks: cases.checks,
    })
    .from(cases)
    .where(where)
    .orderBy(asc(cases.ordinal))
    .limit(filter.limit)
    .offset(filter.offset)
    .all();
  return { total, items };
}
