import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { ModelErrorType } from "@/lib/contracts/model";
import type { ChatModel } from "@/lib/kernel/ports";

const TROUBLE = new Set<ModelErrorType>(["unreachable", "rate-limited", "server-error"]);
const FIRST_MS = 100;
const LONGEST_MS = 1_000;

/**
 * Spaces out the calls of a model whose service is in trouble: after each failure of that kind in a row the next calls wait
 * twice as long (100 ms to 1 s, never over half of their own time limit), until one succeeds. How often a call is tried
 * again stays with the kernel.
 */
export function withBackoff(model: ChatModel): ChatModel {
  let failures = 0;
  return {
    identity: model.identity,
    async chat(request, { timeoutMs, signal }) {
      const wait = failures === 0 ? 0 : Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS, timeoutMs / 2);
      if (wait > 0) await sleep(wait, undefined, signal ? { signal } : {}).catch(() => undefined);
      const outcome = await model.chat(request, { timeoutMs: timeoutMs - wait, ...(signal && { signal }) });
      if (outcome.ok) failures = 0;
      else if (TROUBLE.has(outcome.error.type)) failures += 1;
      return outcome;
    },
  };
}
