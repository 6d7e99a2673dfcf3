import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { openDatabase } from "@/db/client";
import { allResults, readTrajectory } from "@/db/result-repository";
import { findRun } from "@/db/run-repository";
import type { CaseResult } from "@/lib/contracts/run";
import { createRandom, randomUnit } from "@/lib/stats/random";
import { bundleProcess } from "@/lib/testing/bundle-process";
import { sampleCase } from "@/lib/testing/evaluation-samples";
import { storeSampleRun } from "./sample-run";

const root = fileURLToPath(new URL("../../../", import.meta.url));
// Few kills, to see that it holds at all; `npm run bench -- kill` has fifty.
const CASES = 80;
const KILLS = 3;
const ANSWER_MS = 100;
const CONCURRENCY = 4;

/** Inside node_modules, so that the bundle finds the native database module. */
const bundleFolder = join(root, "node_modules", ".cache", `kill-worker-${process.pid}`);
const folder = mkdtempSync(join(tmpdir(), "kill-"));
const file = join(folder, "studio.sqlite");
let server: Server | undefined;
let child: ChildProcess | undefined;

afterEach(() => {
  child?.kill("SIGKILL");
  server?.closeAllConnections();
  server?.close();
  rmSync(folder, { recursive: true });
  rmSync(bundleFolder, { recursive: true, force: true });
});

/** A chat model on the loopback that takes its time; counts what it was asked. */
async function startModel(): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  const model = createServer((request, response) => {
    request.resume();
    requests += 1;
    setTimeout(() => {
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          id: "answer",
          object: "chat.completion",
          created: 0,
          model: "loopback",
          choices: [{ index: 0, message: { role: "assistant", content: "It is $89." }, finish_reason: "stop" }],
          usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
        }),
      );
    }, ANSWER_MS);
  });
  server = model;
  await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`, requests: () => requests };
}

/**
 * Starts the worker. `reached(n)` resolves when it reports at least n results, or is gone; `ended` with its exit code (null
 * where killed) and what it complained of.
 */
function startWorker(workerFile: string, run: string) {
  const env = { ...process.env, STUDIO_DATA: folder, STUDIO_ROOT: root };
  const worker = spawn(process.execPath, [workerFile, run], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  child = worker;
  let errors = "";
  let done = -1;
  let wake = () => {};
  worker.stdout.on("data", (chunk) => {
    done = Number(String(chunk).match(/(\d+)\n$/)?.[1] ?? done);
    wake();
  });
  worker.stderr.on("data", (chunk) => {
    errors += String(chunk);
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) =>
    worker.on("exit", (code) => {
      done = Number.POSITIVE_INFINITY;
      wake();
      resolve({ code, errors });
    }),
  );
  const reached = async (count: number) => {
    while (done < count) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { kill: () => worker.kill("SIGKILL"), reached, ended };
}

function resultsNow(run: string): Map<string, CaseResult> {
  const open = openDatabase(file);
  try {
    return new Map(allResults(open.database, run).map((result) => [`${result.case}/${result.repeat}`, result]));
  } finally {
    open.close();
  }
}

it("a run survives kills at random moments: every case once, nothing lost, nothing twice", { timeout: 240_000 }, async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);
  const random = createRandom(seed);
  const model = await startModel();
  const workerFile = await bundleProcess("lib/server/runs/kill-worker.ts", bundleFolder);
  const open = openDatabase(file);
  const run = storeSampleRun(open.database, {
    cases: Array.from({ length: CASES }, (_, index) => sampleCase({ id: `case-${index}` })),
    endpoint: {
      id: "loopback",
      name: "Loopback",
      kind: "openai",
      baseUrl: model.url,
      model: "loopback",
      checkpoint: "",
      keyVariable: "",
      promptPrice: null,
      completionPrice: null,
      maxConcurrency: null,
      callsPerMinute: null,
      createdAt: "2026-11-30T10:00:00.000Z",
    },
    settings: { concurrency: CONCURRENCY },
  });
  open.close();

  const story: string[] = [];
  let before = resultsNow(run);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const worker = startWorker(workerFile, run);
    // Every third time anywhere from the very start, else once new results have come in.
    const early = kill % 3 === 0;
    const delay = Math.floor(randomUnit(random) * (early ? 1_000 : 250));
    if (!early) await worker.reached(before.size + 1);
    await sleep(delay);
    worker.kill();
    const { errors } = await worker.ended;
    expect(errors, `seed ${seed}, kill ${kill}`).toBe("");
    const after = resultsNow(run);
    for (const [key, result] of before) expect(after.get(key), `seed ${seed}, kill ${kill}, ${key}`).toEqual(result);
    story.push(`${delay} ms: ${after.size}`);
    before = after;
  }
  const last = startWorker(workerFile, run);
  expect(await last.ended, `seed ${seed}`).toEqual({ code: 0, errors: "" });

  const finished = openDatabase(file);
  try {
    const results = allResults(finished.database, run);
    expect(
      results.map((result) => result.case),
      `seed ${seed}`,
    ).toEqual(Array.from({ length: CASES }, (_, index) => `case-${index}`));
    expect(results.every((result) => result.state === "scored" && result.accuracy === 1)).toBe(true);
    for (const result of results) expect(readTrajectory(finished.database, run, result.case, 0)?.reply).toBe("It is $89.");
    for (const [key, result] of before) expect(results.find((one) => `${one.case}/${one.repeat}` === key)).toEqual(result);
    expect(findRun(finished.database, run)).toMatchObject({ status: "completed", metrics: { cases: CASES, scored: CASES } });
  } finally {
    finished.close();
  }
  // Some cases were under way when they were killed and were asked again; none that was stored was.
  expect(model.requests()).toBeLessThanOrEqual(CASES + KILLS * CONCURRENCY * 2);
  process.stdout.write(`${KILLS} kills, seed ${seed}: ${story.join(", ")}; ${model.requests()} calls for ${CASES} cases\n`);
});
