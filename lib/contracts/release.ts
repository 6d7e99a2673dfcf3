import { z } from "zod";
import { JsonObject } from "./ids";

/** A move of a channel to a version. Releases are never changed or deleted; the newest of a channel is what serves. */
export const Release = z.object({
  id: z.string(),
  project: z.string(),
  channel: z.literal("production"),
  kind: z.enum(["promote", "rollback"]),
  version: z.string(),
  versionName: z.string(),
  endpoint: z.string().nullable(),
  /** Run that stood behind the decision; null where a person promoted without one. */
  run: z.string().nullable(),
  reason: z.string(),
  actor: z.string(),
  previous: z.string().nullable(),
  createdAt: z.string(),
});
export type Release = z.infer<typeof Release>;

/** Every write leaves one. `subject` names what was written, for example `run:run_…`. */
export const AuditEvent = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  project: z.string().nullable(),
  subject: z.string(),
  detail: JsonObject,
});
export type AuditEvent = z.infer<typeof AuditEvent>;
