import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Holds where the column contains the text, ASCII letters without case; `%` and `_` of the text mean themselves. */
export const containsText = (column: SQLWrapper, text: string): SQL =>
  sql`${column} like ${`%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`} escape '\\'`;
