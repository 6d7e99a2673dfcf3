import type { ArmMean, ArmName, Experiment, OutcomeMetric, OutcomeSnapshot } from "@/lib/contracts/traffic";
import { addValue, type Moments, NO_MOMENTS, studentInterval } from "@/lib/stats/student";
import { armOf, bucketOf } from "./bucket";
import type { OutcomeRow } from "./read-outcomes";

export type ArmMoments = Record<OutcomeMetric, Moments>;

/** Adds up outcomes by arm. Users are remembered only to find those that come twice; of them the first row counts. */
export class OutcomeTally {
  readonly arms: Record<ArmName, ArmMoments> = { control: noMoments(), treatment: noMoments() };
  readonly #seen = new Set<string>();
  readonly #problems = new Map<string, { rows: number; line: number }>();

  constructor(readonly experiment: Pick<Experiment, "salt" | "arms">) {}

  add(row: OutcomeRow): void {
    if (row.problem !== null) this.#skip(row.problem, row.line);
    else if (this.#seen.has(row.user)) this.#skip("the user came before; the first row counts", row.line);
    else {
      this.#seen.add(row.user);
      const arm = this.arms[armOf(this.experiment, bucketOf(this.experiment.salt, row.user))];
      addValue(arm.orders, row.orders);
      addValue(arm.value, row.value);
    }
  }

  get users(): number {
    return this.#seen.size;
  }

  /** What was skipped and why, the most frequent reason first. */
  get problems(): OutcomeSnapshot["problems"] {
    return [...this.#problems].map(([reason, found]) => ({ reason, ...found })).sort((a, b) => b.rows - a.rows);
  }

  #skip(reason: string, line: number): void {
    const known = this.#problems.get(reason);
    if (known) known.rows += 1;
    else this.#problems.set(reason, { rows: 1, line });
  }
}

const noMoments = (): ArmMoments => ({ orders: { ...NO_MOMENTS }, value: { ...NO_MOMENTS } });

/** The mean per user with its 95 % interval. */
export function armMean(moments: Moments): ArmMean {
  const { low, high } = studentInterval(moments) ?? { low: null, high: null };
  return { mean: moments.n === 0 ? null : moments.sum / moments.n, low, high, sum: moments.sum };
}
