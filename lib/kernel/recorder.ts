import type { ChatOutcome } from "@/lib/contracts/model";
import type { Step, Trajectory } from "@/lib/contracts/trajectory";
import type { Clock } from "./ports";

type WithoutTime<S> = S extends unknown ? Omit<S, "atMs" | "depth"> : never;

/** Where the milliseconds of a task went. */
export type TimedPart = "modelMs" | "toolMs" | "hookMs";

/**
 * Collects the steps of one task with their times and the sums over its model calls. Time is counted in whole microseconds,
 * and every reading of the clock is kept, so that a replay can give the same times again.
 */
export class Recorder {
  readonly steps: Step[] = [];
  readonly clock: number[] = [];
  readonly #spentUs: Record<TimedPart, number> = { modelMs: 0, toolMs: 0, hookMs: 0 };
  readonly #earlierUs: number;
  readonly #originUs: number;
  #lastUs: number;
  #calls = 0;
  #promptTokens: number | null = 0;
  #completionTokens: number | null = 0;
  #ttftMs: number | null = null;

  /** `depth` answers how many agents wait for a nested one. */
  constructor(
    private readonly source: Clock,
    elapsedMs: number,
    private readonly depth: () => number,
    private readonly onStep?: (step: Step) => void,
  ) {
    this.#earlierUs = microseconds(elapsedMs);
    this.#originUs = microseconds(source.now());
    this.#lastUs = this.#originUs;
  }

  /** Milliseconds since the task began. */
  elapsed(): number {
    const now = Math.max(this.#lastUs, microseconds(this.source.now()));
    this.clock.push(now - this.#lastUs);
    this.#lastUs = now;
    return (now - this.#originUs + this.#earlierUs) / 1_000;
  }

  record(step: WithoutTime<Step>): void {
    const depth = this.depth();
    const timed: Step = { ...step, ...(depth > 0 ? { depth } : {}), atMs: this.elapsed() };
    this.steps.push(timed);
    this.onStep?.(timed);
  }

  /** Does the work and books its time. */
  async timed<T>(part: TimedPart, work: () => Promise<T>): Promise<T> {
    const from = this.elapsed();
    try {
      return await work();
    } finally {
      this.book(part, this.elapsed() - from);
    }
  }

  book(part: TimedPart, milliseconds: number): void {
    this.#spentUs[part] += microseconds(milliseconds);
  }

  count(outcome: ChatOutcome): void {
    this.#calls += 1;
    if (!outcome.ok) return;
    this.#promptTokens = sum(this.#promptTokens, outcome.usage.promptTokens);
    this.#completionTokens = sum(this.#completionTokens, outcome.usage.completionTokens);
    this.#ttftMs ??= outcome.ttftMs;
  }

  usage(): Trajectory["usage"] {
    return { promptTokens: this.#promptTokens, completionTokens: this.#completionTokens, calls: this.#calls };
  }

  timings(): Trajectory["timings"] {
    const { modelMs, toolMs, hookMs } = this.#spentUs;
    return {
      wallMs: this.elapsed(),
      modelMs: modelMs / 1_000,
      toolMs: toolMs / 1_000,
      hookMs: hookMs / 1_000,
      ttftMs: this.#ttftMs,
    };
  }
}

function microseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1_000);
}

/** An unknown part makes the whole unknown. */
function sum(total: number | null, part: number | null): number | null {
  return total === null || part === null ? null : total + part;
}
