import "server-only";
import type { Store } from "@/db/client";
import { callsOfCases, metricsOfRuns, stoppedRuns, unscoredCases } from "@/db/stage-runs-repository";
import type { EndedEarly } from "@/lib/contracts/evolution";
import type { RunMetrics } from "@/lib/contracts/run";
import { BoundedMap } from "./bounded-map";

const KEPT = 2_000;
const kept = new WeakMap<Store, BoundedMap<string, EarlyRun>>();

/** A run that an early decision ended. */
export interface EarlyRun {
  /** When it ended. */
  at: string;
  early: EndedEarly;
  /** Over the cases that ran: what they took counts, their scores are no sample. */
  metrics: RunMetrics;
  /** Its calls as a share of those of every case, 0 to 1: what did not run counts as the run before took it. */
  callShare: number | null;
}

/** Those of the runs that an early decision ended, by run. What they took is looked up once for as long as a run ended when it did. */
export function earlyRuns(store: Store, ids: readonly string[]): Map<string, EarlyRun> {
  const known = kept.get(store) ?? new BoundedMap<string, EarlyRun>(KEPT);
  kept.set(store, known);
  const found = new Map<string, EarlyRun>();
  for (const [id, { at, total, outcome }] of stoppedRuns(store, ids)) {
    const { early, stop } = outcome;
    if (early === null || stop?.cause !== "early") continue;
    const key = `${id} ${at}`;
    const metrics = known.get(key)?.metrics ?? metricsOfRuns(store, [id]).get(id);
    if (metrics === undefined) continue;
    const run = known.get(key) ?? {
      at,
      early: {
        ...{ decision: early.decision, wins: early.wins, losses: early.losses },
        ...{ cases: Math.max(0, total - stop.notRun), total },
      },
      metrics,
      callShare: shareOf(metrics.calls, callsOfCases(store, early.base, unscoredCases(store, id))),
    };
    known.set(key, run);
    found.set(id, run);
  }
  return found;
}

const shareOf = (spent: number, spared: number) => (spent + spared === 0 ? null : spent / (spent + spared));
