import { z } from "zod";

/** `full`: the disk has no room; `read-only`: it takes no writes; `damaged`: the check at the start found something. Reads go on. */
export const StorageState = z.object({
  state: z.enum(["ok", "full", "read-only", "damaged"]),
  /** What to do, in words; empty where all is well. */
  message: z.string(),
  /** Bytes. */
  databaseBytes: z.int(),
  freeBytes: z.int().nullable(),
  checkedAt: z.string().nullable(),
  lastBackupAt: z.string().nullable(),
});
export type StorageState = z.infer<typeof StorageState>;

export const RemovableKind = z.enum(["project", "dataset", "run", "endpoint", "tool-service"]);
export type RemovableKind = z.infer<typeof RemovableKind>;

/** Something that was deleted and can be brought back until it is purged. */
export const RemovedItem = z.object({
  kind: RemovableKind,
  id: z.string(),
  name: z.string(),
  project: z.string().nullable(),
  removedBy: z.string(),
  removedAt: z.string(),
});
export type RemovedItem = z.infer<typeof RemovedItem>;
