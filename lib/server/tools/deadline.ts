import "server-only";
import { ToolFailure } from "./tool-failure";

/**
 * Runs work under a time limit and the caller's signal. The work is told by its own signal; where it does not listen, the
 * caller goes on without it.
 * @throws ToolFailure `timeout` after `timeoutMs`, `unavailable` once the caller's signal is aborted; what the work throws.
 */
export async function withDeadline<Result>(
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let stop: (failure: ToolFailure) => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = (failure) => {
      reject(failure);
      controller.abort(failure);
    };
  });
  const onAbort = () => stop(new ToolFailure("unavailable", "The call was given up."));
  const timer = setTimeout(() => stop(new ToolFailure("timeout", `The tool gave no answer within ${timeoutMs} ms.`)), timeoutMs);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    if (signal?.aborted) onAbort();
    const working = controller.signal.aborted ? stopped : work(controller.signal);
    return await Promise.race([working, stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
