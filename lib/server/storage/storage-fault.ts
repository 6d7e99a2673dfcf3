import "server-only";
import type { StorageState } from "@/lib/contracts/storage";
import { AppError } from "../app-error";

/** What keeps the data from being written or read, and what to do about it. */
export interface StorageFault {
  state: Exclude<StorageState["state"], "ok">;
  message: string;
}

export const DAMAGED =
  "The data file is damaged. Nothing is written any more. Stop the studio and bring back the last backup: npm run studio -- restore FILE.";
const FULL = "The disk that holds the studio's data is full. Nothing was lost. Make room; what waits goes on by itself.";
const READ_ONLY =
  "The studio's data cannot be written: the disk or the folder is read-only. Nothing was lost. Make it writable; what waits goes on by itself.";
const BROKEN_DISK =
  "The disk that holds the studio's data answers with errors. Nothing is written until it takes writes again. Look at the disk, and make a backup.";

/** By the code of an error of SQLite or of the file system; the longer ones first. */
const faults: readonly [code: string, fault: StorageFault][] = [
  ["SQLITE_FULL", { state: "full", message: FULL }],
  ["ENOSPC", { state: "full", message: FULL }],
  ["EDQUOT", { state: "full", message: FULL }],
  ["SQLITE_READONLY", { state: "read-only", message: READ_ONLY }],
  ["SQLITE_CANTOPEN", { state: "read-only", message: READ_ONLY }],
  ["EROFS", { state: "read-only", message: READ_ONLY }],
  ["SQLITE_IOERR_CORRUPTFS", { state: "damaged", message: DAMAGED }],
  ["SQLITE_IOERR_SHORT_READ", { state: "damaged", message: DAMAGED }],
  ["SQLITE_IOERR", { state: "read-only", message: BROKEN_DISK }],
  ["EIO", { state: "read-only", message: BROKEN_DISK }],
  ["SQLITE_CORRUPT", { state: "damaged", message: DAMAGED }],
  ["SQLITE_NOTADB", { state: "damaged", message: DAMAGED }],
];

const codeOf = (error: object): string => ("code" in error && typeof error.code === "string" ? error.code : "");

/** The fault of the disk or the data file that an error comes from, itself or through its causes; null where it is none. */
export function storageFaultOf(error: unknown): StorageFault | null {
  let at = error;
  for (let depth = 0; depth < 8 && typeof at === "object" && at !== null; depth += 1) {
    const code = codeOf(at);
    const found = faults.find(([begin]) => code === begin || code.startsWith(`${begin}_`));
    if (found) return found[1];
    at = "cause" in at ? at.cause : null;
  }
  return null;
}

/** Whether somebody else has the data file locked. */
export const isBusy = (error: unknown): boolean =>
  typeof error === "object" && error !== null && codeOf(error).startsWith("SQLITE_BUSY");

/** What a caller may see of an error that comes from the disk or the data file; null where it comes from elsewhere. */
export function toStorageError(error: unknown): AppError | null {
  const fault = storageFaultOf(error);
  if (fault) {
    const code = fault.state === "damaged" ? "SERVICE_UNAVAILABLE" : "INSUFFICIENT_STORAGE";
    return new AppError(code, fault.message, undefined, error);
  }
  const busy = "Another process has been writing to the data for some time. Nothing was changed; try again in a moment.";
  return isBusy(error) ? new AppError("SERVICE_UNAVAILABLE", busy, undefined, error) : null;
}
