import "server-only";
import { statfsSync, statSync } from "node:fs";
import { readMeta } from "@/db/project-repository";
import { findRemoved, isRemoved, listRemoved, unmarkRemoved, unmarkRunsOfDataset } from "@/db/removal-repository";
import type { RemovableKind, RemovedItem, StorageState } from "@/lib/contracts/storage";
import { conflict, notFound } from "../app-error";
import { type Context, recordAudit } from "../context";
import { LAST_BACKUP } from "../storage/backup";

/** Whether the data can be written, how large it is, and what room there is beside it. */
export function storageState({ studio }: Pick<Context, "studio">): StorageState {
  const path = studio.database.$client.name;
  return {
    ...studio.storage.state,
    databaseBytes: sizeOf(path) + sizeOf(`${path}-wal`),
    freeBytes: freeBytesAt(studio.dataFolder),
    lastBackupAt: readMeta(studio.database, LAST_BACKUP) ?? null,
  };
}

const sizeOf = (path: string): number => statSync(/*turbopackIgnore: true*/ path, { throwIfNoEntry: false })?.size ?? 0;

function freeBytesAt(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(/*turbopackIgnore: true*/ folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

export const removedItems = ({ studio }: Context): RemovedItem[] => listRemoved(studio.database);

/** Brings back what was deleted, a data set with the runs that went with it. */
export function restoreRemoved(context: Context, { kind, id }: { kind: RemovableKind; id: string }): { restored: boolean } {
  return context.studio.database.transaction((tx) => {
    const removed = findRemoved(tx, kind, id);
    if (!removed) throw notFound(`deleted ${kind}`, id);
    const { project, dataset, removedAt } = removed;
    if (kind !== "project" && project !== null && isRemoved(tx, "project", project)) {
      throw conflict(`Its project ${project} is deleted too; bring that back first.`, { current: "deleted" });
    }
    if (dataset !== null && isRemoved(tx, "dataset", dataset)) {
      throw conflict(`Its data set ${dataset} is deleted too; bring that back first.`, { current: "deleted" });
    }
    unmarkRemoved(tx, kind, id);
    const runs = kind === "dataset" ? unmarkRunsOfDataset(tx, id, removedAt) : 0;
    recordAudit(tx, context, {
      action: `${kind}-restored`,
      project,
      subject: `${kind}:${id}`,
      detail: kind === "dataset" ? { runs } : {},
    });
    return { restored: true };
  });
}
