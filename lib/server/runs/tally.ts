import "server-only";
import type { CaseRow, RunCounts, RunProgress } from "@/lib/contracts/run";
import { percentileOfSorted } from "@/lib/stats/percentile";

const WINDOW_MS = 10_000;

/** Running totals of a live run; cheap to add to and to read while thousands of cases end. */
export class Tally {
  readonly counts: RunCounts;
  private readonly latencies: number[] = [];
  private readonly ends: number[] = [];
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

  /** A result of an earlier process: counted, but no part of the rate. */
  addEarlier(row: Pick<CaseRow, "state" | "wallMs" | "accuracy" | "effectiveness">) {
    this.counts.done += 1;
    this.counts[row.state] += 1;
    if (row.state !== "unscored") this.insertLatency(row.wallMs);
    if (row.accuracy !== null) {
      this.sums.accuracy += row.accuracy;
      this.sums.accuracyOf += 1;
    }
    if (row.effectiveness !== null) {
      this.sums.effectiveness += row.effectiveness;
      this.sums.effectivenessOf += 1;
    }
  }

  add(row: Pick<CaseRow, "state" | "wallMs" | "accuracy" | "effectiveness">) {
    this.addEarlier(row);
    this.ends.push(this.now());
  }

  /** The rate begins anew: after a pause, waiting is no slowness. */
  restart() {
    this.began = this.now();
    this.ends.length = 0;
  }

  /** Rate over the last ten seconds (less where the run is younger); latency over scored and failed results. */
  read(active: boolean): Pick<RunProgress, "counts" | "rate" | "etaSeconds" | "latency" | "accuracy" | "effectiveness"> {
    const now = this.now();
    while (this.ends[0] !== undefined && this.ends[0] < now - WINDOW_MS) this.ends.shift();
    const seconds = Math.max(0.001, Math.min(WINDOW_MS, now - this.began) / 1_000);
    const rate = active && this.counts.done > 0 ? this.ends.length / seconds : null;
    const { accuracy, accuracyOf, effectiveness, effectivenessOf } = this.sums;
    const at = (share: number) => (this.latencies.length === 0 ? null : percentileOfSorted(this.latencies, share));
    return {
      counts: { ...this.counts },
      rate,
      etaSeconds: rate === null || rate === 0 ? null : (this.counts.total - this.counts.done) / rate,
      latency: { p50: at(0.5), p95: at(0.95) },
      accuracy: accuracyOf === 0 ? null : accuracy / accuracyOf,
      effectiveness: effectivenessOf === 0 ? null : effectiveness / effectivenessOf,
    };
  }

  private insertLatency(value: number) {
    let low = 0;
    let high = this.latencies.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.latencies[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    this.latencies.splice(low, 0, value);
  }
}
