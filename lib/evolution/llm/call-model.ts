import type { ChatOutcome, Message } from "@/lib/contracts/model";
import type { ChatModel } from "@/lib/kernel/ports";
import type { InvalidLog } from "./invalid-log";
import type { AnalystSettings } from "./settings";

/** What every question to the analyst's model needs. */
export interface Asking {
  model: ChatModel;
  settings: AnalystSettings;
  signal: AbortSignal | undefined;
  invalid: InvalidLog;
}

/** Waits for work, or until the signal says stop, whichever is first. @throws the signal's reason */
async function orStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  signal.throwIfAborted();
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((settle) => {
    timer = setTimeout(settle, milliseconds);
  });
  try {
    await orStopped(over, signal);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * One call of the analyst's model, tried again where it fails for a passing reason.
 * @throws the signal's reason, as soon as it is aborted
 */
export async function callModel(asking: Asking, messages: Message[], seed: number): Promise<ChatOutcome> {
  const { model, settings, signal } = asking;
  const decoding = { temperature: 0, topP: 1, maxTokens: settings.maxTokens, seed };
  const options = { timeoutMs: settings.callTimeoutMs, ...(signal === undefined ? {} : { signal }) };
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    const leave = await model.admit?.(signal);
    let outcome: ChatOutcome;
    try {
      outcome = await orStopped(model.chat({ messages, tools: [], decoding }, options), signal);
    } finally {
      leave?.();
    }
    if (outcome.ok || !outcome.error.retryable || attempt >= settings.callAttempts) return outcome;
    const wait = outcome.error.retryAfterMs ?? settings.retryDelayMs * 2 ** (attempt - 1);
    await pause(Math.min(wait, settings.mostRetryDelayMs), signal);
  }
}

/** Maps in order, at most `atOnce` at a time. @throws what the work throws, and the signal's reason between items */
export async function mapAtOnce<T, U>(
  items: readonly T[],
  { settings, signal }: Pick<Asking, "settings" | "signal">,
  work: (item: T) => Promise<U>,
): Promise<U[]> {
  const done = new Array<U>(items.length);
  let next = 0;
  let failed = false;
  const worker = async () => {
    while (next < items.length && !failed) {
      signal?.throwIfAborted();
      const place = next++;
      try {
        done[place] = await work(items[place] as T);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(settings.atOnce, items.length) }, worker));
  return done;
}
