import Sqlite from "better-sqlite3";
import { z } from "zod";
import { knownMigrations } from "./client";

/** What a file is, as a studio's data. */
export interface DataFile {
  /** `newer`: written by a later studio; `older`: is migrated when it is opened. */
  schema: "current" | "older" | "newer";
  /** Number of its migrations. */
  version: number;
}

const Applied = z.object({ n: z.int(), newest: z.number().nullable() });

/** Looks at a file without changing it; undefined where it is no data of a studio. Throws where it cannot be read. */
export function inspectDataFile(path: string): DataFile | undefined {
  const sqlite = new Sqlite(path, { readonly: true, fileMustExist: true });
  try {
    const tables = sqlite
      .prepare("select count(*) from sqlite_master where name in ('__drizzle_migrations', 'audit_events', 'meta')")
      .pluck()
      .get();
    if (tables !== 3) return undefined;
    const row = sqlite.prepare("select count(*) as n, max(created_at) as newest from __drizzle_migrations").get();
    const { n, newest } = Applied.parse(row);
    const latest = Math.max(0, ...knownMigrations());
    if ((newest ?? 0) > latest) return { schema: "newer", version: n };
    return { schema: newest === latest ? "current" : "older", version: n };
  } finally {
    sqlite.close();
  }
}

/** What is wrong with a file as a whole; nothing where it is sound. */
export function integrityProblems(path: string): string[] {
  try {
    const sqlite = new Sqlite(path, { readonly: true, fileMustExist: true });
    try {
      const found = z.array(z.string()).parse(sqlite.prepare("pragma integrity_check(20)").pluck().all());
      return found.filter((problem) => problem !== "ok");
    } finally {
      sqlite.close();
    }
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** More pages than any file has: all that is left is copied in one go. */
const ALL_PAGES = 2 ** 30;

/**
 * Copies the data file as it is at one moment, while others read and write it.
 * @throws SqliteError where it cannot be read or the copy cannot be written.
 */
export async function copyDataFile(from: string, to: string): Promise<void> {
  const sqlite = new Sqlite(from, { readonly: true, fileMustExist: true, timeout: 5_000 });
  try {
    // In small steps each write of another process would begin the copy anew.
    await sqlite.backup(to, { progress: () => ALL_PAGES });
  } finally {
    sqlite.close();
  }
}

/** Brings what is in the write-ahead log into the file itself, so that the file is whole alone. Throws where it cannot be. */
export function foldLog(path: string): void {
  const sqlite = new Sqlite(path, { fileMustExist: true, timeout: 0 });
  try {
    sqlite.pragma("journal_mode = DELETE");
  } finally {
    sqlite.close();
  }
}
