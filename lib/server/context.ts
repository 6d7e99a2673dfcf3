import "server-only";
import { insertAuditEvent, lastAuditEvent } from "@/db/audit-repository";
import type { Store } from "@/db/client";
import type { JsonObject } from "@/lib/contracts/ids";
import type { Principal } from "./access/principal";
import { auditHash } from "./audit-chain/audit-hash";
import { timestamp } from "./ids";
import type { Studio } from "./studio";

/** What every use case runs in: the studio, and the name in which it writes. */
export interface Context {
  studio: Studio;
  actor: string;
  /** Who is asking; left out where the studio itself or its operator is. */
  principal?: Principal;
}

/** What every operation of the API runs in: nothing is done for somebody unknown. */
export interface ApiContext extends Context {
  principal: Principal;
}

/** Records a write. Call it in the transaction of the write itself; outside of one it makes its own, so that the chain never forks. */
export function recordAudit(
  store: Store,
  context: Pick<Context, "actor">,
  event: { action: string; project: string | null; subject: string; detail?: JsonObject },
): void {
  const linked = { at: timestamp(), actor: context.actor, detail: {}, ...event };
  store.transaction((tx) => {
    insertAuditEvent(tx, { ...linked, hash: auditHash(lastAuditEvent(tx)?.hash ?? "", linked) });
  });
}
