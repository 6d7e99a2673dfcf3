import "server-only";
import { BoundedMap } from "../bounded-map";

/** Keys that are remembered at once; what is forgotten begins anew. */
const REMEMBERED = 20_000;

/** Counts attempts by a key: so many within a window that begins with the first. */
export class AttemptLimit {
  readonly #windows = new BoundedMap<string, { count: number; endsAt: number }>(REMEMBERED);

  constructor(
    readonly most: number,
    readonly windowMs: number,
    readonly now: () => number = Date.now,
  ) {}

  /** Seconds until the next attempt is taken; 0 where one is taken now. */
  waitFor(key: string): number {
    const window = this.#windows.get(key);
    if (!window || window.endsAt <= this.now() || window.count < this.most) return 0;
    return Math.ceil((window.endsAt - this.now()) / 1_000);
  }

  /** Counts an attempt. Do so before its outcome is known, so that attempts made at the same time are all counted. */
  count(key: string): void {
    const window = this.#windows.get(key);
    if (window && window.endsAt > this.now()) window.count += 1;
    else this.#windows.set(key, { count: 1, endsAt: this.now() + this.windowMs });
  }

  /** What was counted is forgiven. */
  clear(key: string): void {
    this.#windows.delete(key);
  }
}
