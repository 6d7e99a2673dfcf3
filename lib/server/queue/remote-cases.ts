import "server-only";
import { createHash } from "node:crypto";
import { setTimeout as elapse } from "node:timers/promises";
import { type Job, Queue, QueueEvents, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { readBundle } from "@/db/bundle-repository";
import type { Database } from "@/db/client";
import { findEndpoint } from "@/db/endpoint-repository";
import { readMeta, writeMeta } from "@/db/project-repository";
import type { StoredRun } from "@/db/run-repository";
import { listToolServices } from "@/db/tool-service-repository";
import type { CaseEvaluation } from "@/lib/evaluation/evaluate-case";
import { newId } from "../ids";
import type { BudgetMeter } from "../runs/budget-meter";
import { type CaseExecutor, type CaseJob, WorkerLost } from "../runs/case-executor";
import type { EndpointLimiter } from "../runs/endpoint-limiter";
import { EndpointUnusable } from "../runs/endpoint-model";
import type { RunMaterial } from "../runs/run-material";
import { putBundle, putText } from "./material-store";
import { connectRedis, withoutCommand } from "./redis";
import { LOCK, QUEUES, type QueuedCase, QueuedResult } from "./wire";

interface Awaited {
  resolve(result: QueuedResult): void;
  reject(error: Error): void;
  /** The result may leave the queue. */
  taken: Promise<void>;
  since: number;
}

/** Results of cases that nobody asked for yet; a studio that starts finds those of its last life. */
const MOST_UNASKED = 10_000;
const UNASKED_MS = 60_000;
const LOOK_EVERY_MS = 2_000;
/** How long a case is waited for before one looks whether the queue still has it. */
const LOST_AFTER_MS = 2 * LOCK.durationMs;

const STUDIO_ID = "studio-id";
const CLOSING_MS = 3_000;

/** Neither queue has a case that is waited for: Redis was emptied, or started anew without its data. */
class QueueEmptied extends Error {
  override name = "QueueEmptied";
}

/** Runs cases on worker machines through BullMQ. This side alone writes the database. */
export class RemoteCases {
  private readonly redis: Redis;
  /** Those of the worker and the events, which they leave open when they are closed. */
  private readonly connections: Redis[] = [];
  private readonly cases: Queue;
  private readonly events: QueueEvents;
  private readonly results: Worker;
  private readonly waiting: Queue;
  private readonly lookout: NodeJS.Timeout;
  private workers = 0;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private readonly awaited = new Map<string, Awaited>();
  private readonly unasked = new Map<string, (asked: Awaited) => void>();

  private readonly report: (error: unknown) => void;
  private readonly studio: string;

  constructor(
    url: string,
    private readonly database: Database,
    reportTo: (error: unknown) => void,
  ) {
    const report = (error: unknown) => reportTo(withoutCommand(error));
    this.report = report;
    this.redis = connectRedis(url, report);
    const connection = () => {
      const made = connectRedis(url, report);
      this.connections.push(made);
      return made;
    };
    this.cases = new Queue(QUEUES.cases, { connection: this.redis });
    this.events = new QueueEvents(QUEUES.cases, { connection: connection() });
    this.studio = studioId(database);
    this.results = new Worker(QUEUES.results(this.studio), (job) => this.receive(job), {
      connection: connection(),
      concurrency: 256,
      lockDuration: LOCK.durationMs,
      stalledInterval: LOCK.durationMs,
      maxStalledCount: 100,
    });
    this.waiting = new Queue(QUEUES.results(this.studio), { connection: this.redis });
    this.cases.on("error", report);
    this.waiting.on("error", report);
    this.events.on("error", report);
    this.results.on("error", report);
    this.events.on("failed", ({ jobId, failedReason }) => this.awaited.get(jobId)?.reject(new WorkerLost(failedReason)));
    this.lookout = setInterval(() => void this.lookForLost().catch(report), LOCK.durationMs);
    this.lookout.unref();
  }

  /** Machines that took cases when one last looked, which is at most a few seconds ago; 0 before the first look. */
  workersNow(): number {
    const now = performance.now();
    if (now - this.lookedAt > LOOK_EVERY_MS) {
      this.lookedAt = now;
      this.cases.getWorkersCount().then((count) => (this.workers = count), this.report);
    }
    return this.workers;
  }

  /** Runs the cases of one run. */
  executor(run: StoredRun, material: RunMaterial, meter: BudgetMeter, limiter: EndpointLimiter): CaseExecutor {
    let common = this.publish(run, material);
    // A run that cannot publish fails with its first case.
    common.catch(() => {});
    const askFor = async (job: CaseJob, signal: AbortSignal) => {
      const published = common;
      try {
        return await this.ask({ ...(await published), ...jobOf(run, job) }, signal);
      } catch (error) {
        if (!(error instanceof QueueEmptied)) throw error;
        // What the cases have in common went with them.
        if (common === published) common = this.publish(run, material);
        return this.ask({ ...(await common), ...jobOf(run, job) }, signal);
      }
    };
    return {
      run: async (job, signal) => {
        const leave = await limiter.enter(signal);
        const startedAt = performance.now();
        try {
          const { result, taken } = await askFor(job, signal);
          if (result.state === "unusable") {
            taken();
            throw new EndpointUnusable(`${result.reason} (on the worker ${result.worker})`);
          }
          const replied = run.repliesOf === null && job.trajectory === undefined;
          count(result.evaluation, run, { meter, limiter, startedAt, replied });
          return { evaluation: result.evaluation, taken };
        } catch (error) {
          throw withoutCommand(error);
        } finally {
          leave();
        }
      },
    };
  }

  async close(): Promise<void> {
    clearInterval(this.lookout);
    for (const { reject } of this.awaited.values()) reject(new Error("the studio is closing"));
    const closed = Promise.allSettled([this.results.close(true), this.events.close(), this.cases.close(), this.waiting.close()]);
    // A Redis that is away would keep the studio from ending.
    await Promise.race([closed, elapse(CLOSING_MS, undefined, { ref: false })]);
    for (const connection of [this.redis, ...this.connections]) connection.disconnect();
  }

  /** Puts what the cases of a run have in common where the workers find it. */
  private async publish(run: StoredRun, { harness, shared, faq }: RunMaterial) {
    const bundle = readBundle(this.database, run.version);
    if (!bundle) throw new Error(`the bundle ${run.version} is missing`);
    const judged = run.judge && readBundle(this.database, run.judge.bundle);
    const { endpoint } = harness.config.fallback;
    await putBundle(this.redis, run.version, bundle);
    if (run.judge && judged) await putBundle(this.redis, run.judge.bundle, judged);
    return {
      run: run.id,
      studio: this.studio,
      bundle: run.version,
      shared: await putText(this.redis, JSON.stringify(shared)),
      faq: await putText(this.redis, JSON.stringify(faq)),
      services: await putText(this.redis, JSON.stringify(listToolServices(this.database))),
      endpoint: run.endpointAtStart,
      fallback: (endpoint === "" ? undefined : findEndpoint(this.database, endpoint)) ?? null,
      judge: run.judge,
    };
  }

  /** Queues a case, or joins the one that is queued under the same key, and waits for its result. */
  private async ask(queued: QueuedCase, signal: AbortSignal): Promise<{ result: QueuedResult; taken: () => void }> {
    const { key } = queued;
    let taken = () => {};
    const asked = { taken: new Promise<void>((resolve) => (taken = resolve)) };
    const answer = new Promise<QueuedResult>((resolve, reject) => {
      this.awaited.set(key, { ...asked, resolve, reject, since: performance.now() });
    });
    // It may be given up before anybody waits for it here.
    answer.catch(() => {});
    const giveUp = () => {
      this.awaited.get(key)?.reject(new Error("the case was given up"));
      void this.cases.remove(key).catch(() => {});
    };
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      let answered = false;
      const settled = () => {
        answered = true;
      };
      answer.then(settled, settled);
      const waiting = this.awaited.get(key);
      const deliver = this.unasked.get(key);
      if (deliver && waiting) deliver(waiting);
      else {
        // Where the result of a studio's last life is on its way, the case is not run again.
        const result = await this.waiting.getJob(key);
        if (!result && !answered)
          await this.cases.add("case", queued, { jobId: key, removeOnComplete: true, removeOnFail: true });
      }
      return { result: await answer, taken };
    } catch (error) {
      taken();
      throw error;
    } finally {
      signal.removeEventListener("abort", giveUp);
      this.awaited.delete(key);
    }
  }

  /** One result; it leaves the queue when its case is stored, so that a studio that is killed in between finds it again. */
  private async receive(job: Job): Promise<void> {
    const parsed = QueuedResult.safeParse(job.data);
    if (!parsed.success) {
      // A worker of another version, say. Its case would be waited for without end.
      const where = parsed.error.issues[0]?.path.join(".");
      this.report(new Error(`A result in the queue cannot be read: ${where || "all of it"}.`));
      this.awaited.get(job.id ?? "")?.reject(new WorkerLost("the result cannot be read"));
      return;
    }
    const result = parsed.data;
    // One that holds no work is of no use to a later try, whose worker may have what this one lacked.
    if (result.state === "unusable" && !this.awaited.has(result.key)) return;
    const asked = this.awaited.get(result.key) ?? (await this.untilAsked(result.key));
    // Nobody asks for what is stored already, or belongs to a run that has ended.
    if (!asked) return;
    asked.resolve(result);
    await asked.taken;
  }

  /** Gives up what neither queue has any more, which no event would ever tell. */
  private async lookForLost(): Promise<void> {
    const before = performance.now() - LOST_AFTER_MS;
    for (const [key, asked] of [...this.awaited]) {
      if (asked.since > before || (await this.cases.getJob(key)) || (await this.waiting.getJob(key))) continue;
      // Its result may have come meanwhile.
      if (this.awaited.get(key) === asked) asked.reject(new QueueEmptied("the queue has lost the case"));
    }
  }

  private untilAsked(key: string): Promise<Awaited | null> {
    if (this.unasked.size >= MOST_UNASKED) return Promise.resolve(null);
    return new Promise((resolve) => {
      const settle = (asked: Awaited | null) => {
        clearTimeout(timer);
        this.unasked.delete(key);
        resolve(asked);
      };
      const timer = setTimeout(() => settle(null), UNASKED_MS);
      timer.unref();
      this.unasked.set(key, settle);
    });
  }
}

/** What this studio is called on the queues, made once and kept with its data. */
function studioId(database: Database): string {
  const known = readMeta(database, STUDIO_ID);
  if (known !== undefined) return known;
  const made = newId("studio");
  writeMeta(database, STUDIO_ID, made);
  return made;
}

function jobOf(run: StoredRun, { item, repeat, seed, attempts, trajectory }: CaseJob) {
  const key = createHash("sha256")
    .update(JSON.stringify([run.id, run.createdAt, item.id, repeat, attempts]))
    .digest("hex");
  return { key, item, repeat, seed, attempts, trajectory: trajectory ?? null };
}

/** What the case used and how its endpoint fared, as its record says; of a stored reply (not `replied`) its votes alone. */
function count(
  { trajectory, votes }: Pick<CaseEvaluation, "trajectory" | "votes">,
  run: StoredRun,
  on: { meter: BudgetMeter; limiter: EndpointLimiter; startedAt: number; replied: boolean },
): void {
  const { meter, limiter, startedAt, replied } = on;
  for (const step of replied ? trajectory.steps : []) {
    if (step.type !== "model-call") continue;
    limiter.record(step.outcome, startedAt);
    meter.countCall(step.outcome, run.endpointAtStart);
  }
  for (const [index, { usage }] of votes.entries()) meter.countUsage(usage, run.judge?.voters[index] ?? run.endpointAtStart);
  meter.caseEnded();
}
