import "server-only";
import { fileUse, purgeOrphans, purgeRemoved } from "@/db/purge-repository";
import { findRemoved, listRemoved } from "@/db/removal-repository";
import type { RemovableKind, RemovedItem } from "@/lib/contracts/storage";
import { type Context, recordAudit } from "../context";

/** Projects first: what they rest on can go then; and an endpoint last, when nothing names it any more. */
const ORDER: RemovableKind[] = ["project", "run", "dataset", "endpoint", "tool-service"];

/** What was deleted before a time, in the order in which it can go. */
export const purgeable = ({ studio }: Context, before: string): RemovedItem[] =>
  listRemoved(studio.database)
    .filter(({ removedAt }) => removedAt < before)
    .sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));

export interface Purged {
  gone: RemovedItem[];
  /** Something that is there, or was deleted later, still names these. */
  kept: RemovedItem[];
  orphans: { manifests: number; texts: number; faqs: number };
  /** Bytes that the data file has free for what comes. */
  freed: number;
}

/** Takes things that were deleted away for good, each in a transaction of its own; audit events stay. */
export function purge(context: Context, items: readonly RemovedItem[]): Purged {
  const { database } = context.studio;
  const before = fileUse(database).used;
  const gone: RemovedItem[] = [];
  const kept: RemovedItem[] = [];
  for (const item of items) {
    try {
      database.transaction((tx) => {
        // Somebody may have brought it back meanwhile.
        if (!findRemoved(tx, item.kind, item.id)) return;
        purgeRemoved(tx, item.kind, item.id);
        const { kind, id, name, project } = item;
        recordAudit(tx, context, { action: `${kind}-purged`, project, subject: `${kind}:${id}`, detail: { name } });
        gone.push(item);
      });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_CONSTRAINT"))) throw error;
      if (gone.at(-1) === item) gone.pop();
      kept.push(item);
    }
  }
  const orphans = gone.length === 0 ? { manifests: 0, texts: 0, faqs: 0 } : database.transaction((tx) => purgeOrphans(tx));
  return { gone, kept, orphans, freed: Math.max(0, before - fileUse(database).used) };
}
