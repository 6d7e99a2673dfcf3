import { count, desc, eq } from "drizzle-orm";
import type { AuditEvent } from "../lib/contracts/release";
import type { Store } from "./client";
import { auditEvents } from "./schema";

export function insertAuditEvent(store: Store, event: Omit<AuditEvent, "id">): void {
  store.insert(auditEvents).values(event).run();
}

/** A page of events, newest first, with the number of all of them. */
export function listAuditEvents(
  store: Store,
  page: { project?: string | undefined; offset: number; limit: number },
): { total: number; items: AuditEvent[] } {
  const where = page.project === undefined ? undefined : eq(auditEvents.project, page.project);
  const total = store.select({ n: count() }).from(auditEvents).where(where).get()?.n ?? 0;
  const items = store
    .select()
    .from(auditEvents)
    .where(where)
    .orderBy(desc(auditEvents.id))
    .limit(page.limit)
    .offset(page.offset)
    .all();
  return { total, items };
}
