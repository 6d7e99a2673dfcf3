import "server-only";
import type { EarlierSums } from "@/db/run-work-repository";
import type { CaseRow, RunCounts, RunProgress } from "@/lib/contracts/run";
import { percentileOfSorted } from "@/lib/stats/percentile";

type Counted = Pick<CaseRow, "state" | "wallMs" | "accuracy" | "effectiveness" | "reusedFrom">;

const WINDOW_MS = 10_000;

/** Running totals of a live run; cheap to add to and to read while thousands of cases end. */
export class Tally {
  readonly counts: RunCounts;
  /** Latencies in order, and those that came since they were put in order. */
  private sorted: number[] = [];
  private fresh: number[] = [];
  private ends: number[] = [];
  private began: number;
  private readonly sums = { accuracy: 0, accuracyOf: 0, effectiveness: 0, effectivenessOf: 0 };

  /** `now` in milliseconds, monotonic. */
  constructor(
    total: number,
    private readonly now: () => number,
  ) {
    this.counts = { total, done: 0, scored: 0, unscored: 0, failed: 0 };
    this.began = now();
  }

  /** Results of an earlier process: counted, but no part of the rate. */
  addEarlier({ scored, unscored, failed, timed, accuracy, effectiveness }: EarlierSums) {
    this.counts.done += scored + unscored + failed;
    this.counts.scored += scored;
    this.counts.unscored += unscored;
    this.counts.failed += failed;
    this.fresh = [...this.fresh, ...timed];
    this.sums.accuracy += accuracy.sum;
    this.sums.accuracyOf += accuracy.n;
    this.sums.effectiveness += effectiveness.sum;
    this.sums.effectivenessOf += effectiveness.n;
  }

  add(row: Counted) {
    this.counts.done += 1;
    this.counts[row.state] += 1;
    if (row.state !== "unscored" && row.reusedFrom === null) this.fresh.push(row.wallMs);
    if (row.accuracy !== null) {
      this.sums.accuracy += row.accuracy;
      this.sums.accuracyOf += 1;
    }
    if (row.effectiveness !== null) {
      this.sums.effectiveness += row.effectiveness;
      this.sums.effectivenessOf += 1;
    }
    this.ends.push(this.now());
  }

  /** The rate begins anew: after a pause, waiting is no slowness. */
  restart() {
    this.began = this.now();
    this.ends = [];
  }

  /** Rate over the last ten seconds (less where the run is younger); latency over scored and failed results. */
  read(active: boolean): Pick<RunProgress, "counts" | "rate" | "etaSeconds" | "latency" | "accuracy" | "effectiveness"> {
    const now = this.now();
    if ((this.ends[0] ?? now) < now - WINDOW_MS) this.ends = this.ends.filter((end) => end >= now - WINDOW_MS);
    const seconds = Math.max(0.001, Math.min(WINDOW_MS, now - this.began) / 1_000);
    const rate = active && this.counts.done > 0 ? this.ends.length / seconds : null;
    const { accuracy, accuracyOf, effectiveness, effectivenessOf } = this.sums;
    if (this.fresh.length > 0) {
      this.sorted = Array.from(Float64Array.from([...this.sorted, ...this.fresh]).sort());
      this.fresh = [];
    }
    const at = (share: number) => (this.sorted.length === 0 ? null : percentileOfSorted(this.sorted, share));
    return {
      counts: { ...this.counts },
      rate,
      etaSeconds: rate === null || rate === 0 ? null : (this.counts.total - this.counts.done) / rate,
      latency: { p50: at(0.5), p95: at(0.95) },
      accuracy: accuracyOf === 0 ? null : accuracy / accuracyOf,
      effectiveness: effectivenessOf === 0 ? null : effectiveness / effectivenessOf,
    };
  }
}
