import "server-only";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { isInfrastructureFailure } from "@/lib/evaluation/score";

/** A run whose first results are all failures of the model's service is stopped after this many. */
const FAILURES_BEFORE_STOP = 10;

/** How the model's service fared with the cases of one run in this process. */
export class ServiceHealth {
  private carried = 0;
  private failed = 0;
  private refused = 0;

  /** Counts a case that has ended. A service that refuses for its load is there: that alone never makes it one that is down. */
  count(trajectory: Trajectory): void {
    if (!isInfrastructureFailure(trajectory)) this.carried += 1;
    else if (trajectory.failure?.type === "rate-limited") this.refused += 1;
    else this.failed += 1;
  }

  /** A service that never answered is not asked again and again. */
  get mayRetry(): boolean {
    return this.carried > 0 || this.failed < FAILURES_BEFORE_STOP;
  }

  /** Whether it carried not one of the cases that were tried. */
  get carriedNone(): boolean {
    return this.carried === 0 && this.tries > 0;
  }

  /** Whether so many have failed that the next ones will. */
  get isGivenUp(): boolean {
    return this.failed >= FAILURES_BEFORE_STOP;
  }

  /** "The first 10 cases", where each was tried once (`done` is how many have a result); else their tries. */
  whichFailed(done: number): string {
    if (this.tries === 1) return "The only case";
    return `The first ${this.tries} ${this.tries === done ? "cases" : "tries of a case"}`;
  }

  private get tries(): number {
    return this.failed + this.refused;
  }
}
