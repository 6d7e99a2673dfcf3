import "server-only";

/** Tells whoever watches a run that something about it changed. */
export class ProgressBus {
  private readonly watchers = new Map<string, Set<() => void>>();

  notify(run: string) {
    for (const wake of this.watchers.get(run) ?? []) wake();
  }

  /** How many watch; for tests that look for leaks. */
  get size(): number {
    return [...this.watchers.values()].reduce((sum, own) => sum + own.size, 0);
  }

  /**
   * Begins to listen at once, so that nothing between two waits is missed. `next` resolves on the first change since it last
   * resolved, after `atMostMs` at the latest, and at once when the signal is aborted. `stop` forgets everything.
   */
  watch(
    run: string,
    signal?: AbortSignal,
  ): { next(atMostMs: number): Promise<void>; pause(ms: number): Promise<void>; stop(): void } {
    let changed = false;
    let release: (() => void) | undefined;
    const wake = () => {
      changed = true;
      release?.();
    };
    const own = this.watchers.get(run) ?? new Set();
    own.add(wake);
    this.watchers.set(run, own);
    let giveUp: (() => void) | undefined;
    const onAbort = () => giveUp?.();
    signal?.addEventListener("abort", onAbort, { once: true });
    const wait = (ms: number, onChange: boolean) =>
      new Promise<void>((resolve) => {
        const settle = () => {
          clearTimeout(timer);
          release = undefined;
          giveUp = undefined;
          resolve();
        };
        const timer = setTimeout(settle, ms);
        giveUp = settle;
        if (onChange) release = settle;
        if (signal?.aborted || (onChange && changed)) settle();
      });
    return {
      next: async (atMostMs) => {
        await wait(atMostMs, true);
        changed = false;
      },
      pause: (ms) => wait(ms, false),
      stop: () => {
        giveUp?.();
        signal?.removeEventListener("abort", onAbort);
        own.delete(wake);
        if (own.size === 0 && this.watchers.get(run) === own) this.watchers.delete(run);
      },
    };
  }
}
