import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allResults, readTrajectory } from "@/db/result-repository";
import { findRun } from "@/db/run-repository";
import { Endpoint } from "@/lib/contracts/endpoint";
import type { RunSettings } from "@/lib/contracts/run-settings";
import { bundleProcess } from "@/lib/testing/bundle-process";
import { sampleCase } from "@/lib/testing/evaluation-samples";
import { hasRedis, startRedis } from "@/lib/testing/redis-server";
import { openTestFolder } from "@/lib/testing/test-folder";
import { storeSampleRun } from "../runs/sample-run";
import { openStudio, type Studio } from "../studio";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const bundleFolder = join(root, "node_modules", ".cache", `queue-worker-${process.pid}`);
const CASES = 60;
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
  let workerFile: string;
  let studio: Studio;
  let folder: ReturnType<typeof openTestFolder>;
  const workers: ChildProcess[] = [];

  async function startWorker(): Promise<ChildProcess> {
    const env = { ...process.env, REDIS_URL: redis.url };
    const worker = spawn(process.execPath, [workerFile, "4"], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
    workers.push(worker);
    await new Promise((resolve) => worker.stdout?.once("data", resolve));
    return worker;
  }

  const start = (id: string, settings: Partial<RunSettings> = {}) => {
    storeSampleRun(studio.database, {
      id,
      cases: Array.from({ length: CASES }, (_, index) => sampleCase({ id: `case-${index}` })),
      endpoint: Endpoint.parse({
        ...{ id: "loopback", name: "Loopback", kind: "openai", baseUrl: model.url, model: "loopback", checkpoint: "" },
        ...{ keyVariable: "", promptPrice: null, completionPrice: null, createdAt: "2026-11-30T10:00:00.000Z" },
      }),
      settings: { concurrency: 12, ...settings },
    });
    studio.runner.start(id);
  };

  const until = (condition: () => boolean) => expect.poll(condition, { interval: 20, timeout: 30_000 }).toBe(true);

  beforeAll(async () => {
    redis = await startRedis();
    model = await startModel();
    workerFile = await bundleProcess("lib/testing/worker-process.ts", bundleFolder);
    folder = openTestFolder();
    studio = openStudio({ dataFolder: folder.path, redisUrl: redis.url, report: (error) => expect.fail(String(error)) });
    await Promise.all([startWorker(), startWorker(), startWorker()]);
  }, 120_000);

  afterAll(async () => {
    for (const worker of workers) worker.kill("SIGKILL");
    await studio.close();
    model.server.closeAllConnections();
    model.server.close();
    redis.stop();
    folder.remove();
    rmSync(bundleFolder, { recursive: true, force: true });
  });

  it("three workers, one killed in mid-case: every case once, nothing lost, nothing twice", { timeout: 90_000 }, async () => {
    start("run_sample");
    await until(() => allResults(studio.database, "run_sample").length > 5 && model.busy() >= 10);
    workers[0]?.kill("SIGKILL");
    let last: { status: string; counts: { done: number } } | undefined;
    for await (const report of studio.runner.progress("run_sample")) last = report;
    expect(last).toMatchObject({ status: "completed", counts: { done: CASES, scored: CASES } });
    const results = allResults(studio.database, "run_sample");
    expect(results.map((result) => result.case)).toEqual(Array.from({ length: CASES }, (_, index) => `case-${index}`));
    expect(readTrajectory(studio.database, "run_sample", "case-7", 0)?.reply).toBe("It is $89.");
    // The cases of the killed worker were asked again; no others were.
    expect(model.calls()).toBeGreaterThan(CASES);
    expect(model.calls()).toBeLessThanOrEqual(CASES + 4);
    expect(findRun(studio.database, "run_sample")?.outcome.spent.calls).toBe(CASES);
    expect(studio.database.$client.pragma("integrity_check", { simple: true })).toBe("ok");
  });
});
