import "server-only";
import { setMaxListeners } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database, Store } from "@/db/client";
import { insertVoteTrajectories } from "@/db/judge-repository";
import { prepareRunStatements } from "@/db/result-inserts";
import { readTrajectory } from "@/db/result-repository";
import type { StoredRun } from "@/db/run-repository";
import { newestReason, updateOutcome } from "@/db/run-work-repository";
import type { Case } from "@/lib/contracts/case";
import type { Decoding } from "@/lib/contracts/harness";
import type { CaseResult, RunProgress } from "@/lib/contracts/run";
import type { RunOutcome } from "@/lib/contracts/run-settings";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { earlyScore } from "@/lib/evaluation/early-decision";
import type { CaseEvaluation } from "@/lib/evaluation/evaluate-case";
import type { ChatModel, HookSandbox, ToolTransport } from "@/lib/kernel/ports";
import type { RemoteCases } from "../queue/remote-cases";
import type { StorageWatch } from "../storage/storage-watch";
import type { Telemetry } from "../telemetry/telemetry";
import { BudgetMeter } from "./budget-meter";
import { BudgetSpent, type CaseExecutor, localExecutor, WorkerLost } from "./case-executor";
import { caseResultOf, resultWithoutReply } from "./case-result";
import type { EndpointLimiter, EndpointLimits } from "./endpoint-limiter";
import { EndpointUnusable } from "./endpoint-model";
import { fallbackOf } from "./fallback-model";
import { panelOf } from "./judge-panel";
import { ResultWriter, type Written } from "./result-writer";
import { isPassing, retryDelay } from "./retry";
import { Reuse } from "./reuse";
import { type RunMaterial, readMaterial } from "./run-material";
import { planRun, type RunPlan } from "./run-plan";
import { endRun, type RunEnd } from "./run-store";
import type { Place } from "./schedule";
import { decodingSeed } from "./seed";
import { ServiceHealth } from "./service-health";
import { Tally } from "./tally";

export interface LiveRunPorts {
  database: Database;
  sandbox: HookSandbox;
  tools?: ToolTransport;
  telemetry?: Telemetry;
  storage?: StorageWatch;
  limits: EndpointLimits;
  modelOf: (endpoint: StoredRun["endpointAtStart"]) => ChatModel;
  /** Runs the cases elsewhere, where the studio has other machines. */
  remote?: () => Promise<RemoteCases>;
  /** Something about the run changed. */
  notify: () => void;
  /** The run ended, or was let go of. */
  released: () => void;
  report: (error: unknown) => void;
}

/** The embedded policy computes in this very process: more cases at once would only wait for each other. */
const EMBEDDED_CONCURRENCY = 4;

const OUTCOME_EVERY_MS = 250;

const EARLY_REASONS = {
  worse: "Decided early: the version is worse than the one it is compared with.",
  "not-enough": "Decided early: the gain that is needed can no longer be reached.",
  reached: "Decided early: the gain that is needed is reached whatever the rest brings.",
};

/** What is there once the run has been read. */
interface Work extends Omit<RunPlan, "earlier"> {
  decoding: Decoding;
  executor: CaseExecutor;
  reuse: Reuse;
  remote: RemoteCases | undefined;
  leave: () => void;
}

/** A run under way in this process. Every result is committed once. */
export class LiveRun {
  private readonly controller = new AbortController();
  private readonly tally: Tally;
  private readonly meter: BudgetMeter;
  private readonly statements: ReturnType<typeof prepareRunStatements>;
  private readonly writer: ResultWriter;
  private outcomeKeptAt = 0;
  private readonly limiter: EndpointLimiter;
  /** How often trouble had lowered the endpoint's limit before this run. */
  private readonly loweredBefore: number;
  private readonly share: { start: number; max: number };
  private work: Work | undefined;
  private wake: NodeJS.Timeout | undefined;
  private settle = () => {};
  private readonly settled = new Promise<void>((resolve) => {
    this.settle = resolve;
  });
  /** Set once: after it no result is committed. */
  private over = false;
  /** Set once: no further case is begun, those under way may finish. */
  private spent = false;
  private active = 0;
  private storing = 0;
  private most = 0;
  private readonly service = new ServiceHealth();
  /** Results that it had when this process took it up. */
  private earlier = 0;
  status: "running" | "paused" = "running";

  constructor(
    private readonly run: StoredRun,
    private readonly ports: LiveRunPorts,
  ) {
    const { concurrency, maxConcurrency, budget } = run.settings;
    const most = run.endpointAtStart.kind === "embedded" ? EMBEDDED_CONCURRENCY : Number.POSITIVE_INFINITY;
    this.share = { start: Math.min(concurrency, most), max: Math.min(Math.max(concurrency, maxConcurrency ?? 0), most) };
    // Every case in flight listens.
    setMaxListeners(0, this.controller.signal);
    this.tally = new Tally(run.total, () => performance.now());
    this.meter = new BudgetMeter(budget, run.outcome.spent);
    this.limiter = ports.limits.of(run.endpointAtStart);
    this.loweredBefore = this.limiter.lowered;
    this.statements = prepareRunStatements(ports.database);
    this.writer = new ResultWriter(
      ports.database,
      (tx, entry) => this.store(tx, entry),
      (tx) => this.keepOutcome(tx),
      ports.storage,
    );
  }

  /** Works until the run ends, is cancelled or is let go of; never rejects. */
  async carryOut(): Promise<void> {
    try {
      await nextTurn();
      if (this.over) return;
      const found = readMaterial(this.ports.database, this.run);
      if (!found.ok) return this.end({ status: "failed", reason: found.reason });
      const remote = await this.ports.remote?.();
      if (this.over) return;
      this.prepare(found.material, remote);
      this.pump();
    } catch (error) {
      this.fail(error);
    }
    await this.settled;
  }

  pause() {
    this.status = "paused";
    this.meter.pause();
  }

  resume() {
    this.status = "running";
    this.tally.restart();
    this.meter.start();
    this.pump();
  }

  /** Drops the cases in flight and ends the run; finished cases are kept. */
  cancel(reason: string) {
    this.end({ status: "cancelled", reason });
  }

  /** Stops working and leaves the run as it is stored, to go on another time. */
  async letGo(): Promise<void> {
    this.stop();
    this.writer.abandon();
    if (this.work) await this.settled;
  }

  progress(): RunProgress {
    const { held } = this.writer;
    const running = this.status === "running" && this.work !== undefined && !held;
    return {
      run: this.run.id,
      status: held ? "paused" : this.status,
      reason: held ? (this.ports.storage?.state.message ?? null) : null,
      ...this.tally.read(running),
      concurrency: { active: this.active, limit: this.capacity(), heldSeconds: this.limiter.heldMs / 1_000 },
      spent: this.meter.spent(),
      workers: this.work?.remote?.workersNow() ?? null,
    };
  }

  private prepare(material: RunMaterial, remote: RemoteCases | undefined) {
    const { run, meter, limiter } = this;
    const { database, sandbox, tools, limits, modelOf } = this.ports;
    const plan = planRun(database, run);
    this.tally.addEarlier(plan.earlier);
    this.earlier = this.tally.counts.done;
    const fallback = fallbackOf(database, material.harness, modelOf);
    const panel = run.judge ? panelOf(database, run.judge, modelOf) : undefined;
    const reuse = new Reuse(database, run, material, fallback?.endpoint ?? null);
    // Stored replies are judged without the policy, which then need not even be reachable.
    const models = { ...(run.repliesOf === null && { policy: modelOf(run.endpointAtStart) }), ...(fallback && { fallback }) };
    const executor = remote
      ? remote.executor(run, material, meter, limiter)
      : localExecutor({ run, material, sandbox, ...(tools && { tools }), limits, meter, models, ...(panel && { panel }) });
    const called = [run.endpointAtStart, ...(fallback ? [fallback.endpoint] : []), ...(run.judge?.voters ?? [])];
    const leaves = [...new Set(called.map((endpoint) => limits.of(endpoint)))].map((each) => each.attach(this.share));
    const leave = () => {
      for (const one of leaves) one();
    };
    this.work = { ...plan, decoding: material.harness.config.decoding, executor, reuse, leave, remote };
    this.tally.restart();
    if (this.status === "running") meter.start();
  }

  private capacity(): number {
    return Math.min(this.share.max, this.limiter.limit);
  }

  /** Begins as many cases as may be under way, and ends the run where nothing is left. */
  private pump() {
    if (this.over || !this.work) return;
    const { schedule } = this.work;
    clearTimeout(this.wake);
    while (this.status === "running" && !this.writer.held && !this.spent && !schedule.empty && this.active < this.capacity()) {
      if (!this.meter.mayBegin(this.active)) {
        // What is under way may turn out cheaper than it looks, and leave room again.
        this.spent = this.active === 0 || this.meter.exceeded() !== null;
        break;
      }
      const place = schedule.take();
      if (!place) break;
      this.begin(place);
    }
    if (this.active + this.storing === 0) {
      if (this.spent) return this.stopFor("budget", `Budget: ${this.meter.exceeded() ?? this.meter.closest()}.`);
      if (schedule.empty) return this.complete();
    }
    const wait = schedule.untilDue();
    const mayBegin =
      this.status === "running" && !this.spent && this.active < this.capacity() && this.meter.mayBegin(this.active);
    // A case that is due again waits for no slow one beside it.
    if (wait !== null && mayBegin) this.wake = setTimeout(() => this.pump(), Math.max(1, Math.ceil(wait)));
  }

  private begin(place: Place) {
    this.active += 1;
    this.most = Math.max(this.most, this.active);
    let running = true;
    // The next case begins while this one is being stored.
    const evaluated = () => {
      running = false;
      this.active -= 1;
      this.storing += 1;
      this.pump();
    };
    void this.carryOutCase(place, evaluated)
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        if (running) this.active -= 1;
        else this.storing -= 1;
        if (this.over && this.active + this.storing === 0) this.settle();
        this.pump();
      });
  }

  private async carryOutCase(place: Place, evaluated: () => void): Promise<void> {
    // The embedded policy never waits: a turn of the event loop between its cases lets requests and events be served. Another
    // one is waited for anyway, and is to get its next call at once.
    if (this.run.endpointAtStart.kind === "embedded") await nextTurn();
    if (this.over || !this.work) return;
    const { run, work } = this;
    const item = this.readCase(place.id);
    const seed = decodingSeed(run.settings.seed, place.repeat);
    const kept = place.attempts === 0 ? work.reuse.find(item, place.repeat, seed) : undefined;
    if (kept) return this.commit(place, item, kept.result, kept.trajectory, []);
    const trajectory = place.trajectory ?? this.replyToJudge(place);
    if (trajectory === null) {
      const reason = "The run that is judged anew has no reply to this case.";
      return this.commit(place, item, resultWithoutReply({ run: run.id, item, repeat: place.repeat, seed, reason }), null, []);
    }
    const startedAt = Date.now();
    const done = await this.evaluate(place, item, seed, trajectory);
    if (!done) return;
    evaluated();
    try {
      if (!this.over) await this.keep(place, item, seed, done.evaluation, startedAt);
    } finally {
      done.taken();
    }
  }

  /** Stores what a case came to, or puts it off to be tried again. */
  private async keep(place: Place, item: Case, seed: number, evaluation: CaseEvaluation, startedAt: number): Promise<void> {
    const { run, work } = this;
    if (!work) return;
    const attempts = place.attempts + 1;
    this.service.count(evaluation.trajectory);
    const passing = evaluation.unscoredKind === "judge-error" || (run.repliesOf === null && isPassing(evaluation));
    if (passing && attempts <= run.settings.retries && this.service.mayRetry) {
      const again = evaluation.unscoredKind === "judge-error" ? { trajectory: evaluation.trajectory } : {};
      work.schedule.putOff({ ...place, ...again, attempts }, Math.max(retryDelay(attempts), this.limiter.heldMs));
      return;
    }
    const result = caseResultOf({ run: run.id, item, repeat: place.repeat, seed, attempts }, evaluation);
    work.reuse.compare(item.id, place.repeat, result);
    const judgedOnly =
      run.repliesOf === null ? {} : { calls: 0, promptTokens: null, completionTokens: null, reusedFrom: run.repliesOf };
    await this.commit(place, item, { ...result, ...judgedOnly }, evaluation.trajectory, evaluation.voteTrajectories, startedAt);
  }

  private async evaluate(
    place: Place,
    item: Case,
    seed: number,
    trajectory: Trajectory | undefined,
  ): Promise<Awaited<ReturnType<CaseExecutor["run"]>> | undefined> {
    const { repeat, attempts } = place;
    try {
      const job = { item, repeat, seed, attempts, ...(trajectory && { trajectory }) };
      return await this.work?.executor.run(job, this.controller.signal);
    } catch (error) {
      if (this.over) return undefined;
      if (error instanceof BudgetSpent) this.spent = true;
      else if (error instanceof WorkerLost) await this.giveUp(place, item, seed, error.message);
      else throw error;
      return undefined;
    }
  }

  /** A case that no worker survives, or brings back, is unscored, and says so. */
  private async giveUp(place: Place, item: Case, seed: number, why: string): Promise<void> {
    const reason = `No worker came to a result: ${why}.`;
    await this.commit(place, item, resultWithoutReply({ run: this.run.id, item, repeat: place.repeat, seed, reason }), null, []);
  }

  private readCase(id: string): Case {
    const { dataset, datasetVersion } = this.run;
    const item = this.statements.readCase(dataset, datasetVersion, id);
    if (!item) throw new Error(`case ${id} of ${dataset} is missing`);
    return item;
  }

  /** The stored reply that is judged anew: undefined where the run makes its own, null where there is none. */
  private replyToJudge({ id, repeat }: Place): Trajectory | null | undefined {
    const { repliesOf } = this.run;
    return repliesOf === null ? undefined : (readTrajectory(this.ports.database, repliesOf, id, repeat) ?? null);
  }

  private async commit(
    place: Place,
    item: Case,
    result: CaseResult,
    trajectory: Trajectory | null,
    voteTrajectories: readonly Trajectory[],
    startedAt?: number,
  ): Promise<void> {
    const reusable = trajectory && this.work ? this.work.reuse.keyFor(item, result, trajectory) : null;
    const entry = { result, ordinal: place.ordinal, group: item.group ?? null, trajectory, voteTrajectories, reusable };
    const written = this.writer.write(entry);
    const { early } = this.run.settings;
    if (early) this.work?.early?.observe(result.case, earlyScore(early, result));
    const decision = this.work?.early?.decided() ?? null;
    // A decision ends the run at once, with what waits to be stored; and the last result has nobody to wait for.
    const goesOn = decision === "reached" && early?.mode === "curtail" && early.onReached === "go-on";
    // Decided on the very last case, it is a whole run.
    const isLast = this.active === 0 && this.work?.schedule.empty === true;
    if (isLast) this.writer.flush();
    else if (decision !== null && !goesOn) this.stopFor("early", EARLY_REASONS[decision]);
    if (!(await written)) return;
    if (trajectory && startedAt !== undefined) this.trace(trajectory, result, startedAt);
    if (this.over || !this.work) return;
    this.tally.add(result);
    if (this.isDown() && this.service.isGivenUp) this.failService(result.reason);
    else this.ports.notify();
  }

  /** Whether the service carried not one of the run's cases. */
  private isDown(): boolean {
    return this.service.carriedNone && this.earlier === 0 && this.work?.reuse.report.hits === 0;
  }

  private failService(reason: string | null) {
    const which = this.service.whichFailed(this.tally.counts.done);
    this.end({ status: "failed", reason: `${which} could not be run on ${this.run.endpointName}. ${reason ?? ""}`.trim() });
  }

  private trace(trajectory: Trajectory, result: CaseResult, startedAt: number) {
    const { id: run, project } = this.run;
    const { case: item, repeat } = result;
    const decoding = this.work?.decoding;
    if (decoding)
      this.ports.telemetry?.record(trajectory, {
        id: `${run}/${item}/${repeat}`,
        startedAt,
        decoding,
        project,
        run,
        case: item,
        repeat,
      });
  }

  private complete() {
    if (this.isDown()) this.failService(newestReason(this.ports.database, this.run.id));
    else if (this.tally.counts.done < this.run.total)
      this.fail(new Error(`${this.run.id} has ${this.tally.counts.done} of ${this.run.total} results and nothing left to do`));
    else this.end({ status: "completed", reason: null });
  }

  private stopFor(cause: "budget" | "early", reason: string) {
    this.end({ status: "stopped", reason, cause });
  }

  private fail(error: unknown) {
    if (this.over) return;
    const known = error instanceof EndpointUnusable;
    if (!known) this.ports.report(error);
    try {
      const reason = known ? error.message : "An internal error stopped the run; the log of the studio says more.";
      this.end({ status: "failed", reason });
    } catch (second) {
      this.ports.report(second);
      this.ports.released();
    }
  }

  private end(end: RunEnd) {
    if (this.over) return;
    // Its endpoint's limit is read before it leaves the endpoint.
    const last = this.capacity();
    this.stop();
    // A result that waits to be committed belongs to the run: its metrics count it.
    this.writer.flush();
    this.writeEnd(end, last);
    this.ports.released();
    this.ports.notify();
  }

  private writeEnd(end: RunEnd, last: number) {
    const { database, storage, report } = this.ports;
    const later = () => storage?.whenWritable(() => this.writeEnd(end, last));
    // Behind the results that wait for room on the disk: the metrics count them.
    if (this.writer.held) return later();
    try {
      endRun(database, this.run, end, (notRun) => ({
        ...this.outcome(notRun, last),
        ...(end.cause && { stop: { cause: end.cause, notRun } }),
      }));
    } catch (error) {
      // Until it can be written the run stays as it is stored; should the process end, the next one goes on with it.
      if (storage?.note(error)) later();
      else report(error);
    }
  }

  /** What is to be said of the run so far. `saved`: cases that an early decision spared; `last`: how many there may be at once. */
  private outcome(saved: number, last: number): RunOutcome {
    const { report } = this.work?.reuse ?? {};
    return {
      ...this.run.outcome,
      early: this.work?.early?.outcome(saved) ?? null,
      reuse: this.run.settings.reuse && report ? { ...report } : null,
      concurrency: { most: this.most, last, lowered: this.limiter.lowered - this.loweredBefore },
      spent: this.meter.spent(),
    };
  }

  private store(store: Store, entry: Written): boolean {
    if (!this.statements.insert(entry)) return false;
    const { run, case: id, repeat } = entry.result;
    if (entry.voteTrajectories.length > 0) insertVoteTrajectories(store, run, id, repeat, entry.voteTrajectories);
    return true;
  }

  /** What is used so far is stored as it grows, so that a budget survives a kill. */
  private keepOutcome(store: Store) {
    const now = performance.now();
    if (this.over || now - this.outcomeKeptAt < OUTCOME_EVERY_MS) return;
    this.outcomeKeptAt = now;
    updateOutcome(store, this.run.id, this.outcome(0, this.capacity()));
  }

  private stop() {
    this.over = true;
    this.meter.pause();
    clearTimeout(this.wake);
    this.work?.leave();
    this.controller.abort();
    if (this.active + this.storing === 0) this.settle();
  }
}
