import "server-only";
import type { Trajectory } from "@/lib/contracts/trajectory";

/** One case of a run, one repeat. `attempts` counts how often it was tried before. */
export interface Place {
  id: string;
  ordinal: number;
  repeat: number;
  attempts: number;
  /** A reply that was made, where only its judge failed: the policy is not called again for it. */
  trajectory?: Trajectory;
}

/** The cases of a run that are still to do, in order; those that are tried again come back when their time has come. */
export class Schedule {
  private readonly rest: Iterator<Place>;
  private upcoming: IteratorResult<Place>;
  private readonly later: { at: number; place: Place }[] = [];

  /** `places` are drawn as they are needed, one ahead. */
  constructor(
    places: Iterable<Place>,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.rest = places[Symbol.iterator]();
    this.upcoming = this.rest.next();
  }

  /** The next case that may begin now. */
  take(): Place | undefined {
    const due = this.later[0];
    if (due && due.at <= this.now()) return this.later.shift()?.place;
    if (this.upcoming.done) return undefined;
    const place = this.upcoming.value;
    this.upcoming = this.rest.next();
    return place;
  }

  /** Puts a case off by `delayMs`. */
  putOff(place: Place, delayMs: number): void {
    this.later.push({ at: this.now() + delayMs, place });
    this.later.sort((a, b) => a.at - b.at);
  }

  /** Milliseconds until a case that was put off is due; null where none is. */
  untilDue(): number | null {
    const due = this.later[0];
    return due ? Math.max(0, due.at - this.now()) : null;
  }

  get empty(): boolean {
    return this.upcoming.done === true && this.later.length === 0;
  }
}
