import { and, asc, desc, eq, isNull, lte } from "drizzle-orm";
import type { Webhook, WebhookDelivery } from "../lib/contracts/webhook";
import type { Store } from "./client";
import { webhookDeliveries, webhooks } from "./schema";

/** A webhook as it is stored; whether its secret is set is a question to the environment. */
export type StoredWebhook = Omit<Webhook, "secretPresent">;

/** A delivery with what is sent, byte for byte. */
export interface StoredDelivery {
  project: string;
  payload: string;
  delivery: WebhookDelivery;
}

const there = (project: string) => and(eq(webhooks.project, project), isNull(webhooks.removedAt));

/** Those of a project that were not removed, oldest first. */
export const listWebhooks = (store: Store, project: string): StoredWebhook[] =>
  store
    .select()
    .from(webhooks)
    .where(there(project))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id))
    .all()
    .map(({ body, createdAt }) => ({ ...body, project, createdAt }));

export function findWebhook(store: Store, project: string, id: string): StoredWebhook | undefined {
  const row = store
    .select()
    .from(webhooks)
    .where(and(there(project), eq(webhooks.id, id)))
    .get();
  return row && { ...row.body, project, createdAt: row.createdAt };
}

/** Stores a webhook; one of this id that was removed comes back as this one. */
export function putWebhook(store: Store, { project, createdAt, ...body }: StoredWebhook): void {
  store
    .insert(webhooks)
    .values({ project, id: body.id, body, createdAt })
    .onConflictDoUpdate({
      target: [webhooks.project, webhooks.id],
      set: { body, createdAt, removedAt: null, removedBy: null },
    })
    .run();
}

export function markWebhookRemoved(store: Store, project: string, id: string, removed: { at: string; by: string }): void {
  store
    .update(webhooks)
    .set({ removedAt: removed.at, removedBy: removed.by })
    .where(and(eq(webhooks.project, project), eq(webhooks.id, id)))
    .run();
}

export function insertDelivery(store: Store, { project, payload, delivery }: StoredDelivery): void {
  const { id, webhook, state, nextAt } = delivery;
  store.insert(webhookDeliveries).values({ id, project, webhook, state, nextAt, payload, body: delivery }).run();
}

/** Stores how a delivery stands now. */
export function updateDelivery(store: Store, delivery: WebhookDelivery): void {
  const { id, state, nextAt } = delivery;
  store.update(webhookDeliveries).set({ state, nextAt, body: delivery }).where(eq(webhookDeliveries.id, id)).run();
}

const selectDeliveries = (store: Store) =>
  store
    .select({ project: webhookDeliveries.project, payload: webhookDeliveries.payload, delivery: webhookDeliveries.body })
    .from(webhookDeliveries);

export const findDelivery = (store: Store, id: string): StoredDelivery | undefined =>
  selectDeliveries(store).where(eq(webhookDeliveries.id, id)).get();

/** Deliveries that wait and are due at this time, the longest due first. */
export const dueDeliveries = (store: Store, at: string, limit: number): StoredDelivery[] =>
  selectDeliveries(store)
    .where(and(eq(webhookDeliveries.state, "waiting"), lte(webhookDeliveries.nextAt, at)))
    .orderBy(asc(webhookDeliveries.nextAt), asc(webhookDeliveries.sequence))
    .limit(limit)
    .all();

/** The last deliveries to a webhook, newest first. */
export const listDeliveries = (store: Store, project: string, webhook: string, limit: number): WebhookDelivery[] =>
  selectDeliveries(store)
    .where(and(eq(webhookDeliveries.project, project), eq(webhookDeliveries.webhook, webhook)))
    .orderBy(desc(webhookDeliveries.sequence))
    .limit(limit)
    .all()
    .map(({ delivery }) => delivery);

/** Deliveries to a webhook that still wait. */
export const waitingDeliveries = (store: Store, project: string, webhook: string): WebhookDelivery[] =>
  selectDeliveries(store)
    .where(
      and(eq(webhookDeliveries.project, project), eq(webhookDeliveries.webhook, webhook), eq(webhookDeliveries.state, "waiting")),
    )
    .all()
    .map(({ delivery }) => delivery);
