import "server-only";
import { lastAuditEvent, linkAuditEvent, unlinkedAuditEvents } from "@/db/audit-repository";
import type { Database } from "@/db/client";
import { readMeta, writeMeta } from "@/db/project-repository";
import { timestamp } from "../ids";
import { auditHash } from "./audit-hash";

/** Set once the events of before the chain are linked; from then on an event without a link is a finding. */
export const CHAIN_BEGUN = "audit-chain-begun";

const PAGE = 1_000;

/** Links the events that were recorded before there was a chain: once for each database, all of them or none. */
export function linkEarlierEvents(database: Database): void {
  if (readMeta(database, CHAIN_BEGUN) !== undefined) return;
  database.transaction((tx) => {
    // Another process may have been quicker.
    if (readMeta(tx, CHAIN_BEGUN) !== undefined) return;
    let previous = "";
    let after = 0;
    for (let page = unlinkedAuditEvents(tx, after, PAGE); page.length > 0; page = unlinkedAuditEvents(tx, after, PAGE)) {
      for (const event of page) {
        previous = auditHash(previous, event);
        linkAuditEvent(tx, event.id, previous);
        after = event.id;
      }
    }
    writeMeta(tx, CHAIN_BEGUN, JSON.stringify({ at: timestamp(), through: lastAuditEvent(tx)?.id ?? 0 }));
  });
}
