import { expect, test } from "vitest";
import type { WebhookDelivery } from "@/lib/contracts/webhook";
import { afterAttempt, MOST_ATTEMPTS } from "./after-attempt";

const START = Date.parse("2026-01-01T00:00:00.000Z");
const fresh: WebhookDelivery = {
  id: "msg_1",
  webhook: "ops",
  event: "test",
  state: "waiting",
  attempts: [],
  nextAt: null,
  createdAt: new Date(START).toISOString(),
};
const attempt = (status: number | null) => ({ at: "", status, problem: status === 200 ? "" : "no", durationMs: 1 });

test("waits grow, and after eight attempts over about a day it has failed", () => {
  let [delivery, now] = [fresh, START];
  const waits: number[] = [];
  while (delivery.state === "waiting") {
    delivery = afterAttempt(delivery, attempt(delivery.attempts.length % 2 === 0 ? 500 : null), now);
    if (delivery.nextAt === null) break;
    waits.push(Date.parse(delivery.nextAt) - now);
    now = Date.parse(delivery.nextAt);
  }
  expect(delivery).toMatchObject({ state: "failed", nextAt: null });
  expect(delivery.attempts).toHaveLength(MOST_ATTEMPTS);
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect((now - START) / 3_600_000).toBeCloseTo(23.6, 1);
});

test.each([
  [200, "delivered"],
  [204, "delivered"],
  [302, "waiting"],
  [404, "waiting"],
  [410, "failed"],
  [503, "waiting"],
  [null, "waiting"],
])("after %s it is %s", (status, state) => expect(afterAttempt(fresh, attempt(status), START).state).toBe(state));

test("one that is sent again after it has failed has one attempt", () => {
  const failed = { ...fresh, attempts: Array.from({ length: MOST_ATTEMPTS }, () => attempt(500)) };
  expect(afterAttempt(failed, attempt(500), START).state).toBe("failed");
  expect(afterAttempt(failed, attempt(200), START).state).toBe("delivered");
});
