import "server-only";
import { tooManyRequests } from "../app-error";

/** Lets at most `limit` requests be served at once; there is no queue, since a late reply in a live room is no reply. */
export class ServingGate {
  #serving = 0;

  constructor(readonly limit: number) {}

  get serving(): number {
    return this.#serving;
  }

  /**
   * Takes a place, to be given back by calling the answer once.
   * @throws AppError TOO_MANY_REQUESTS where all are taken.
   */
  enter(): () => void {
    if (this.#serving >= this.limit)
      throw tooManyRequests(`${this.limit} requests are being served, as many as may be at once.`, 1);
    this.#serving += 1;
    let left = false;
    return () => {
      if (!left) this.#serving -= 1;
      left = true;
    };
  }
}
