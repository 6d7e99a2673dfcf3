import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChatOutcome } from "@/lib/contracts/model";
import { fails, says } from "@/lib/testing/scripted-model";
import { EndpointLimiter, EndpointLimits } from "./endpoint-limiter";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const NO_BOUNDS = { maxConcurrency: null, callsPerMinute: null };
const limiterOf = (bounds: Partial<typeof NO_BOUNDS | { maxConcurrency: number; callsPerMinute: number }> = {}) =>
  new EndpointLimiter({ ...NO_BOUNDS, ...bounds }, undefined, () => 1);

const answers = (durationMs: number): ChatOutcome => ({ ...says("ready"), durationMs });
const limited = (retryAfterMs?: number): ChatOutcome => {
  const outcome = fails("rate-limited", true);
  return outcome.ok ? outcome : { ...outcome, error: { ...outcome.error, ...(retryAfterMs !== undefined && { retryAfterMs }) } };
};

/** Whether a call gets in now, without waiting for a timer. */
async function entersNow(limiter: EndpointLimiter): Promise<(() => void) | null> {
  let leave: (() => void) | null = null;
  void limiter.enter().then((given) => {
    leave = given;
  });
  await vi.advanceTimersByTimeAsync(0);
  return leave;
}

/** Carries out calls as fast as the limit allows, each of which takes `durationMs`, all at once. */
async function round(limiter: EndpointLimiter, durationMs: number) {
  const leaves: (() => void)[] = [];
  // One more than the limit, which has to wait: the limit is used up.
  const waiting = Array.from({ length: limiter.limit + 1 }, () => limiter.enter().then((leave) => leaves.push(leave)));
  const startedAt = performance.now();
  await vi.advanceTimersByTimeAsync(durationMs);
  for (let index = 0; index < leaves.length; index += 1) limiter.record(answers(durationMs), startedAt);
  while (leaves.length > 0) {
    leaves.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  }
  await Promise.all(waiting);
  while (leaves.length > 0) leaves.shift()?.();
}

describe("the limit of an endpoint", () => {
  it("doubles a round while nothing failed, up to what the run may have", async () => {
    const limiter = limiterOf();
    limiter.attach({ start: 2, max: 12 });
    const seen = [limiter.limit];
    for (let index = 0; index < 4; index += 1) {
      await round(limiter, 100);
      seen.push(limiter.limit);
    }
    expect(seen).toEqual([2, 4, 8, 12, 12]);
  });

  it("does not grow while latency rises", async () => {
    const limiter = limiterOf();
    limiter.attach({ start: 4, max: 64 });
    await round(limiter, 100);
    expect(limiter.limit).toBe(8);
    for (let index = 0; index < 4; index += 1) await round(limiter, 400);
    expect(limiter.limit).toBe(8);
  });

  it("does not grow where nothing waits for it", async () => {
    const limiter = limiterOf();
    limiter.attach({ start: 4, max: 64 });
    for (let index = 0; index < 12; index += 1) {
      const leave = await limiter.enter();
      limiter.record(answers(100), performance.now());
      leave();
    }
    expect(limiter.limit).toBe(4);
  });

  it("halves once for calls that were under way together, and grows by one a round afterwards", async () => {
    const limiter = limiterOf();
    limiter.attach({ start: 8, max: 16 });
    const leaves = await Promise.all(Array.from({ length: 8 }, () => limiter.enter()));
    const startedAt = performance.now();
    await vi.advanceTimersByTimeAsync(50);
    for (let index = 0; index < 8; index += 1) limiter.record(limited(10), startedAt);
    for (const leave of leaves) leave();
    expect(limiter.limit).toBe(4);
    expect(limiter.lowered).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await round(limiter, 50);
    expect(limiter.limit).toBe(5);
  });

  it.each(["timeout", "rate-limited"] as const)("never falls below one call, however often there is a %s", async (type) => {
    const limiter = limiterOf();
    limiter.attach({ start: 8, max: 8 });
    for (let index = 0; index < 10; index += 1) {
      limiter.record(fails(type, true), performance.now());
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(limiter.limit).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await entersNow(limiter)).not.toBeNull();
  });

  it("lets no call begin before the moment the server asked for", async () => {
    const limiter = limiterOf();
    limiter.attach({ start: 8, max: 8 });
    limiter.record(limited(5_000), performance.now());
    expect(limiter.heldMs).toBe(5_000);
    let inside = false;
    void limiter.enter().then(() => {
      inside = true;
    });
    await vi.advanceTimersByTimeAsync(4_900);
    expect(inside).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(inside).toBe(true);
  });

  it("counts calls begun in any minute, over all runs", async () => {
    const limiter = limiterOf({ maxConcurrency: 100, callsPerMinute: 6 });
    limiter.attach({ start: 50, max: 50 });
    limiter.attach({ start: 50, max: 50 });
    let begun = 0;
    for (let index = 0; index < 10; index += 1) {
      void limiter.enter().then((leave) => {
        begun += 1;
        leave();
      });
    }
    await vi.advanceTimersByTimeAsync(59_000);
    expect(begun).toBe(6);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(begun).toBe(10);
  });

  it("is one for all runs of an endpoint, and never above the endpoint's own", async () => {
    const endpoint = { id: "a", baseUrl: "http://127.0.0.1:1/v1", model: "m", maxConcurrency: 5, callsPerMinute: null };
    const limits = new EndpointLimits();
    const limiter = limits.of(endpoint);
    expect(limits.of({ ...endpoint })).toBe(limiter);
    expect(limits.of({ ...endpoint, model: "n" })).not.toBe(limiter);
    limiter.attach({ start: 4, max: 8 });
    const leave = limiter.attach({ start: 4, max: 8 });
    expect(limiter.limit).toBe(5);
    leave();
    expect(limiter.limit).toBe(5);
  });

  it("an aborted wait takes no place", async () => {
    const limiter = limiterOf();
    limiter.attach({ start: 1, max: 1 });
    const first = await limiter.enter();
    const controller = new AbortController();
    const waiting = limiter.enter(controller.signal);
    controller.abort();
    (await waiting)();
    first();
    expect(await entersNow(limiter)).not.toBeNull();
  });
});
