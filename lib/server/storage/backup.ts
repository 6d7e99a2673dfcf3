import "server-only";
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { openDatabase } from "@/db/client";
import { copyDataFile, inspectDataFile, integrityProblems } from "@/db/data-file";
import { writeMeta } from "@/db/project-repository";
import { badRequest, unprocessable } from "../app-error";
import { recordAudit } from "../context";
import { timestamp } from "../ids";

export const LAST_BACKUP = "last-backup-at";

/** Sees to it that a file, or that a name in a folder, is on the disk. */
export function sync(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Makes a copy of a studio's data file while the studio goes on. The copy is whole and checked before it has its name; whatever ends
 * the process before leaves the data, and an earlier backup of that name, as they are.
 */
export async function backUp(
  dataFile: string,
  to: string,
  { actor, force }: { actor: string; force: boolean },
): Promise<{ file: string; bytes: number; seconds: number }> {
  const file = resolve(to);
  if (!existsSync(dataFile)) throw badRequest(`There is no data of a studio at ${dataFile}.`);
  if (file === resolve(dataFile)) throw badRequest("A backup is another file than the data itself.");
  if (existsSync(file) && !force) throw badRequest(`${file} is there already. Name another file, or give --force to replace it.`);
  if (!existsSync(dirname(file))) throw badRequest(`There is no folder ${dirname(file)}.`);
  const startedAt = performance.now();
  const part = `${file}.part`;
  for (const left of [part, `${part}-wal`, `${part}-shm`, `${part}-journal`]) rmSync(left, { force: true });
  try {
    await copyDataFile(dataFile, part);
    const problems = integrityProblems(part);
    if (problems.length > 0) {
      throw unprocessable(
        `The copy is not sound, and so the data is not: ${problems.slice(0, 3).join("; ")}. Keep the last backup that is.`,
        {},
      );
    }
    sync(part);
    renameSync(part, file);
    sync(dirname(file));
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  } finally {
    for (const left of [`${part}-wal`, `${part}-shm`]) rmSync(left, { force: true });
  }
  note(dataFile, file, actor);
  return { file, bytes: statSync(file).size, seconds: (performance.now() - startedAt) / 1_000 };
}

/** Writes down that there is a backup; data of an older studio is left as it is. */
function note(dataFile: string, file: string, actor: string): void {
  if (inspectDataFile(dataFile)?.schema !== "current") return;
  const { database, close } = openDatabase(dataFile);
  try {
    database.transaction((tx) => {
      writeMeta(tx, LAST_BACKUP, timestamp());
      recordAudit(tx, { actor }, { action: "data-backed-up", project: null, subject: "data", detail: { file: basename(file) } });
    });
  } finally {
    close();
  }
}
