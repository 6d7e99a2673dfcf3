import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import type { BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { type DataLock, lockShared } from "./data-lock";
import * as schema from "./schema";

/** The database or a transaction in it; what repositories take. */
export type Store = BaseSQLiteDatabase<"sync", Sqlite.RunResult, typeof schema>;
export type Database = BetterSQLite3Database<typeof schema> & { $client: Sqlite.Database };

export interface OpenDatabase {
  database: Database;
  /** Number of migrations applied: the version of the schema. */
  schemaVersion: number;
  close(): void;
}

/** The data file cannot be used; the message says why in words for the person who started the studio. */
export class DatabaseUnusable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DatabaseUnusable";
  }
}

/** The migrations that this studio knows, oldest first, by the time each was made. */
export function knownMigrations(): number[] {
  const journal = Journal.parse(JSON.parse(readFileSync(join(migrationsFolder(), "meta", "_journal.json"), "utf8")));
  return journal.entries.map((entry) => entry.when);
}

const Journal = z.object({ entries: z.array(z.object({ when: z.number() })) });

/** Folder of the generated migrations: under STUDIO_ROOT, or the folder the process was started in. */
const migrationsFolder = () => join(/*turbopackIgnore: true*/ process.env.STUDIO_ROOT ?? process.cwd(), "drizzle");

function refuseNewerSchema(sqlite: Sqlite.Database, path: string, known: readonly number[]): void {
  const table = sqlite.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get();
  if (table === undefined) return;
  const newest = z
    .object({ at: z.number().nullable() })
    .parse(sqlite.prepare("select max(created_at) as at from __drizzle_migrations").get()).at;
  if (newest !== null && newest > Math.max(0, ...known)) {
    throw new DatabaseUnusable(
      `${path} was written by a newer version of the studio. Update the studio, or point STUDIO_DATA at another folder.`,
    );
  }
}

/** What to do about an error with one of these codes. */
const remedies: readonly [code: RegExp, remedy: string][] = [
  [
    /^(EROFS|EACCES|EPERM|SQLITE_READONLY|SQLITE_CANTOPEN)/,
    "Make it and its folder writable, or point STUDIO_DATA at another folder",
  ],
  [/^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)/, "Its disk is full: make room, then start again"],
  [/^(SQLITE_CORRUPT|SQLITE_NOTADB)/, "It is damaged. Bring back the last backup: npm run studio -- restore FILE"],
];

function whyUnusable(path: string, cause: unknown): string {
  const why = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const remedy = remedies.find(([pattern]) => pattern.test(code))?.[1];
  return `The data file ${path} cannot be used: ${why}.${remedy === undefined ? "" : ` ${remedy}.`}`;
}

/**
 * Lets every transaction take the write lock when it begins. One that reads first and writes later would fail where another process
 * wrote in between, and what it computed from its reads (the link of an audit event, say) would no longer be true.
 */
function beginImmediately(database: Database): void {
  const transact = database.transaction.bind(database);
  database.transaction = (work, config) => transact(work, { behavior: "immediate", ...config });
}

/**
 * Opens (or makes) the database file and brings it to the newest schema: WAL, foreign keys on, five seconds of busy wait.
 * @throws DatabaseUnusable where the file cannot be read or written, is not a database, or is of a newer schema.
 */
export function openDatabase(path: string): OpenDatabase {
  let sqlite: Sqlite.Database | undefined;
  let lock: DataLock | null = null;
  try {
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path)) {
      if (statSync(path).isDirectory()) throw new Error("it is a folder");
      accessSync(path, constants.R_OK | constants.W_OK);
    }
    lock = lockShared(path);
    if (lock === null) throw new DatabaseUnusable(`${path} is being replaced by a backup. Start again when that is done.`);
    sqlite = new Sqlite(path);
    sqlite.pragma("busy_timeout = 5000");
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma("synchronous = NORMAL");
    // 16 MB between checkpoints: a run writes much, and each checkpoint waits for the disk.
    sqlite.pragma("wal_autocheckpoint = 4000");
    sqlite.pragma("foreign_keys = ON");
    const known = knownMigrations();
    refuseNewerSchema(sqlite, path, known);
    const database = drizzle(sqlite, { schema });
    beginImmediately(database);
    migrate(database, { migrationsFolder: migrationsFolder() });
    const open = sqlite;
    const close = () => {
      open.close();
      lock?.release();
    };
    return { database, schemaVersion: known.length, close };
  } catch (cause) {
    sqlite?.close();
    lock?.release();
    throw cause instanceof DatabaseUnusable ? cause : new DatabaseUnusable(whyUnusable(path, cause), cause);
  }
}
