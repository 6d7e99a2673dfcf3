import "server-only";
import { setImmediate as nextTurn } from "node:timers/promises";
import PQueue from "p-queue";
import type { Database } from "@/db/client";
import { allRows, finishedCases, incidentTotals, insertResult } from "@/db/result-repository";
import { finishRun, type StoredRun } from "@/db/run-repository";
import type { Case } from "@/lib/contracts/case";
import type { CaseResult, RunProgress } from "@/lib/contracts/run";
import { type CaseEvaluation, evaluateCase } from "@/lib/evaluation/evaluate-case";
import { runMetrics } from "@/lib/evaluation/metrics";
import { isInfrastructureFailure } from "@/lib/evaluation/score";
import type { ChatModel, HookSandbox, ToolTransport } from "@/lib/kernel/ports";
import { timestamp } from "../ids";
import type { Telemetry } from "../telemetry/telemetry";
import { withBackoff } from "./backoff";
import { EndpointUnusable } from "./endpoint-model";
import { fallbackModelOf } from "./fallback-model";
import { type RunMaterial, readMaterial } from "./run-material";
import { decodingSeed } from "./seed";
import { Tally } from "./tally";

export interface LiveRunPorts {
  database: Database;
  sandbox: HookSandbox;
  tools?: ToolTransport;
  telemetry?: Telemetry;
  modelOf: (endpoint: StoredRun["endpointAtStart"]) => ChatModel;
  /** Something about the run changed. */
  notify: () => void;
  /** The run ended, or was let go of. */
  released: () => void;
  report: (error: unknown) => void;
}

/** A run whose first results are all failures of the model's service is stopped after this many. */
const FAILURES_BEFORE_STOP = 10;
/** The embedded policy computes in this very process: more cases at once would only wait for each other. */
const EMBEDDED_CONCURRENCY = 4;

/** A run under way in this process. Every result is committed once, in one transaction. */
export class LiveRun {
  private readonly queue: PQueue;
  private readonly controller = new AbortController();
  private readonly tally: Tally;
  /** Set once: after it no result is committed. */
  private over = false;
  private loaded = false;
  private serviceFailures = 0;
  status: "running" | "paused" = "running";

  constructor(
    private readonly run: StoredRun,
    private readonly ports: LiveRunPorts,
  ) {
    const { concurrency } = run.settings;
    this.queue = new PQueue({
      concurrency: run.endpointAtStart.kind === "embedded" ? Math.min(concurrency, EMBEDDED_CONCURRENCY) : concurrency,
    });
    this.tally = new Tally(run.total, () => performance.now());
  }

  /** Works until the run ends, is cancelled or is let go of; never rejects. */
  async carryOut(): Promise<void> {
    try {
      await nextTurn();
      if (this.over) return;
      const found = readMaterial(this.ports.database, this.run);
      if (!found.ok) return this.end("failed", found.reason);
      const model = withBackoff(this.ports.modelOf(this.run.endpointAtStart));
      this.enqueue(found.material, model);
      await this.queue.onIdle();
      this.complete();
    } catch (error) {
      this.fail(error);
    }
  }

  pause() {
    this.status = "paused";
    this.queue.pause();
  }

  resume() {
    this.status = "running";
    this.tally.restart();
    this.queue.start();
  }

  /** Drops the cases in flight and ends the run; finished cases are kept. */
  cancel(reason: string) {
    this.end("cancelled", reason);
  }

  /** Stops working and leaves the run as it is stored, to go on another time. */
  async letGo(): Promise<void> {
    this.stop();
    await this.queue.onIdle();
  }

  progress(): RunProgress {
    const active = this.status === "running" && this.loaded;
    return { run: this.run.id, status: this.status, reason: null, ...this.tally.read(active) };
  }

  private enqueue({ harness, cases, shared, faq }: RunMaterial, model: ChatModel) {
    const other = fallbackModelOf(this.ports.database, harness, this.ports.modelOf);
    const fallbackModel = other && withBackoff(other);
    const { database } = this.ports;
    const { settings, version: hash } = this.run;
    for (const row of allRows(database, this.run.id)) this.tally.addEarlier(row);
    const finished = finishedCases(database, this.run.id);
    this.tally.restart();
    this.loaded = true;
    const clock = { now: () => performance.now() };
    for (let repeat = 0; repeat < settings.repeats; repeat += 1) {
      const seed = decodingSeed(settings.seed, repeat);
      for (const [ordinal, item] of cases.entries()) {
        if (finished.has(`${repeat}:${item.id}`)) continue;
        void this.queue.add(async () => {
          // A turn of the event loop between cases, so that requests and events are served meanwhile.
          await nextTurn();
          if (this.over) return;
          try {
            const { sandbox, tools } = this.ports;
            const startedAt = Date.now();
            const evaluation = await evaluateCase({
              item,
              shared,
              harness,
              hash,
              model,
              sandbox,
              ...(tools && { tools }),
              ...(fallbackModel && { fallbackModel }),
              faq,
              clock,
              seed,
              signal: this.controller.signal,
            });
            if (this.over || !this.commit({ item, ordinal, repeat, seed }, evaluation)) return;
            this.ports.telemetry?.record(evaluation.trajectory, {
              id: `${this.run.id}/${item.id}/${repeat}`,
              startedAt,
              decoding: harness.config.decoding,
              project: this.run.project,
              run: this.run.id,
              case: item.id,
              repeat,
            });
          } catch (error) {
            this.fail(error);
          }
        });
      }
    }
  }

  /** True where the result was stored now and not before. */
  private commit(place: { item: Case; ordinal: number; repeat: number; seed: number }, evaluation: CaseEvaluation): boolean {
    const { item, ordinal } = place;
    const result = resultOf(this.run.id, place, evaluation);
    const entry = { result, ordinal, group: item.group ?? null, trajectory: evaluation.trajectory };
    const stored = this.ports.database.transaction((tx) => insertResult(tx, entry), { behavior: "immediate" });
    if (!stored) return false;
    this.tally.add(result);
    if (isInfrastructureFailure(evaluation.trajectory)) this.serviceFailures += 1;
    const { done } = this.tally.counts;
    if (done === this.serviceFailures && done === FAILURES_BEFORE_STOP) this.end("failed", this.serviceReason(result.reason));
    else this.ports.notify();
    return true;
  }

  private serviceReason(reason: string | null): string {
    const { done } = this.tally.counts;
    const which = done === 1 ? "The only case" : `The first ${done} cases`;
    return `${which} could not be run on ${this.run.endpointName}. ${reason ?? ""}`.trim();
  }

  private complete() {
    if (this.over) return;
    const { done } = this.tally.counts;
    const last = this.lastServiceFailure();
    if (done > 0 && this.serviceFailures === done) this.end("failed", this.serviceReason(last));
    else this.end("completed", null);
  }

  private lastServiceFailure(): string | null {
    return allRows(this.ports.database, this.run.id).at(-1)?.reason ?? null;
  }

  private fail(error: unknown) {
    if (this.over) return;
    const known = error instanceof EndpointUnusable;
    if (!known) this.ports.report(error);
    try {
      this.end("failed", known ? error.message : "An internal error stopped the run; the log of the studio says more.");
    } catch (second) {
      this.ports.report(second);
      this.ports.released();
    }
  }

  private end(status: "completed" | "failed" | "cancelled", reason: string | null) {
    if (this.over) return;
    this.stop();
    const { database } = this.ports;
    const metrics = runMetrics(allRows(database, this.run.id), this.run.endpointAtStart, incidentTotals(database, this.run.id));
    finishRun(database, this.run.id, { status, reason, metrics, at: timestamp() });
    this.ports.released();
    this.ports.notify();
  }

  private stop() {
    this.over = true;
    this.queue.clear();
    // A paused queue never says that it is idle.
    this.queue.start();
    this.controller.abort();
  }
}

function resultOf(
  run: string,
  { item, repeat, seed }: { item: Case; repeat: number; seed: number },
  evaluation: CaseEvaluation,
): CaseResult {
  const { trajectory, checks, features, state, reason, unscoredKind, accuracy, effectiveness } = evaluation;
  return {
    run,
    case: item.id,
    repeat,
    category: item.category,
    priority: item.priority,
    state,
    reason,
    unscoredKind,
    accuracy,
    effectiveness,
    comment: item.input.comments.map((comment) => comment.text).join("\n"),
    reply: trajectory.reply,
    failedChecks: checks.filter((check) => check.verdict === "failed").map((check) => check.id),
    wallMs: trajectory.timings.wallMs,
    ttftMs: trajectory.timings.ttftMs,
    promptTokens: trajectory.usage.promptTokens,
    completionTokens: trajectory.usage.completionTokens,
    calls: trajectory.usage.calls,
    attempts: 1,
    reusedFrom: null,
    votes: evaluation.votes,
    finishedAt: timestamp(),
    checks,
    features,
    seed,
  };
}
