import "server-only";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { ChatModel, Clock } from "@/lib/kernel/ports";
import type { BudgetMeter } from "./budget-meter";
import type { EndpointLimiter } from "./endpoint-limiter";

/** The clock of one case: it stands still while a call of the case waits for its turn. */
export class CaseClock implements Clock {
  private waitedMs = 0;
  private waiters = 0;
  private since = 0;

  now(): number {
    const at = this.waiters > 0 ? this.since : performance.now();
    return at - this.waitedMs;
  }

  async standStill<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiters === 0) this.since = performance.now();
    this.waiters += 1;
    try {
      return await work();
    } finally {
      this.waiters -= 1;
      if (this.waiters === 0) this.waitedMs += performance.now() - this.since;
    }
  }
}

/** A model behind the limits of its endpoint and of its run. `spent`: the budget has no call left; the case must end. */
export function limitedModel(
  model: ChatModel,
  limits: { endpoint: Endpoint; limiter: EndpointLimiter; meter: BudgetMeter; clock: CaseClock; spent: () => void },
): ChatModel {
  const { endpoint, limiter, meter, clock, spent } = limits;
  return {
    identity: model.identity,
    async admit(signal) {
      const leave = await clock.standStill(() => limiter.enter(signal));
      if (!signal?.aborted && !meter.takeCall()) spent();
      return leave;
    },
    async chat(request, options) {
      const startedAt = performance.now();
      const outcome = await model.chat(request, options);
      // A call that an abort ended says nothing about the endpoint.
      if (outcome.ok || outcome.error.type !== "aborted") {
        limiter.record(outcome, startedAt);
        meter.countCall(outcome, endpoint);
      }
      return outcome;
    },
  };
}
