import "server-only";
import type { Store } from "@/db/client";
import { runIdsOnDataset, runsAlongside } from "@/db/gate-evidence-repository";
import { findRun, type StoredRun } from "@/db/run-repository";
import type { GateName, PolicyIdentity } from "@/lib/contracts/release-gate";
import { type GateRun, sameModel } from "@/lib/release/gates/facts";

/** Runs looked at for each gate and side: one that is older than so many others has had its time. */
const MOST_RUNS = 50;

/** The runs of a version on a data set that asked this endpoint or this model, newest first. */
export function gateRunsOf(
  store: Store,
  of: { project: string; version: string; dataset: string; policy: PolicyIdentity; gate: GateName },
): GateRun[] {
  return runIdsOnDataset(store, { ...of, limit: MOST_RUNS })
    .flatMap((id) => findRun(store, id) ?? [])
    .filter((run) => run.endpoint === of.policy.endpoint || sameModel(run.endpointAtStart, of.policy))
    .map((run) => ({
      ...run,
      scored: { accuracy: run.metrics?.accuracy.n ?? 0, effectiveness: run.metrics?.effectiveness.n ?? 0 },
      source: sourceOf(store, run),
      alongside: of.gate === "latency" ? alongsideOf(store, run) : [],
    }));
}

const sourceOf = (store: Store, { repliesOf }: StoredRun): GateRun["source"] =>
  repliesOf === null ? null : (findRun(store, repliesOf) ?? null);

function alongsideOf(store: Store, { id, endpoint, startedAt, finishedAt }: StoredRun): GateRun["alongside"] {
  if (startedAt === null || finishedAt === null) return [];
  return runsAlongside(store, { run: id, endpoint, from: startedAt, to: finishedAt }).map(({ run, settings, outcome }) => ({
    run,
    cases: outcome.concurrency?.most ?? settings.concurrency,
  }));
}
