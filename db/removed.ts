import { type AnyColumn, isNull, type SQL, sql } from "drizzle-orm";

/** Whether nobody deleted the row. */
export const isThere = (table: { removedAt: AnyColumn }): SQL => isNull(table.removedAt);

/** Whether nobody deleted the project that a column names. */
export const projectIsThere = (project: AnyColumn): SQL =>
  sql`${project} not in (select gone.id from projects gone where gone.removed_at is not null)`;
