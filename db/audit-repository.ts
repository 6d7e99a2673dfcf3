import { and, asc, count, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { AuditEvent } from "../lib/contracts/release";
import type { Store } from "./client";
import { auditEvents, releases } from "./schema";

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

const plain = {
  id: auditEvents.id,
  at: sql<unknown>`${auditEvents.at}`,
  actor: sql<unknown>`${auditEvents.actor}`,
  action: sql<unknown>`${auditEvents.action}`,
  project: sql<unknown>`${auditEvents.project}`,
  subject: sql<unknown>`${auditEvents.subject}`,
  detail: sql<unknown>`${auditEvents.detail}`,
  hash: sql<unknown>`${auditEvents.hash}`,
};

/** An event just as it is stored: whoever meddled with the file may have put anything there. */
export type StoredAuditEvent = { id: number } & Record<Exclude<keyof typeof plain, "id">, unknown>;

/** At most `limit` events after the one of id `after`, oldest first. */
export const storedAuditEvents = (store: Store, after: number, limit: number): StoredAuditEvent[] =>
  store.select(plain).from(auditEvents).where(gt(auditEvents.id, after)).orderBy(asc(auditEvents.id)).limit(limit).all();

/** Events after `after`, oldest first, as they are stored. */
export const auditEventsAfter = (store: Store, after: number, limit: number) =>
  store.select().from(auditEvents).where(gt(auditEvents.id, after)).orderBy(asc(auditEvents.id)).limit(limit).all();

/** Events without a link, oldest first. */
export const unlinkedAuditEvents = (store: Store, after: number, limit: number) =>
  store
    .select()
    .from(auditEvents)
    .where(and(gt(auditEvents.id, after), isNull(auditEvents.hash)))
    .orderBy(asc(auditEvents.id))
    .limit(limit)
    .all();

export function linkAuditEvent(store: Store, id: number, hash: string): void {
  store.update(auditEvents).set({ hash }).where(eq(auditEvents.id, id)).run();
}

/** The highest id that an event ever had, which the database keeps although the event may be gone; 0 where there never was one. */
export const highestAuditId = (store: Store): number =>
  store.get<{ seq: number }>(sql`select seq from sqlite_sequence where name = 'audit_events'`)?.seq ?? 0;

/** The action of the event with which a release came from another studio. */
export const MIRRORED = "release-mirrored";

/** Whether a release came from another studio, where its history is. */
export const isMirrored = (store: Store, project: string, release: string): boolean =>
  store
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(and(eq(auditEvents.project, project), eq(auditEvents.action, MIRRORED), eq(auditEvents.subject, `release:${release}`)))
    .limit(1)
    .get() !== undefined;

/** Which event each release says it was made after. */
export const auditEventsOfReleases = (store: Store): { release: string; id: unknown; hash: unknown }[] =>
  store
    .select({
      release: releases.id,
      id: sql<unknown>`json_extract(${releases.manifest}, '$.audit.id')`,
      hash: sql<unknown>`json_extract(${releases.manifest}, '$.audit.hash')`,
    })
    .from(releases)
    .where(
      and(
        isNotNull(releases.manifest),
        isNotNull(sql`json_extract(${releases.manifest}, '$.audit')`),
        // Of a release that was taken from another studio the events are there.
        sql`'release:' || ${releases.id} not in (select subject from audit_events where action = ${MIRRORED})`,
      ),
    )
    .all();

/** A page of events, newest first where nothing else is asked for, with the number of all of them. */
export function listAuditEvents(
  store: Store,
  page: {
    project?: string | undefined;
    actor?: string | undefined;
    action?: string | undefined;
    order?: "newest" | "oldest" | undefined;
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
    .orderBy(page.order === "oldest" ? asc(auditEvents.id) : desc(auditEvents.id))
    .limit(page.limit)
    .offset(page.offset)
    .all();
  return { total, items: items.map((item) => ({ ...item, hash: item.hash ?? "" })) };
}
