import "server-only";

/** Why a job was told to stop: the reason of its signal. */
export type StopReason = "person" | "studio-stopped";

/**
 * Work in the background, each under a name; at most one of a name at a time. A job is told to stop by its signal and ends by
 * itself: it writes down what it has.
 */
export class Jobs {
  private readonly running = new Map<string, { stop: AbortController; done: Promise<void> }>();

  constructor(private readonly report: (error: unknown) => void) {}

  has(name: string): boolean {
    return this.running.has(name);
  }

  /**
   * Starts a job; resolves when it has ended, and never rejects: what it throws is reported.
   * @throws Error where one of this name is running.
   */
  start(name: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.running.has(name)) throw new Error(`the job ${name} is running`);
    const stop = new AbortController();
    const done = work(stop.signal)
      .catch(this.report)
      .finally(() => this.running.delete(name));
    this.running.set(name, { stop, done });
    return done;
  }

  /** Tells a job to stop; false where none of this name is running. */
  stop(name: string, reason: StopReason = "person"): boolean {
    const job = this.running.get(name);
    job?.stop.abort(reason);
    return job !== undefined;
  }

  async close(): Promise<void> {
    for (const name of [...this.running.keys()]) this.stop(name, "studio-stopped");
    await Promise.all([...this.running.values()].map(({ done }) => done));
  }
}
