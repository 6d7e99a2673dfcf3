import { and, asc, count, desc, eq, gt } from "drizzle-orm";
import type { AuditEvent } from "../lib/contracts/release";
import type { Store } from "./client";
import { auditEvents } from "./schema";

/** Writes an event with the hash that links it to the one before it. */
export function insertAuditEvent(store: Store, event: Omit<AuditEvent, "id">): void {
  store.insert(auditEvents).values(event).run();
}

/** The newest event, or undefined; what the next one links to. */
export function lastAuditEvent(store: Store): { id: number; hash: string | null } | undefined {
  return store
    .select({ id: auditEvents.id, hash: auditEvents.hash })
    .from(auditEvents)
    .orderBy(desc(auditEvents.id))
    .limit(1)
    .get();
}

/** Events after `after`, oldest first, as they are stored. */
export const auditEventsAfter = (store: Store, after: number, limit: number) =>
  store.select().from(auditEvents).where(gt(auditEvents.id, after)).orderBy(asc(auditEvents.id)).limit(limit).all();

/** A page of events, newest first, with the number of all of them. */
export function listAuditEvents(
  store: Store,
  page: {
    project?: string | undefined;
    actor?: string | undefined;
    action?: string | undefined;
    offset: number;
    limit: number;
  },
): { total: number; items: AuditEvent[] } {
  const where = and(
    page.project === undefined ? undefined : eq(auditEvents.project, page.project),
    page.actor === undefined ? undefined : eq(auditEvents.actor, page.actor),
    page.action === undefined ? undefined : eq(auditEvents.action, page.action),
  );
  const total = store.select({ n: count() }).from(auditEvents).where(where).get()?.n ?? 0;
  const items = store
    .select()
    .from(auditEvents)
    .where(where)
    .orderBy(desc(auditEvents.id))
    .limit(page.limit)
    .offset(page.offset)
    .all();
  return { total, items: items.map((item) => ({ ...item, hash: item.hash ?? "" })) };
}
