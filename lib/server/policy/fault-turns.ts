import "server-only";
import { createHash } from "node:crypto";
import { createDraws, type Draws, strikingFaults } from "@/lib/simulation/faults/draws";
import type { Fault } from "@/lib/simulation/faults/fault";
import { BoundedMap } from "../bounded-map";

const REMEMBERED = 10_000;

interface Turn {
  faults: Fault[];
  draws: Draws;
  /** To be called once the request was answered in full. */
  answered: () => void;
}

/**
 * Decides which faults a request meets. The draws come from the seed and the request alone, so that a run repeats; a request
 * that comes again without having been answered draws anew, and begins from its first draw once it was answered.
 */
export class FaultTurns {
  readonly #seen = new BoundedMap<string, number>(REMEMBERED);
  readonly #attempts = new BoundedMap<string, number>(REMEMBERED);

  constructor(private readonly seed: number) {}

  /** `list` names the list of faults: turns are counted for each list apart. */
  take(list: string, faults: readonly Fault[], body: string): Turn {
    const seen = this.#seen.get(list) ?? 0;
    this.#seen.set(list, seen + 1);
    const request = createHash("sha256").update(body).digest("base64");
    const attempt = this.#attempts.get(request) ?? 0;
    this.#attempts.set(request, attempt + 1);
    const draws = createDraws(this.seed, `${attempt}\u0000${request}`);
    return {
      faults: strikingFaults(faults, seen, draws),
      draws,
      answered: () => this.#attempts.set(request, 0),
    };
  }
}
