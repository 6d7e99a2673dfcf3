import "server-only";
import type { Store } from "@/db/client";
import { insertDelivery, listWebhooks, type StoredWebhook } from "@/db/webhook-repository";
import type { JsonObject } from "@/lib/contracts/ids";
import type { WebhookDelivery, WebhookEvent } from "@/lib/contracts/webhook";
import type { Context } from "../context";
import { newId, timestamp } from "../ids";

/** What happened: `subject` names it as the audit does, for example `release:rel_…`; `data` is all that is told of it. */
export interface Announcement {
  event: WebhookEvent;
  project: string;
  subject: string;
  data: JsonObject;
}

/**
 * Writes one delivery for each active webhook of the project that asked for the event. Call it in the transaction of the move
 * itself: what did not happen is never told, and what did is told even if the process ends at once. Nothing is sent here.
 */
export function announceRelease(store: Store, context: Pick<Context, "actor">, announcement: Announcement): void {
  for (const webhook of listWebhooks(store, announcement.project)) {
    if (webhook.active && webhook.events.includes(announcement.event)) writeDelivery(store, context, webhook, announcement);
  }
}

/** One delivery to one webhook, due at once; its payload is fixed byte for byte now. */
export function writeDelivery(
  store: Store,
  { actor }: Pick<Context, "actor">,
  webhook: Pick<StoredWebhook, "id" | "project">,
  { event, project, subject, data }: Announcement,
): WebhookDelivery {
  const at = timestamp();
  const delivery: WebhookDelivery = {
    id: newId("msg"),
    webhook: webhook.id,
    event,
    state: "waiting",
    attempts: [],
    nextAt: at,
    createdAt: at,
  };
  const payload = JSON.stringify({ type: event, timestamp: at, data: { project, subject, actor, ...data } });
  insertDelivery(store, { project: webhook.project, payload, delivery });
  return delivery;
}
