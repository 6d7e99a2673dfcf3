import "server-only";
import { hostname } from "node:os";
import { type Job, Queue, Worker } from "bullmq";
import { z } from "zod";
import { FixtureTables } from "@/lib/contracts/case";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { Bundle } from "@/lib/contracts/harness";
import { Budget, RunOutcome } from "@/lib/contracts/run-settings";
import { FaqEntry } from "@/lib/contracts/serving";
import { ToolService } from "@/lib/contracts/tool-service";
import { parseHarness } from "@/lib/harness/parse";
import { BudgetMeter } from "../runs/budget-meter";
import { localExecutor } from "../runs/case-executor";
import { EndpointLimits } from "../runs/endpoint-limiter";
import { EndpointUnusable, modelOfEndpoint } from "../runs/endpoint-model";
import { createSandbox } from "../sandbox";
import { createToolTransport } from "../tools/tool-transport";
import { MaterialReader } from "./material-store";
import { connectRedis, withoutCommand } from "./redis";
import { LOCK, QUEUES, QueuedCase, type QueuedResult } from "./wire";

export interface CaseWorkerOptions {
  /**
   * Variables of this machine's environment that endpoints and tool services may take their keys from. What comes through
   * Redis names both a variable and where its value is sent, so none is given without being named here.
   */
  allowedVariables: readonly string[];
  redisUrl: string;
  /** Cases at a time on this machine. */
  concurrency: number;
  report: (error: unknown) => void;
}

const SETUPS_KEPT = 8;

const harnessOf = (bundle: Bundle) => {
  const { harness } = parseHarness(bundle);
  if (!harness) throw new Error("the bundle does not parse");
  return harness;
};

/**
 * Takes cases off the queue and runs them: stateless, it holds nothing but what it fetched by hash. Keys of endpoints and tool
 * services come from its own environment. A case is done when its result is in the other queue, so a worker that is killed
 * loses none; one that is run twice is stored once.
 */
export function startCaseWorker({ redisUrl, concurrency, allowedVariables, report: reportTo }: CaseWorkerOptions): {
  ready: Promise<void>;
  close(): Promise<void>;
} {
  const name = `${hostname()}-${process.pid}`;
  const report = (error: unknown) => reportTo(withoutCommand(error));
  const redis = connectRedis(redisUrl, report);
  const material = new MaterialReader(redis);
  const results = new Map<string, Queue>();
  const sandbox = createSandbox();
  const limits = new EndpointLimits();
  const closing = new AbortController();
  const env = Object.fromEntries(allowedVariables.map((variable) => [variable, process.env[variable]]));
  const modelOf = (endpoint: Endpoint) => {
    const { keyVariable } = endpoint;
    if (keyVariable !== "" && !allowedVariables.includes(keyVariable))
      throw new EndpointUnusable(
        `${endpoint.name} takes its key from ${keyVariable}: start the worker with --allow-variable ${keyVariable}.`,
      );
    return modelOfEndpoint(endpoint);
  };
  const setups = new Map<string, ReturnType<typeof setUp>>();

  /** What the cases of one run have in common, made once. */
  async function setUp(queued: QueuedCase) {
    const { endpoint, fallback, judge } = queued;
    const services = await material.text(queued.services, (text) => z.array(ToolService).parse(JSON.parse(text)));
    const judging = judge && (await material.bundle(judge.bundle, harnessOf));
    return {
      run: { version: queued.bundle, endpointAtStart: endpoint },
      material: {
        harness: await material.bundle(queued.bundle, harnessOf),
        shared: await material.text(queued.shared, (text) => FixtureTables.parse(JSON.parse(text))),
        faq: await material.text(queued.faq, (text) => z.array(FaqEntry).parse(JSON.parse(text))),
      },
      sandbox,
      tools: createToolTransport({ services: () => services, env }),
      limits,
      meter: new BudgetMeter(Budget.parse({}), RunOutcome.parse({}).spent),
      models: {
        ...(queued.trajectory === null && { policy: modelOf(endpoint) }),
        ...(fallback && { fallback: { endpoint: fallback, model: modelOf(fallback) } }),
      },
      ...(judge &&
        judging && {
          panel: {
            harness: judging,
            hash: judge.bundle,
            voters: judge.voters.map((voter) => ({ endpoint: voter, model: modelOf(voter) })),
          },
        }),
    };
  }

  function setupOf(queued: QueuedCase): ReturnType<typeof setUp> {
    const { bundle, shared, faq, services, endpoint, fallback, judge, trajectory } = queued;
    const key = JSON.stringify([bundle, shared, faq, services, endpoint, fallback, judge?.version, trajectory === null]);
    const known = setups.get(key);
    if (known) return known;
    const made = setUp(queued);
    setups.set(key, made);
    made.catch(() => setups.delete(key));
    const [oldest] = setups.keys();
    if (setups.size > SETUPS_KEPT && oldest !== undefined) {
      const old = setups.get(oldest);
      setups.delete(oldest);
      old?.then(({ tools }) => tools.close()).catch(() => {});
    }
    return made;
  }

  async function evaluate(queued: QueuedCase) {
    const setup = await setupOf(queued);
    const called = [queued.endpoint, ...(queued.fallback ? [queued.fallback] : []), ...(queued.judge?.voters ?? [])];
    const leaves = [...new Set(called.map((endpoint) => limits.of(endpoint)))].map((one) => one.attach({ start: 1, max: 1 }));
    try {
      const { item, repeat, seed, attempts, trajectory } = queued;
      const job = { item, repeat, seed, attempts, ...(trajectory && { trajectory }) };
      return await localExecutor(setup).run(job, closing.signal);
    } finally {
      for (const leave of leaves) leave();
    }
  }

  function resultsOf(studio: string): Queue {
    const known = results.get(studio);
    if (known) return known;
    const made = new Queue(QUEUES.results(studio), { connection: redis });
    made.on("error", report);
    results.set(studio, made);
    return made;
  }

  async function carryOut(job: Job): Promise<void> {
    const queued = QueuedCase.parse(job.data);
    const { key, run } = queued;
    let result: QueuedResult;
    try {
      const { evaluation } = await evaluate(queued);
      result = { state: "evaluated", key, run, worker: name, evaluation };
    } catch (error) {
      if (!(error instanceof EndpointUnusable)) throw error;
      result = { state: "unusable", key, run, worker: name, reason: error.message };
    }
    await resultsOf(queued.studio).add("result", result, { jobId: key, removeOnComplete: true, removeOnFail: true });
  }

  const worker = new Worker(QUEUES.cases, carryOut, {
    connection: connectRedis(redisUrl, report),
    concurrency,
    lockDuration: LOCK.durationMs,
    stalledInterval: LOCK.durationMs,
    maxStalledCount: LOCK.mostDeaths,
  });
  worker.on("error", report);
  return {
    ready: worker.waitUntilReady().then(
      () => {},
      (error: unknown) => {
        throw withoutCommand(error);
      },
    ),
    async close() {
      // Cases under way are finished; only a second signal cuts them off.
      await worker.close();
      closing.abort();
      for (const setup of setups.values()) await setup.then(({ tools }) => tools.close()).catch(() => {});
      await Promise.all([...results.values()].map((queue) => queue.close()));
      await sandbox.close();
      redis.disconnect();
    },
  };
}
