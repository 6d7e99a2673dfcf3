import Sqlite from "better-sqlite3";

/** How long an opening waits for a restore that is under way. */
const WAIT_MS = 5_000;

/** A hold on a data file, given up by `release` or with the process, however that ends. */
export interface DataLock {
  release(): void;
}

const lockFile = (path: string) => `${path}-lock`;

function lock(path: string, begin: string, waitMs: number): DataLock | null {
  const sqlite = new Sqlite(lockFile(path), { timeout: waitMs });
  try {
    sqlite.exec(begin);
    sqlite.prepare("select count(*) from sqlite_master").get();
    return { release: () => sqlite.close() };
  } catch (error) {
    sqlite.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY")) return null;
    throw error;
  }
}

/**
 * Says that the data file is open. Any number may at once; null where somebody is about to replace the file. The lock is one of the
 * operating system on a file of its own, so none is left behind by a process that was killed.
 */
export const lockShared = (path: string): DataLock | null => lock(path, "begin", WAIT_MS);

/** Keeps everybody from opening the data file; null where somebody has it open. */
export const lockAlone = (path: string): DataLock | null => lock(path, "begin exclusive", 0);
