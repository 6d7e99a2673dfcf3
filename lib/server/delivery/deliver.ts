import "server-only";
import type { Database } from "@/db/client";
import { dueDeliveries, findDelivery, findWebhook, type StoredDelivery, updateDelivery } from "@/db/webhook-repository";
import type { WebhookDelivery } from "@/lib/contracts/webhook";
import { afterAttempt } from "@/lib/release/delivery/after-attempt";
import type { Studio } from "../studio";
import { type SendSettings, type Sent, send } from "./send";

const TIMEOUT_MS = 10_000;
/** A delivery that a process took and never came back with is due again after this. */
const LEASE_MS = 3 * TIMEOUT_MS;

export type DeliverySettings = Partial<SendSettings>;

const complete = (settings: DeliverySettings): SendSettings => ({
  env: process.env,
  now: Date.now,
  timeoutMs: TIMEOUT_MS,
  signal: new AbortController().signal,
  ...settings,
});

const iso = (at: number) => new Date(at).toISOString();

/** Takes up to `limit` due deliveries, so that no other process sends them at the same time. */
export function takeDue(database: Database, now: number, limit: number): StoredDelivery[] {
  if (dueDeliveries(database, iso(now), 1).length === 0) return [];
  return database.transaction(
    (tx) => {
      const due = dueDeliveries(tx, iso(now), limit);
      for (const { delivery } of due) updateDelivery(tx, { ...delivery, nextAt: iso(now + LEASE_MS) });
      return due;
    },
    { behavior: "immediate" },
  );
}

/** Sends one delivery that was taken, and writes down what came of it. */
export async function attemptDelivery(
  { database }: Pick<Studio, "database">,
  { project, payload, delivery: { id, webhook, event } }: StoredDelivery,
  given: DeliverySettings,
): Promise<void> {
  const settings = complete(given);
  const began = { at: settings.now(), clock: performance.now() };
  const target = findWebhook(database, project, webhook);
  const wanted = target && (target.active || event === "test");
  const sent = wanted ? await send(target, { id, body: payload }, settings) : null;
  const attempt = { at: iso(began.at), durationMs: Math.round(performance.now() - began.clock) };
  database.transaction(
    (tx) => {
      const now = findDelivery(tx, id)?.delivery;
      if (now?.state === "waiting") updateDelivery(tx, settle(now, sent, attempt, settings));
    },
    { behavior: "immediate" },
  );
}

function settle(
  delivery: WebhookDelivery,
  sent: Sent | null,
  attempt: { at: string; durationMs: number },
  { now, signal }: SendSettings,
): WebhookDelivery {
  if (sent === null) {
    const refused = { ...attempt, status: null, problem: "Not sent: the webhook is switched off." };
    return { ...delivery, attempts: [...delivery.attempts, refused], state: "failed", nextAt: null };
  }
  // A studio that closes has not heard the answer: the next one asks again.
  if (sent.status === null && signal.aborted) return { ...delivery, nextAt: iso(now()) };
  return afterAttempt(delivery, { ...attempt, ...sent }, now());
}

/** Sends all that is due now and waits for the answers. */
export async function deliverDue(studio: Pick<Studio, "database">, settings: DeliverySettings = {}): Promise<void> {
  const due = takeDue(studio.database, (settings.now ?? Date.now)(), 100);
  await Promise.all(due.map((one) => attemptDelivery(studio, one, settings)));
}
