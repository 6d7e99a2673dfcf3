import "server-only";
import type { Store } from "@/db/client";
import {
  findDelivery,
  findWebhook,
  listDeliveries,
  listWebhooks,
  markWebhookRemoved,
  putWebhook,
  type StoredWebhook,
  updateDelivery,
  waitingDeliveries,
} from "@/db/webhook-repository";
import type { Webhook, WebhookDelivery, WebhookInput } from "@/lib/contracts/webhook";
import { notFound } from "../app-error";
import { type Context, recordAudit } from "../context";
import { writeDelivery } from "../delivery/announce";
import { timestamp } from "../ids";
import { requireProject } from "../lookups";
import { refuseCredentials } from "./endpoints";

const SHOWN = 100;

type WebhookKey = { project: string; id: string };

const toWebhook = (stored: StoredWebhook): Webhook => ({
  ...stored,
  secretPresent: (process.env[stored.secretVariable] ?? "") !== "",
});

const subjectOf = ({ project, id }: WebhookKey) => `webhook:${project}/${id}`;

function requireWebhook(store: Store, { project, id }: WebhookKey): StoredWebhook {
  requireProject(store, project);
  const webhook = findWebhook(store, project, id);
  if (!webhook) throw notFound("webhook", id);
  return webhook;
}

export function allWebhooks({ studio }: Context, { project }: { project: string }): Webhook[] {
  requireProject(studio.database, project);
  return listWebhooks(studio.database, project).map(toWebhook);
}

/** Addresses within the network are allowed: an admin names them. */
export function saveWebhook(context: Context, { project, ...input }: WebhookInput & { project: string }): Webhook {
  refuseCredentials(input.url, "url");
  return context.studio.database.transaction((tx) => {
    requireProject(tx, project);
    const known = findWebhook(tx, project, input.id);
    const stored: StoredWebhook = { ...input, project, createdAt: known?.createdAt ?? timestamp() };
    putWebhook(tx, stored);
    recordAudit(tx, context, {
      action: known ? "webhook-changed" : "webhook-created",
      project,
      subject: subjectOf(stored),
      detail: { url: input.url, secretVariable: input.secretVariable, events: input.events, active: input.active },
    });
    return toWebhook(stored);
  });
}

/** What still waits for it is not sent any more. */
export function removeWebhook(context: Context, key: WebhookKey): { removed: boolean } {
  return context.studio.database.transaction((tx) => {
    requireWebhook(tx, key);
    markWebhookRemoved(tx, key.project, key.id, { at: timestamp(), by: context.actor });
    for (const delivery of waitingDeliveries(tx, key.project, key.id))
      updateDelivery(tx, { ...delivery, state: "failed", nextAt: null });
    recordAudit(tx, context, { action: "webhook-removed", project: key.project, subject: subjectOf(key) });
    return { removed: true };
  });
}

/** A test is sent whatever events were asked for, also while the webhook is switched off. */
export function testWebhook(context: Context, key: WebhookKey): WebhookDelivery {
  return context.studio.database.transaction((tx) => {
    const webhook = requireWebhook(tx, key);
    const delivery = writeDelivery(tx, context, webhook, {
      event: "test",
      project: key.project,
      subject: subjectOf(key),
      data: { message: "A test of this webhook; nothing was released." },
    });
    recordAudit(tx, context, {
      action: "webhook-tested",
      project: key.project,
      subject: subjectOf(key),
      detail: { delivery: delivery.id },
    });
    return delivery;
  });
}

export function webhookDeliveries({ studio }: Context, key: WebhookKey): WebhookDelivery[] {
  requireWebhook(studio.database, key);
  return listDeliveries(studio.database, key.project, key.id, SHOWN);
}

/** Sends the same message once more, or at once where it waits: under the same id, so that a receiver can tell. */
export function redeliver(context: Context, input: WebhookKey & { delivery: string }): WebhookDelivery {
  return context.studio.database.transaction((tx) => {
    requireWebhook(tx, input);
    const found = findDelivery(tx, input.delivery);
    if (!found || found.project !== input.project || found.delivery.webhook !== input.id) {
      throw notFound("delivery", input.delivery);
    }
    const again: WebhookDelivery = { ...found.delivery, state: "waiting", nextAt: timestamp() };
    updateDelivery(tx, again);
    recordAudit(tx, context, {
      action: "webhook-redelivered",
      project: input.project,
      subject: subjectOf(input),
      detail: { delivery: again.id, event: again.event },
    });
    return again;
  });
}
