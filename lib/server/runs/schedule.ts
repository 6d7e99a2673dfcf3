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
  private next = 0;
  private readonly later: { at: number; place: Place }[] = [];

  constructor(
    private readonly places: readonly Place[],
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The next case that may begin now. */
  take(): Place | undefined {
    const due = this.later[0];
    if (due && due.at <= this.now()) return this.later.shift()?.place;
    const place = this.places[this.next];
    if (place) this.next += 1;
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
    return this.next >= this.places.length && this.later.length === 0;
  }
}
