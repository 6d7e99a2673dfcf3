import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Queue } from "bullmq";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { readMeta } from "@/db/project-repository";
import { allResults, readTrajectory } from "@/db/result-repository";
import { findRun } from "@/db/run-repository";
import type { Case } from "@/lib/contracts/case";
import { Endpoint } from "@/lib/contracts/endpoint";
import type { Bundle } from "@/lib/contracts/harness";
import type { RunSettings } from "@/lib/contracts/run-settings";
import { hashManifest, manifestOf } from "@/lib/harness/hash";
import { bundleProcess } from "@/lib/testing/bundle-process";
import { sampleCase } from "@/lib/testing/evaluation-samples";
import { hasRedis, startRedis } from "@/lib/testing/redis-server";
import { openTestFolder } from "@/lib/testing/test-folder";
import { storeSampleRun } from "../runs/sample-run";
import { openStudio, type Studio } from "../studio";
import { MaterialReader, putBundle } from "./material-store";
import { connectRedis } from "./redis";
import { QUEUES } from "./wire";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const bundleFolder = join(root, "node_modules", ".cache", `queue-worker-${process.pid}`);
const CASES = 48;
const ANSWER_MS = 150;

/** A chat model that takes its time and knows how many of its calls are under way. */
async function startModel(): Promise<{
  server: Server;
  url: string;
  calls: () => number;
  most: () => number;
  busy: () => number;
}> {
  let calls = 0;
  let busy = 0;
  let most = 0;
  const server = createServer((request, response) => {
    request.resume();
    calls += 1;
    busy += 1;
    most = Math.max(most, busy);
    setTimeout(() => {
      busy -= 1;
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          choices: [{ index: 0, message: { role: "assistant", content: "It is $89." }, finish_reason: "stop" }],
          usage: { prompt_tokens: 10, completion_tokens: 5 },
        }),
      );
    }, ANSWER_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}/v1`, calls: () => calls, most: () => most, busy: () => busy };
}

describe.skipIf(!hasRedis())("runs on other machines, through a real Redis", () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let model: Awaited<ReturnType<typeof startModel>>;
  const files = { worker: "", studio: "" };
  let folder: ReturnType<typeof openTestFolder>;
  let studio: Studio | undefined;
  const workers: ChildProcess[] = [];

  async function startWorker(): Promise<ChildProcess> {
    const env = { ...process.env, REDIS_URL: redis.url };
    const worker = spawn(process.execPath, [files.worker, "4"], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
    workers.push(worker);
    await new Promise((resolve) => worker.stdout?.once("data", resolve));
    return worker;
  }

  /** Opens a studio in this process, which the next test closes. */
  function open(): Studio {
    studio = openStudio({ dataFolder: folder.path, redisUrl: redis.url, report: (error) => expect.fail(String(error)) });
    return studio;
  }

  const storeRun = (database: Database, id: string, settings: Partial<RunSettings> = {}, keyVariable = "", cases?: Case[]) =>
    storeSampleRun(database, {
      id,
      cases: cases ?? Array.from({ length: CASES }, (_, index) => sampleCase({ id: `case-${index}` })),
      endpoint: Endpoint.parse({
        ...{ id: "loopback", name: "Loopback", kind: "openai", baseUrl: model.url, model: "loopback", checkpoint: "" },
        ...{ keyVariable, promptPrice: null, completionPrice: null, createdAt: "2026-11-30T10:00:00.000Z" },
      }),
      settings: { concurrency: 12, ...settings },
    });

  const until = (condition: () => boolean) => expect.poll(condition, { interval: 20, timeout: 30_000 }).toBe(true);

  beforeAll(async () => {
    redis = await startRedis();
    model = await startModel();
    files.worker = await bundleProcess("lib/testing/worker-process.ts", join(bundleFolder, "worker"));
    files.studio = await bundleProcess("lib/server/runs/kill-worker.ts", join(bundleFolder, "studio"));
    await Promise.all([startWorker(), startWorker(), startWorker()]);
  }, 120_000);

  beforeEach(() => {
    folder = openTestFolder();
  });

  afterEach(async () => {
    await studio?.close();
    studio = undefined;
    folder.remove();
    vi.unstubAllEnvs();
  });

  afterAll(() => {
    for (const worker of workers) worker.kill("SIGKILL");
    model.server.closeAllConnections();
    model.server.close();
    redis.stop();
    rmSync(bundleFolder, { recursive: true, force: true });
  });

  it("three workers, one killed in mid-case: every case once, nothing lost, nothing twice", { timeout: 90_000 }, async () => {
    const { database, runner } = open();
    const calls = model.calls();
    storeRun(database, "run_sample");
    runner.start("run_sample");
    await until(() => allResults(database, "run_sample").length > 5 && model.busy() >= 10);
    workers[0]?.kill("SIGKILL");
    let last: { status: string; counts: { done: number } } | undefined;
    for await (const report of runner.progress("run_sample")) last = report;
    expect(last).toMatchObject({ status: "completed", counts: { done: CASES, scored: CASES } });
    const results = allResults(database, "run_sample");
    expect(results.map((result) => result.case)).toEqual(Array.from({ length: CASES }, (_, index) => `case-${index}`));
    expect(readTrajectory(database, "run_sample", "case-7", 0)?.reply).toBe("It is $89.");
    // The cases of the killed worker were asked again; no others were.
    expect(model.calls() - calls).toBeGreaterThan(CASES);
    expect(model.calls() - calls).toBeLessThanOrEqual(CASES + 4);
    expect(findRun(database, "run_sample")?.outcome.spent.calls).toBe(CASES);
    expect(database.$client.pragma("integrity_check", { simple: true })).toBe("ok");
  });

  it("a labelled reply is graded by a worker as it is here", { timeout: 60_000 }, async () => {
    const { database, runner } = open();
    const labelled = sampleCase({
      judged: { reply: "It is $89.", toolCalls: [{ tool: "get_price", arguments: {}, result: { price: 89 } }] },
      checks: [{ id: "accuracy", kind: "human-label", metric: "accuracy", label: "accuracy", value: 1 }],
    });
    storeRun(database, "run_judge", {}, "", [labelled]);
    runner.start("run_judge");
    for await (const _ of runner.progress("run_judge"));
    const [result] = allResults(database, "run_judge");
    // The loopback model gives no verdict, so the judge abstained; what it was asked is to grade.
    expect(result).toMatchObject({ state: "unscored", unscoredKind: "judge-abstained" });
    expect(JSON.stringify(readTrajectory(database, "run_judge", "c1", 0))).toContain("Grade the host's reply");
  });

  it("a studio that was killed finds the results that waited for it in Redis", { timeout: 60_000 }, async () => {
    const file = join(folder.path, "studio.sqlite");
    const made = openDatabase(file);
    storeRun(made.database, "run_killed");
    made.close();
    const calls = model.calls();
    const env = { ...process.env, STUDIO_DATA: folder.path, STUDIO_ROOT: root, REDIS_URL: redis.url };
    const startProcess = () =>
      spawn(process.execPath, [files.studio, "run_killed"], { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] });
    const first = startProcess();
    await until(() => model.calls() - calls >= 20);
    const killed = once(first, "close");
    first.kill("SIGKILL");
    await killed;
    // What was under way ends with nobody there to store it.
    await until(() => model.busy() === 0);
    const stored = openDatabase(file);
    const before = allResults(stored.database, "run_killed");
    expect(before.length).toBeLessThan(CASES);
    const asked = model.calls() - calls;
    const [code] = await once(startProcess(), "close");
    expect(code).toBe(0);
    const results = allResults(stored.database, "run_killed");
    expect(findRun(stored.database, "run_killed")).toMatchObject({
      status: "completed",
      metrics: { cases: CASES, scored: CASES },
    });
    stored.close();
    expect(results.map((result) => result.case)).toEqual(Array.from({ length: CASES }, (_, index) => `case-${index}`));
    expect(results.filter((result) => before.some((one) => one.case === result.case))).toEqual(before);
    // Not one case was asked again whose answer was there.
    expect(asked).toBeGreaterThan(before.length);
    expect(model.calls() - calls).toBe(CASES);
  });

  it("a cancelled run takes its waiting cases out of the queue", { timeout: 30_000 }, async () => {
    const { database, runner } = open();
    const calls = model.calls();
    storeRun(database, "run_cancelled", { concurrency: CASES });
    const connection = connectRedis(redis.url, (error) => expect.fail(String(error)));
    const queue = new Queue(QUEUES.cases, { connection });
    try {
      runner.start("run_cancelled");
      await expect.poll(() => queue.getWaitingCount(), { interval: 5, timeout: 10_000 }).toBeGreaterThan(5);
      runner.cancel("run_cancelled");
      await expect.poll(() => queue.getWaitingCount(), { interval: 10, timeout: 10_000 }).toBe(0);
      await until(() => model.busy() === 0);
      expect(model.calls() - calls).toBeLessThan(CASES);
      const run = findRun(database, "run_cancelled");
      expect(run?.status).toBe("cancelled");
      expect(run?.metrics?.cases).toBe(allResults(database, "run_cancelled").length);
    } finally {
      await queue.close();
      connection.disconnect();
    }
  });

  it("a worker that has no key for the endpoint fails the run and is named", { timeout: 30_000 }, async () => {
    // Set here and not where the workers were started.
    vi.stubEnv("STUDIO_TEST_KEY", "secret");
    const { database, runner } = open();
    storeRun(database, "run_keyless", {}, "STUDIO_TEST_KEY");
    runner.start("run_keyless");
    for await (const _ of runner.progress("run_keyless"));
    const run = findRun(database, "run_keyless");
    expect(run?.status).toBe("failed");
    expect(run?.reason).toContain("STUDIO_TEST_KEY");
    expect(run?.reason).toMatch(new RegExp(`on the worker ${hostname()}-\\d+`));
  });

  it("a result that cannot be read leaves its case unscored, with the reason, and the run ends", {
    timeout: 60_000,
  }, async () => {
    const reported: unknown[] = [];
    studio = openStudio({ dataFolder: folder.path, redisUrl: redis.url, report: (error) => reported.push(error) });
    const { database, runner } = studio;
    const connection = connectRedis(redis.url, (error) => expect.fail(String(error)));
    const cases = new Queue(QUEUES.cases, { connection });
    let results: Queue | undefined;
    try {
      await cases.pause();
      storeRun(database, "run_unread");
      runner.start("run_unread");
      const queued = () => cases.getJobs(["waiting"]);
      await expect.poll(async () => (await queued()).length, { timeout: 20_000 }).toBe(12);
      const key = (await queued())[0]?.id ?? expect.fail("no case is queued");
      await cases.remove(key);
      results = new Queue(QUEUES.results(readMeta(database, "studio-id") ?? expect.fail("the studio has no id")), { connection });
      await results.add("result", { state: "of another version" }, { jobId: key, removeOnComplete: true, removeOnFail: true });
      await cases.resume();
      for await (const _ of runner.progress("run_unread"));
      expect(findRun(database, "run_unread")?.metrics).toMatchObject({ scored: CASES - 1, unscoredBy: { infrastructure: 1 } });
      const unscored = allResults(database, "run_unread").find((result) => result.state === "unscored");
      expect(unscored?.reason).toBe("No worker came to a result: the result cannot be read.");
      expect(reported.map(String)).toEqual(["Error: A result in the queue cannot be read: state."]);
    } finally {
      await cases.resume();
      await Promise.all([cases.close(), results?.close()]);
      connection.disconnect();
    }
  });

  it("a Redis that forgets everything costs time and no case", { timeout: 60_000 }, async () => {
    const { database, runner } = open();
    const connection = connectRedis(redis.url, (error) => expect.fail(String(error)));
    const cases = new Queue(QUEUES.cases, { connection });
    try {
      await cases.pause();
      storeRun(database, "run_forgotten");
      runner.start("run_forgotten");
      await expect.poll(async () => (await cases.getJobs(["waiting"])).length, { timeout: 20_000 }).toBe(12);
      await connection.flushall();
      for await (const _ of runner.progress("run_forgotten"));
      expect(findRun(database, "run_forgotten")).toMatchObject({ status: "completed", metrics: { scored: CASES, unscored: 0 } });
    } finally {
      await cases.close();
      connection.disconnect();
    }
  });

  it("files that are not those of their hash are refused", async () => {
    const connection = connectRedis(redis.url, (error) => expect.fail(String(error)));
    try {
      const bundle: Bundle = { "harness.yaml": "name: sample\n" };
      const hash = hashManifest(manifestOf(bundle));
      await putBundle(connection, hash, { ...bundle, "hooks/other.js": "export default {};\n" });
      const reader = new MaterialReader(connection);
      await expect(reader.bundle(hash, (files) => files)).rejects.toThrow("is not what its hash says");
      await putBundle(connection, hash, bundle);
      expect(await reader.bundle(hash, (files) => files)).toEqual(bundle);
    } finally {
      connection.disconnect();
    }
  });
});
