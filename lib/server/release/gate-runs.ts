import "server-only";
import type { Store } from "@/db/client";
import { liveRunsOnEndpoint } from "@/db/gate-evidence-repository";
import { findRun, type StoredRun } from "@/db/run-repository";
import type { GateName, GateRemedy } from "@/lib/contracts/release-gate";
import { BARE_BUNDLE } from "@/lib/release/capability/bare-bundle";
import { badRequest, conflict } from "../app-error";
import type { Context } from "../context";
import { requireDataset } from "../lookups";
import { requireJudge } from "../use-cases/judges";
import { writeRun } from "../use-cases/runs";
import { writeVersion } from "../use-cases/versions";
import { BARE_NAME } from "./gate-evidence-capability";

interface GateRuns {
  project: string;
  gate: GateName;
  remedies: readonly GateRemedy[];
  /** Why sets that are not for development are looked at. */
  reason: string | undefined;
}

/** Writes the runs that wait to be started. Call it inside a transaction and start `started` after it. */
export function writeGateRuns(
  store: Store,
  context: Pick<Context, "actor">,
  { project, gate, remedies, reason }: GateRuns,
): { started: string[]; underWay: string[] } {
  const runs: { started: string[]; underWay: string[] } = { started: [], underWay: [] };
  for (const remedy of remedies) {
    const live = liveRuns(store, project, remedy.endpoint);
    const same = live.find((run) => serves(run, remedy));
    if (same) {
      runs.underWay.push(same.id);
      continue;
    }
    requireReason(store, project, remedy, reason);
    if (gate === "latency" && live.length > 0) throw busy(live);
    if (gate === "capability") writeBare(store, context, project);
    const { version, endpoint, dataset, judge, settings } = remedy;
    const id = writeRun(store, context, {
      ...{ project, version, endpoint, dataset, settings, reason },
      judge: judge === null ? null : requireJudge(store, project, judge),
    });
    runs.started.push(id);
  }
  return runs;
}

/** Live runs of the endpoint; those of other projects have no more than an id here. */
function liveRuns(store: Store, project: string, endpoint: string): { id: string; run: StoredRun | null }[] {
  return liveRunsOnEndpoint(store, endpoint).map((id) => {
    const run = findRun(store, id);
    return { id, run: run?.project === project ? run : null };
  });
}

/** Whether a live run will give what the remedy asks for. */
function serves({ run }: { run: StoredRun | null }, { version, dataset, judge, settings }: GateRemedy): boolean {
  return (
    run !== null &&
    run.version === version &&
    run.dataset === dataset &&
    (run.judge?.id ?? null) === judge &&
    run.noiseOf === null &&
    run.repliesOf === null &&
    !run.settings.reuse &&
    run.settings.early === null &&
    Math.max(run.settings.concurrency, run.settings.maxConcurrency ?? 0) <= settings.concurrency
  );
}

const busy = (live: readonly { id: string }[]) =>
  conflict(
    `${live.map(({ id }) => id).join(", ")} ask${live.length === 1 ? "s" : ""} this endpoint now. A replay measures time and needs it for itself: measure when ${live.length === 1 ? "it has" : "they have"} ended.`,
    { current: "busy" },
  );

function requireReason(store: Store, project: string, { dataset }: GateRemedy, reason: string | undefined): void {
  const { name, role } = requireDataset(store, project, dataset);
  if (role !== "dev" && !reason)
    throw badRequest(`reason: ${name} is a ${role} set, and each look at it is counted; say why it is looked at`);
}

/** The bare policy is a version like any other, so that its runs can be read. */
const writeBare = (store: Store, context: Pick<Context, "actor">, project: string) =>
  writeVersion(store, context, {
    ...{ project, files: BARE_BUNDLE, name: BARE_NAME, parent: null, origin: "import" },
    message: "The policy alone, for the general-capability gate.",
  });
