import "server-only";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { ChatOutcome } from "@/lib/contracts/model";

/** How many calls of a run may be under way: to begin with, and at most. */
export interface Share {
  start: number;
  max: number;
}

const MINUTE_MS = 60_000;
/** Pause after a failure that names none: 100 ms, twice as long after each further one in a row, to 1 s; half of it drawn. */
const BACKOFF_MS = { first: 100, longest: 1_000 };
/** Latency holds while the median of the last calls is at most this many times the best median, and a little more. */
const HOLDS = { times: 2, beyondMs: 50, least: 8, most: 64 };
const OVERLOADED = new Set([429, 503, 529]);

/**
 * The limit of one endpoint, shared by all runs (and judges) that call it: calls under way, calls begun a minute, and pauses
 * that the server asks for. The first limit adapts as TCP does: it doubles a round while nothing has failed, grows by one a
 * round after that, only where it is used up and latency holds; it halves on 429, overload and timeouts, once for the calls
 * that were under way together.
 */
export class EndpointLimiter {
  private readonly shares = new Set<Share>();
  private readonly waiting: (() => void)[] = [];
  private readonly begun: number[] = [];
  private readonly durations: number[] = [];
  private allowed = 0;
  private inFlight = 0;
  private successes = 0;
  private failuresInRow = 0;
  private heldUntil = 0;
  private loweredAt = Number.NEGATIVE_INFINITY;
  private bestMedian = Number.POSITIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  /** How often trouble lowered the limit. */
  lowered = 0;

  constructor(
    private readonly bounds: Pick<Endpoint, "maxConcurrency" | "callsPerMinute">,
    private readonly now: () => number = () => performance.now(),
    private readonly draw: () => number = Math.random,
  ) {}

  /** Joins a run; answers how to leave again. */
  attach(share: Share): () => void {
    this.shares.add(share);
    this.allowed = Math.min(this.ceiling(), this.allowed + share.start);
    this.serve();
    return () => {
      this.shares.delete(share);
      this.allowed = Math.min(this.allowed, this.ceiling());
      if (this.shares.size === 0) this.loweredAt = Number.NEGATIVE_INFINITY;
    };
  }

  /** Calls that may be under way now. */
  get limit(): number {
    return Math.max(1, Math.floor(this.allowed));
  }

  /** Milliseconds until the next call may begin, as the server asked or after failures. */
  get heldMs(): number {
    return Math.max(0, this.heldUntil - this.now());
  }

  /** Resolves when a call may begin, with how to say that it has ended; at once where the signal is aborted. */
  async enter(signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) return () => {};
    const admitted = await new Promise<boolean>((resolve) => {
      const grant = () => {
        signal?.removeEventListener("abort", giveUp);
        resolve(true);
      };
      const giveUp = () => {
        const place = this.waiting.indexOf(grant);
        if (place >= 0) this.waiting.splice(place, 1);
        resolve(false);
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      this.waiting.push(grant);
      this.serve();
    });
    if (!admitted) return () => {};
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.inFlight -= 1;
      this.serve();
    };
  }

  /** Learns from a call that began `startedAt` (milliseconds of this limiter's clock). */
  record(outcome: ChatOutcome, startedAt: number): void {
    if (outcome.ok) {
      this.recordSuccess(outcome.durationMs);
      return;
    }
    const { type, status, retryAfterMs } = outcome.error;
    const overloaded = type === "rate-limited" || type === "timeout" || (status !== undefined && OVERLOADED.has(status));
    if (overloaded && startedAt > this.loweredAt) {
      this.allowed = Math.max(1, Math.floor(Math.min(this.allowed, Math.max(1, this.inFlight)) / 2));
      this.loweredAt = this.now();
      this.lowered += 1;
      this.successes = 0;
    }
    if (type === "rate-limited" || type === "unreachable" || type === "server-error") {
      this.failuresInRow += 1;
      const pause = Math.min(BACKOFF_MS.first * 2 ** (this.failuresInRow - 1), BACKOFF_MS.longest);
      this.heldUntil = Math.max(this.heldUntil, this.now() + (retryAfterMs ?? pause * (0.5 + this.draw() / 2)));
    }
  }

  private recordSuccess(durationMs: number): void {
    this.failuresInRow = 0;
    this.durations.push(durationMs);
    if (this.durations.length > Math.min(HOLDS.most, Math.max(HOLDS.least, this.limit))) this.durations.shift();
    this.successes += 1;
    if (this.successes < this.limit) return;
    this.successes = 0;
    const usedUp = this.waiting.length > 0 || this.inFlight >= this.limit;
    if (!this.latencyHolds() || !usedUp) return;
    this.allowed = Math.min(this.ceiling(), this.lowered === 0 ? this.allowed * 2 : this.allowed + 1);
    this.serve();
  }

  private latencyHolds(): boolean {
    const sorted = this.durations.toSorted((a, b) => a - b);
    const median = sorted[sorted.length >> 1] ?? 0;
    this.bestMedian = Math.min(this.bestMedian, median);
    return median <= this.bestMedian * HOLDS.times + HOLDS.beyondMs;
  }

  private ceiling(): number {
    const asked = [...this.shares].reduce((sum, share) => sum + share.max, 0);
    return Math.max(1, Math.min(this.bounds.maxConcurrency ?? Number.POSITIVE_INFINITY, asked));
  }

  private serve(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.waiting.length > 0 && this.inFlight < this.limit) {
      const wait = Math.max(this.heldMs, this.untilNextMinute());
      if (wait > 0) {
        this.timer = setTimeout(() => this.serve(), Math.ceil(wait));
        return;
      }
      this.inFlight += 1;
      if (this.bounds.callsPerMinute !== null) this.begun.push(this.now());
      this.waiting.shift()?.();
    }
  }

  private untilNextMinute(): number {
    const most = this.bounds.callsPerMinute;
    if (most === null) return 0;
    const now = this.now();
    while (this.begun[0] !== undefined && this.begun[0] <= now - MINUTE_MS) this.begun.shift();
    return this.begun.length < most ? 0 : (this.begun[0] ?? now) + MINUTE_MS - now;
  }
}

/** The limiters of a studio, one an endpoint as it is called: another address, model or bound is another limiter. */
export class EndpointLimits {
  private readonly limiters = new Map<string, EndpointLimiter>();

  of(endpoint: Pick<Endpoint, "id" | "baseUrl" | "model" | "maxConcurrency" | "callsPerMinute">): EndpointLimiter {
    const { id, baseUrl, model, maxConcurrency, callsPerMinute } = endpoint;
    const key = JSON.stringify([id, baseUrl, model, maxConcurrency, callsPerMinute]);
    const known = this.limiters.get(key);
    if (known) return known;
    const made = new EndpointLimiter({ maxConcurrency, callsPerMinute });
    this.limiters.set(key, made);
    return made;
  }
}
