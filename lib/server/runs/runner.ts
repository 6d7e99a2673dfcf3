import "server-only";
import type { Database } from "@/db/client";
import { findRun, type StoredRun, setRunStatus, unfinishedRuns } from "@/db/run-repository";
import { earlierSums } from "@/db/run-work-repository";
import type { RunProgress } from "@/lib/contracts/run";
import type { ChatModel, HookSandbox, ToolTransport } from "@/lib/kernel/ports";
import { timestamp } from "../ids";
import type { RemoteCases } from "../queue/remote-cases";
import type { Runner } from "../runner-port";
import type { StorageWatch } from "../storage/storage-watch";
import type { Telemetry } from "../telemetry/telemetry";
import { EndpointLimits } from "./endpoint-limiter";
import { modelOfEndpoint } from "./endpoint-model";
import { LiveRun } from "./live-run";
import { ProgressBus } from "./progress-bus";
import { endRun } from "./run-store";
import { Tally } from "./tally";

export interface RunnerPorts {
  database: Database;
  sandbox: HookSandbox;
  /** Calls tools that have no recorded returns. */
  tools?: ToolTransport;
  /** Takes the trajectories of the cases that were committed. */
  telemetry?: Telemetry;
  /** Knows whether results can be stored. */
  storage?: StorageWatch;
  /** Reports an error that no caller may see. */
  report: (error: unknown) => void;
  /** The limits of the endpoints; default: those of this runner's runs alone. */
  limits?: EndpointLimits;
  /** Called some time after a run has ended. */
  ended?: (run: string) => void;
  /** Runs the cases of every run elsewhere, where there are other machines. */
  remote?: () => Promise<RemoteCases>;
  /** Default: the OpenAI-compatible model of the endpoint, or the embedded policy. */
  modelOf?: (endpoint: StoredRun["endpointAtStart"]) => ChatModel;
}

/** Reports are at least `apart` ms from each other; without a change one is made after `live` (here) or `elsewhere` ms. */
const PROGRESS_EVERY = { apart: 200, live: 1_000, elsewhere: 5_000 };
const CANCELLED = "Cancelled by a person.";

/**
 * Carries runs out inside this process. What is stored alone says which runs there are: a run that a stopped or killed
 * process left goes on after `recover`, without the cases it has; a paused one stays paused.
 */
export function createRunner({
  database,
  sandbox,
  tools,
  telemetry,
  storage,
  remote,
  report,
  limits = new EndpointLimits(),
  ended,
  modelOf = modelOfEndpoint,
}: RunnerPorts): Runner & { watchers(): number } {
  const live = new Map<string, LiveRun>();
  const working = new Set<Promise<void>>();
  const bus = new ProgressBus();
  let closed = false;

  function start(id: string) {
    if (closed || live.has(id)) return;
    const stored = findRun(database, id);
    if (stored === undefined || !setRunStatus(database, id, "running", timestamp())) return;
    const run = new LiveRun(stored, {
      database,
      sandbox,
      ...(tools && { tools }),
      ...(telemetry && { telemetry }),
      ...(storage && { storage }),
      ...(remote && { remote }),
      limits,
      modelOf,
      report,
      notify: () => bus.notify(id),
      released: () => live.delete(id),
    });
    live.set(id, run);
    const work = run.carryOut().finally(() => {
      working.delete(work);
      try {
        if (!closed && findRun(database, id)?.metrics) ended?.(id);
      } catch (error) {
        report(error);
      }
    });
    working.add(work);
    bus.notify(id);
  }

  async function* progress(id: string, signal?: AbortSignal): AsyncGenerator<RunProgress, void, void> {
    const watch = bus.watch(id, signal);
    try {
      while (!signal?.aborted) {
        const report = progressOf(id);
        if (report === undefined) return;
        yield report;
        if (
          report.status === "completed" ||
          report.status === "failed" ||
          report.status === "cancelled" ||
          report.status === "stopped"
        )
          return;
        await watch.pause(PROGRESS_EVERY.apart);
        if (!signal?.aborted) await watch.next(live.has(id) ? PROGRESS_EVERY.live : PROGRESS_EVERY.elsewhere);
      }
    } finally {
      watch.stop();
    }
  }

  function progressOf(id: string): RunProgress | undefined {
    const running = live.get(id);
    if (running) return running.progress();
    const stored = findRun(database, id);
    if (stored === undefined) return undefined;
    const tally = new Tally(stored.total, () => performance.now());
    tally.addEarlier(earlierSums(database, id));
    const { status, reason, outcome } = stored;
    return { run: id, status, reason, ...tally.read(false), concurrency: null, spent: outcome.spent, workers: null };
  }

  return {
    start,
    pause(id) {
      if (!setRunStatus(database, id, "paused", timestamp())) return;
      live.get(id)?.pause();
      bus.notify(id);
    },
    resume(id) {
      const running = live.get(id);
      if (running === undefined) return start(id);
      if (!setRunStatus(database, id, "running", timestamp())) return;
      running.resume();
      bus.notify(id);
    },
    cancel(id) {
      const running = live.get(id);
      if (running) return running.cancel(CANCELLED);
      const stored = findRun(database, id);
      if (stored === undefined) return;
      endRun(database, stored, { status: "cancelled", reason: CANCELLED }, () => stored.outcome);
      bus.notify(id);
    },
    progress,
    async recover() {
      for (const id of unfinishedRuns(database)) start(id);
    },
    async close() {
      closed = true;
      await Promise.all([...live.values()].map((run) => run.letGo()));
      await Promise.all(working);
      live.clear();
    },
    watchers: () => bus.size,
  };
}
