import "server-only";
import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { openDatabase } from "@/db/client";
import { foldLog, inspectDataFile, integrityProblems } from "@/db/data-file";
import { lockAlone } from "@/db/data-lock";
import { badRequest, conflict, unprocessable } from "../app-error";
import { linkEarlierEvents } from "../audit-chain/link-earlier-events";
import { recordAudit } from "../context";
import { timestamp } from "../ids";
import { sync } from "./backup";
import { isBusy } from "./storage-fault";

const isOpen = () =>
  conflict("A studio has this data folder open. Stop it, and whatever else works on the folder, and try again.", {
    current: "open",
  });

/**
 * Puts a backup in the place of a studio's data. The backup is copied and checked first, and takes the place by one rename: whatever
 * ends the process leaves the old data or the new, whole. What was there is kept beside it.
 * @throws AppError where the backup is not sound or of a newer studio, or a studio has the data open.
 */
export function restore(
  dataFile: string,
  from: string,
  { actor }: { actor: string },
): { file: string; bytes: number; kept: string | null; schema: number } {
  const backup = resolve(from);
  if (!existsSync(backup)) throw badRequest(`There is no file ${backup}.`);
  if (backup === resolve(dataFile)) throw badRequest("The backup is the data itself.");
  mkdirSync(dirname(dataFile), { recursive: true });
  const lock = lockAlone(dataFile);
  if (lock === null) throw isOpen();
  const next = `${dataFile}-restoring`;
  let kept: string | null = null;
  try {
    takeIn(backup, next);
    kept = existsSync(dataFile) ? setAside(dataFile) : null;
    renameSync(next, dataFile);
    sync(dirname(dataFile));
  } finally {
    for (const left of [next, `${next}-wal`, `${next}-shm`]) rmSync(left, { force: true });
    lock.release();
  }
  // Opening brings an older schema up to date.
  const { database, schemaVersion, close } = openDatabase(dataFile);
  try {
    linkEarlierEvents(database);
    recordAudit(
      database,
      { actor },
      {
        action: "data-restored",
        project: null,
        subject: "data",
        detail: { file: basename(backup), kept: kept === null ? null : basename(kept) },
      },
    );
  } finally {
    close();
  }
  return { file: dataFile, bytes: statSync(dataFile).size, kept, schema: schemaVersion };
}

/** Copies a backup beside the data and looks whether it may take its place. */
function takeIn(backup: string, next: string): void {
  for (const left of [next, `${next}-wal`, `${next}-shm`]) rmSync(left, { force: true });
  copyFileSync(backup, next);
  // A copy that was made by hand may have its newest writes in a log beside it.
  if (existsSync(`${backup}-wal`)) copyFileSync(`${backup}-wal`, `${next}-wal`);
  const problems = integrityProblems(next);
  if (problems.length > 0) {
    throw unprocessable(`${backup} is not sound: ${problems.slice(0, 3).join("; ")}. The data was left as it is.`, {});
  }
  const found = inspectDataFile(next);
  if (!found) throw unprocessable(`${backup} is no data of a studio. The data was left as it is.`, {});
  if (found.schema === "newer") {
    throw unprocessable(`${backup} was written by a newer version of the studio. Update the studio first.`, {});
  }
  foldLog(next);
  sync(next);
}

/** Keeps the data that is there under a dated name too, and sees to it that no log is left which the new file would take for its own. */
function setAside(dataFile: string): string {
  const kept = `${dataFile.replace(/\.sqlite$/, "")}-before-restore-${timestamp().replace(/[:.]/g, "-")}.sqlite`;
  try {
    foldLog(dataFile);
  } catch (error) {
    // A program that knows no lock of ours, for example an older studio.
    if (isBusy(error)) throw isOpen();
    // Damaged data has its log beside it, for whoever wants to save something.
    for (const end of ["-wal", "-shm"]) if (existsSync(`${dataFile}${end}`)) renameSync(`${dataFile}${end}`, `${kept}${end}`);
  }
  try {
    linkSync(dataFile, kept);
  } catch {
    // A file system without links.
    copyFileSync(dataFile, kept);
    sync(kept);
  }
  return kept;
}
