import type { WebhookDelivery } from "@/lib/contracts/webhook";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Waits before the second to the eighth attempt, in milliseconds: about a day in all. */
export const WAITS: readonly number[] = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 6 * HOUR, 10 * HOUR];
export const MOST_ATTEMPTS = WAITS.length + 1;

const GONE = 410;

type Attempt = WebhookDelivery["attempts"][number];

/**
 * How a delivery stands after another attempt that ended at `now` (milliseconds since 1970). A status from 200 to 299 delivers it,
 * 410 ends it, anything else is tried again until there were eight attempts; one that is sent again after that has one attempt.
 */
export function afterAttempt(delivery: WebhookDelivery, attempt: Attempt, now: number): WebhookDelivery {
  const attempts = [...delivery.attempts, attempt];
  const { status } = attempt;
  const wait = WAITS[attempts.length - 1];
  if (status !== null && status >= 200 && status < 300) return { ...delivery, attempts, state: "delivered", nextAt: null };
  if (status === GONE || wait === undefined) return { ...delivery, attempts, state: "failed", nextAt: null };
  return { ...delivery, attempts, state: "waiting", nextAt: new Date(now + wait).toISOString() };
}
