import "server-only";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { ChatOutcome } from "@/lib/contracts/model";
import type { ChatModel } from "@/lib/kernel/ports";
import type { BudgetMeter } from "./runs/budget-meter";
import type { EndpointLimiter } from "./runs/endpoint-limiter";
import { CaseClock, limitedModel } from "./runs/limited-model";

/** An analyst works on a few clusters at a time, and leaves room for runs beside it. */
const SHARE = { start: 4, max: 8 };

const ABORTED: ChatOutcome = {
  ok: false,
  error: { type: "aborted", message: "the call was aborted", retryable: false },
  durationMs: 0,
};

export interface AnalystModel extends ChatModel {
  /** Gives its share of the endpoint back. */
  leave(): void;
}

/**
 * An analyst's model behind the limits of its endpoint and of its budget. A call waits for its turn, which is no time of the
 * call. A call that must not begin for the budget comes to `aborted`, as one does after an abort, once those under way have
 * ended: then `spent` is told. `used` is told after each call.
 */
export function analystModel(
  model: ChatModel,
  limits: { endpoint: Endpoint; limiter: EndpointLimiter; meter: BudgetMeter; spent: () => void; used: () => void },
): AnalystModel {
  const { endpoint, limiter, meter, used } = limits;
  const clock = new CaseClock();
  let leave: (() => void) | undefined;
  let underWay = 0;
  let refused = false;
  let settle = () => {};
  const over = new Promise<void>((resolve) => {
    settle = resolve;
  });

  /** What is under way is paid for: the work ends when the last of it is in. */
  function ended(): void {
    underWay -= 1;
    if (!refused || underWay > 0) return;
    limits.spent();
    settle();
  }

  return {
    identity: model.identity,
    async chat(request, options) {
      leave ??= limiter.attach(SHARE);
      underWay += 1;
      let begins = true;
      const spent = () => {
        begins = false;
        refused = true;
      };
      const limited = limitedModel(model, { endpoint, limiter, meter, clock, spent });
      const done = await limited.admit?.(options.signal);
      const outcome = begins && !options.signal?.aborted ? await limited.chat(request, options) : ABORTED;
      done?.();
      if (begins) used();
      ended();
      if (!begins) await over;
      return outcome;
    },
    leave() {
      leave?.();
      leave = undefined;
    },
  };
}
