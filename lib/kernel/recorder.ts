import type { ChatOutcome } from "@/lib/contracts/model";
import type { Step, Trajectory } from "@/lib/contracts/trajectory";
import type { Clock } from "./ports";

type WithoutTime<S> = S extends unknown ? Omit<S, "atMs"> : never;

/** Where the milliseconds of a task went. */
export type TimedPart = "modelMs" | "toolMs" | "hookMs";

/** Collects the steps of one task with their times and the sums over its model calls. */
export class Recorder {
  readonly steps: Step[] = [];
  readonly #spent: Record<TimedPart, number> = { modelMs: 0, toolMs: 0, hookMs: 0 };
  readonly #startedAt: number;
  #calls = 0;
  #promptTokens: number | null = 0;
  #completionTokens: number | null = 0;
  #ttftMs: number | null = null;

  constructor(
    private readonly clock: Clock,
    elapsedMs: number,
    private readonly onStep?: (step: Step) => void,
  ) {
    this.#startedAt = clock.now() - elapsedMs;
  }

  /** Milliseconds since the task began. */
  elapsed(): number {
    return this.clock.now() - this.#startedAt;
  }

  record(step: WithoutTime<Step>): void {
    const timed: Step = { ...step, atMs: this.elapsed() };
    this.steps.push(timed);
    this.onStep?.(timed);
  }

  /** Does the work and books its time. */
  async timed<T>(part: TimedPart, work: () => Promise<T>): Promise<T> {
    const from = this.clock.now();
    try {
      return await work();
    } finally {
      this.book(part, this.clock.now() - from);
    }
  }

  book(part: TimedPart, milliseconds: number): void {
    this.#spent[part] += milliseconds;
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
    return { wallMs: this.elapsed(), ...this.#spent, ttftMs: this.#ttftMs };
  }
}

/** An unknown part makes the whole unknown. */
function sum(total: number | null, part: number | null): number | null {
  return total === null || part === null ? null : total + part;
}
