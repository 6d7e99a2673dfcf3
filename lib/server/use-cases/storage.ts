import "server-only";
import { findRemoved, isRemoved, listRemoved, unmarkRemoved, unmarkRunsOfDataset } from "@/db/removal-repository";
import type { RemovableKind, RemovedItem, StorageState } from "@/lib/contracts/storage";
import { conflict, notFound } from "../app-error";
import { type Context, recordAudit } from "../context";
import { notBuilt } from "../not-built";

export const storageState = (_context: Context): StorageState => notBuilt();

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
