import "server-only";
import { insertAuditEvent } from "@/db/audit-repository";
import type { Store } from "@/db/client";
import type { JsonObject } from "@/lib/contracts/ids";
import { timestamp } from "./ids";
import type { Studio } from "./studio";

/** What every use case runs in: the studio, and the name in which it writes. */
export interface Context {
  studio: Studio;
  actor: string;
}

/** Records a write. Call it in the transaction of the write itself. */
export function recordAudit(
  store: Store,
  context: Pick<Context, "actor">,
  event: { action: string; project: string | null; subject: string; detail?: JsonObject },
): void {
  insertAuditEvent(store, { at: timestamp(), actor: context.actor, detail: {}, ...event });
}
