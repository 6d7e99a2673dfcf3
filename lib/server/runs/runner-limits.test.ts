import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OpenDatabase, openDatabase } from "@/db/client";
import { allResults, allRows } from "@/db/result-repository";
import { findRun, insertRun } from "@/db/run-repository";
import type { Case } from "@/lib/contracts/case";
import { Endpoint } from "@/lib/contracts/endpoint";
import type { Bundle } from "@/lib/contracts/harness";
import type { RunProgress } from "@/lib/contracts/run";
import { RunSettings } from "@/lib/contracts/run-settings";
import type { HookSandbox } from "@/lib/kernel/ports";
import { sampleCase } from "@/lib/testing/evaluation-samples";
import { openTestFolder } from "@/lib/testing/test-folder";
import { createRunner } from "./runner";
import { storeSampleRun } from "./sample-run";

const sandbox: HookSandbox = { run: async () => ({ ok: true, value: { decision: "allow" }, durationMs: 0 }) };

let folder: ReturnType<typeof openTestFolder>;
let open: OpenDatabase;
let closing: (() => Promise<void> | void)[] = [];

beforeEach(() => {
  folder = openTestFolder();
  open = openDatabase(join(folder.path, "studio.sqlite"));
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
  open.close();
  folder.remove();
});

interface Asked {
  busy: number;
  calls: number;
  body: string;
}

/** A chat model on the loopback; `answer` says what becomes of a request. */
async function startModel(answer: (asked: Asked, response: ServerResponse) => void | Promise<void>) {
  const seen = { calls: 0, busy: 0, most: 0 };
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      seen.calls += 1;
      seen.busy += 1;
      seen.most = Math.max(seen.most, seen.busy);
      response.once("close", () => {
        seen.busy -= 1;
      });
      void answer({ busy: seen.busy, calls: seen.calls, body }, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, seen };
}

const elapse = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function say(response: ServerResponse, content = "It is $89."): void {
  response.setHeader("content-type", "application/json");
  const usage = { prompt_tokens: 100, completion_tokens: 20 };
  response.end(
    JSON.stringify({ choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }], usage }),
  );
}

function refuse(response: ServerResponse, status: number, retryAfter?: number): void {
  if (retryAfter !== undefined) response.setHeader("retry-after", String(retryAfter));
  response.statusCode = status;
  response.end(JSON.stringify({ error: { message: "no" } }));
}

const endpointAt = (url: string, more: Partial<Endpoint> = {}) =>
  Endpoint.parse({
    ...{ id: "loopback", name: "Loopback", kind: "openai", baseUrl: url, model: "loopback", checkpoint: "", keyVariable: "" },
    ...{ promptPrice: 10, completionPrice: 50, createdAt: "2026-11-30T10:00:00.000Z" },
    ...more,
  });

const cases = (count: number) => Array.from({ length: count }, (_, index) => sampleCase({ id: `c${index}` }));

function runnerHere() {
  const runner = createRunner({ database: open.database, sandbox, report: (error) => expect.fail(String(error)) });
  closing.push(() => runner.close());
  return runner;
}

/** Another run of the sample project's version, data set and endpoint. */
function another(id: string, settings: Partial<RunSettings>, of = "run_sample") {
  const base = findRun(open.database, of) ?? expect.fail();
  const parsed = RunSettings.parse(settings);
  const { project, version, endpoint, endpointAtStart, dataset, datasetVersion, checkVersion } = base;
  insertRun(open.database, {
    ...{ id, project, version, endpoint, endpointAtStart, dataset, datasetVersion, checkVersion, settings: parsed },
    ...{
      status: "queued",
      total: (base.total / base.settings.repeats) * parsed.repeats,
      actor: "test",
      createdAt: base.createdAt,
    },
  });
  return id;
}

async function carriedOut(runner: ReturnType<typeof runnerHere>, id: string): Promise<RunProgress> {
  runner.start(id);
  let last: RunProgress | undefined;
  for await (const report of runner.progress(id)) last = report;
  return last ?? expect.fail("no progress");
}

const PATIENT: Bundle = {
  "harness.yaml":
    "name: sample\nlimits:\n  callAttempts: 1\n  firstCallTimeoutMs: 20000\n  trajectoryTimeoutMs: 30000\nfallback: { use: none }\nrecovery: { use: none }\n",
  "prompt/10-role.md": "---\norder: 10\n---\nAnswer in one sentence.\n",
};
const store = (items: Case[], endpoint: Endpoint, settings: Partial<RunSettings>) =>
  storeSampleRun(open.database, { cases: items, endpoint, settings, bundle: PATIENT });

describe("a server that carries few calls at once", () => {
  it("is found out: the run shrinks on 429, and every case is scored in the end", async () => {
    const { url, seen } = await startModel(async ({ busy }, response) => {
      if (busy > 3) return refuse(response, 429);
      await elapse(20);
      say(response);
    });
    const id = store(cases(60), endpointAt(url), { concurrency: 16, retries: 10 });
    const last = await carriedOut(runnerHere(), id);
    expect(last).toMatchObject({ status: "completed", counts: { done: 60, scored: 60 } });
    const { outcome } = findRun(open.database, id) ?? expect.fail();
    expect(outcome.concurrency?.lowered).toBeGreaterThan(0);
    expect(outcome.concurrency?.last).toBeLessThan(16);
    // Retries were paid for, and are counted.
    expect(outcome.spent.calls).toBe(seen.calls);
    expect(Math.max(...allRows(open.database, id).map((row) => row.attempts))).toBeGreaterThan(1);
  });

  it("that asks for a pause gets it", async () => {
    const times: number[] = [];
    const { url } = await startModel(({ calls }, response) => {
      times.push(performance.now());
      if (calls === 1) refuse(response, 429, 1);
      else say(response);
    });
    const id = store(cases(6), endpointAt(url), { concurrency: 1 });
    expect(await carriedOut(runnerHere(), id)).toMatchObject({ status: "completed", counts: { scored: 6 } });
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950);
  });

  it("is called no more often at once than the endpoint allows, over all runs", async () => {
    const { url, seen } = await startModel(async (_, response) => {
      await elapse(15);
      say(response);
    });
    store(cases(20), endpointAt(url, { maxConcurrency: 3 }), { concurrency: 8 });
    another("run_b", { concurrency: 8 });
    const runner = runnerHere();
    const [first, second] = await Promise.all([carriedOut(runner, "run_sample"), carriedOut(runner, "run_b")]);
    expect([first.counts.scored, second.counts.scored]).toEqual([20, 20]);
    expect(seen.most).toBe(3);
  });

  it("that grows no slower is given more, up to the run's maximum, and waiting for a turn is no latency", async () => {
    const { url, seen } = await startModel(async (_, response) => {
      await elapse(40);
      say(response);
    });
    const id = store(cases(80), endpointAt(url), { concurrency: 2, maxConcurrency: 12 });
    await carriedOut(runnerHere(), id);
    expect(seen.most).toBeGreaterThan(3);
    expect(seen.most).toBeLessThanOrEqual(12);
    const waits = allRows(open.database, id).map((row) => row.wallMs);
    expect(Math.min(...waits)).toBeGreaterThan(30);
    expect(waits.toSorted((a, b) => a - b)[40]).toBeLessThan(400);
  });
});

describe("what may pass and what may not", () => {
  it("does not let a case that is due again wait for a slow one beside it", async () => {
    let tried = 0;
    let slow: ServerResponse | undefined;
    const { url } = await startModel(({ body }, response) => {
      if (body.includes("question 0")) {
        slow = response;
        return;
      }
      tried += 1;
      if (tried === 1) return refuse(response, 500);
      say(response);
      if (slow) say(slow);
    });
    const items = [0, 1].map((n) => sampleCase({ id: `c${n}`, input: { comments: [{ text: `question ${n}` }] } }));
    const id = store(items, endpointAt(url), { concurrency: 2 });
    expect(await carriedOut(runnerHere(), id)).toMatchObject({ status: "completed", counts: { scored: 2 } });
    expect(tried).toBe(2);
  });

  it("tries a case again after a passing fault, and not after a refusal", async () => {
    const tries = new Map<string, number>();
    const { url } = await startModel(({ body }, response) => {
      const comment = /question (\d+)/.exec(body)?.[1] ?? "";
      tries.set(comment, (tries.get(comment) ?? 0) + 1);
      if (comment === "1" && tries.get(comment) === 1) refuse(response, 503);
      else if (comment === "2") refuse(response, 401);
      else say(response);
    });
    const items = [0, 1, 2, 3].map((n) => sampleCase({ id: `c${n}`, input: { comments: [{ text: `question ${n}` }] } }));
    const id = store(items, endpointAt(url), { concurrency: 1, retries: 3 });
    expect(await carriedOut(runnerHere(), id)).toMatchObject({ status: "completed", counts: { scored: 3, unscored: 1 } });
    expect(Object.fromEntries(tries)).toEqual({ 0: 1, 1: 2, 2: 1, 3: 1 });
    const rows = allRows(open.database, id);
    expect(rows.map((row) => [row.state, row.unscoredKind, row.attempts])).toEqual([
      ["scored", null, 1],
      ["scored", null, 2],
      ["unscored", "infrastructure", 1],
      ["scored", null, 1],
    ]);
    expect(findRun(open.database, id)?.metrics).toMatchObject({ unscored: 1, unscoredBy: { infrastructure: 1 } });
  });
});

describe("a budget", () => {
  const answering = () => startModel((_, response) => say(response));

  it("of calls is never exceeded; what was not run is there, unscored, and the reason says why", async () => {
    const { url, seen } = await answering();
    const id = store(cases(40), endpointAt(url), {
      concurrency: 4,
      budget: { calls: 10, tokens: null, cost: null, minutes: null },
    });
    const last = await carriedOut(runnerHere(), id);
    expect(last).toMatchObject({
      status: "stopped",
      reason: "Budget: 10 of 10 model calls are used.",
      counts: { done: 40, scored: 10, unscored: 30 },
    });
    expect(seen.calls).toBe(10);
    const { outcome, metrics } = findRun(open.database, id) ?? expect.fail();
    expect(outcome.stop).toEqual({ cause: "budget", notRun: 30 });
    expect(metrics).toMatchObject({ unscored: 30, unscoredBy: { budget: 30 }, accuracy: { n: 10, unscored: 30 } });
    expect(allResults(open.database, id)).toHaveLength(40);
  });

  it.each([
    ["tokens", { calls: null, tokens: 1_200, cost: null, minutes: null }, /^Budget: 1200 of 1200 tokens are used/],
    // A call costs 100 × $10 + 20 × $50 a million: $0.002.
    ["cost", { calls: null, tokens: null, cost: 0.02, minutes: null }, /^Budget: \$0\.02 of \$0\.02 are spent/],
  ])("of %s ends the run", async (_, budget, reason) => {
    const { url, seen } = await answering();
    const id = store(cases(40), endpointAt(url), { concurrency: 1, budget });
    expect(await carriedOut(runnerHere(), id)).toMatchObject({ status: "stopped", reason: expect.stringMatching(reason) });
    expect(seen.calls).toBe(10);
  });

  it("of minutes counts working time", async () => {
    const { url } = await startModel(async (_, response) => {
      await elapse(50);
      say(response);
    });
    const budget = { calls: null, tokens: null, cost: null, minutes: 0.5 / 60 };
    const id = store(cases(100), endpointAt(url), { concurrency: 1, budget });
    const last = await carriedOut(runnerHere(), id);
    expect(last.status).toBe("stopped");
    expect(last.counts.scored).toBeGreaterThan(2);
    expect(last.counts.scored).toBeLessThan(20);
  });

  it("survives a restart: what was used stays used", async () => {
    const { url, seen } = await startModel(async (_, response) => {
      await elapse(60);
      say(response);
    });
    const budget = { calls: 20, tokens: null, cost: null, minutes: null };
    const id = store(cases(60), endpointAt(url), { concurrency: 2, budget });
    const first = runnerHere();
    first.start(id);
    await expect.poll(() => allRows(open.database, id).length, { timeout: 10_000 }).toBeGreaterThan(8);
    await first.close();
    const stored = findRun(open.database, id)?.outcome.spent.calls ?? 0;
    const second = runnerHere();
    await second.recover();
    for await (const _ of second.progress(id));
    expect(stored).toBeGreaterThan(0);
    // Calls that were cut off at the restart, and those of its last quarter of a second, may be made once more.
    expect(seen.calls).toBeLessThanOrEqual(20 + 12);
    expect(findRun(open.database, id)?.status).toBe("stopped");
  });
});

describe("early decisions", () => {
  /** A model that is right on the cases of `right`, in comment order. */
  const modelFor = (right: (n: number) => boolean) =>
    startModel(({ body }, response) =>
      say(response, right(Number(/question (\d+)/.exec(body)?.[1] ?? 0)) ? "It is $89." : "I do not know."),
    );
  const questions = (count: number) =>
    Array.from({ length: count }, (_, n) => sampleCase({ id: `c${n}`, input: { comments: [{ text: `question ${n}` }] } }));

  it("fail-first stops a version that mends nothing after the base's fails, and decides as the whole run", async () => {
    let version = (n: number) => n >= 8;
    const { url, seen } = await modelFor((n) => version(n));
    store(questions(80), endpointAt(url), { concurrency: 1 });
    const runner = runnerHere();
    await carriedOut(runner, "run_sample");
    // The new version mends two of the eight and breaks four others: it gains nothing.
    version = (n) => (n >= 6 && n < 70) || n >= 74;
    another("run_whole", { concurrency: 1 });
    await carriedOut(runner, "run_whole");
    const gain = (id: string) => allRows(open.database, id).reduce((sum, row) => sum + (row.accuracy ?? 0), 0);
    const before = seen.calls;
    another("run_early", {
      concurrency: 1,
      early: { mode: "curtail", base: "run_sample", needed: 3, metric: "accuracy", touched: [] },
    });
    const last = await carriedOut(runner, "run_early");
    expect(gain("run_whole") - gain("run_sample")).toBeLessThan(3);
    expect(last).toMatchObject({ status: "stopped", counts: { done: 80 } });
    const { outcome } = findRun(open.database, "run_early") ?? expect.fail();
    expect(outcome.early).toMatchObject({ mode: "curtail", decision: "not-enough", wins: 0, losses: 0 });
    // Six of the eight fails are wrong again: the two that are left cannot bring three. A few more may have begun, and ended,
    // while the sixth was being stored.
    const saved = outcome.early?.saved ?? 0;
    expect(saved).toBeLessThanOrEqual(74);
    expect(saved).toBeGreaterThan(66);
    expect(seen.calls - before).toBeLessThanOrEqual(80 - saved + 1);
    expect(allRows(open.database, "run_early").filter((row) => row.unscoredKind === "early-decision")).toHaveLength(saved);
  });

  it("anytime halts a version that is plainly worse, and says what was saved", async () => {
    let version = (_: number) => true;
    const { url } = await modelFor((n) => version(n));
    store(questions(100), endpointAt(url), { concurrency: 1 });
    const runner = runnerHere();
    await carriedOut(runner, "run_sample");
    version = (n) => n % 2 === 0;
    another("run_early", { concurrency: 4, early: { mode: "anytime", base: "run_sample", alpha: 0.05 } });
    expect(await carriedOut(runner, "run_early")).toMatchObject({ status: "stopped" });
    const { outcome } = findRun(open.database, "run_early") ?? expect.fail();
    expect(outcome.early).toMatchObject({ mode: "anytime", decision: "worse", wins: 0, losses: 7 });
    expect(outcome.early?.evidence).toBeGreaterThanOrEqual(20);
    expect(outcome.early?.saved).toBeGreaterThan(60);
  });
});

describe("reuse", () => {
  it("takes what an equal run came to, runs a tenth again, and measures no latency from a hit", async () => {
    const { url, seen } = await startModel((_, response) => say(response));
    store(cases(100), endpointAt(url), { concurrency: 4 });
    const runner = runnerHere();
    await carriedOut(runner, "run_sample");
    another("run_again", { concurrency: 4, reuse: true });
    expect(await carriedOut(runner, "run_again")).toMatchObject({ status: "completed", counts: { scored: 100 } });
    const { outcome, metrics } = findRun(open.database, "run_again") ?? expect.fail();
    const reuse = outcome.reuse ?? expect.fail();
    expect(reuse.hits + reuse.audited).toBe(100);
    expect(reuse.audited).toBeGreaterThan(2);
    expect(reuse.audited).toBeLessThan(25);
    expect(reuse).toMatchObject({ scoresDiffered: 0, repliesDiffered: 0 });
    expect(seen.calls).toBe(100 + reuse.audited);
    expect(metrics).toMatchObject({ reused: reuse.hits, latency: { n: reuse.audited }, calls: reuse.audited });
    const hit = allRows(open.database, "run_again").find((row) => row.reusedFrom !== null);
    expect(hit).toMatchObject({ reusedFrom: "run_sample", calls: 0, attempts: 0, accuracy: 1 });
  });

  it("finds out that the model behind an endpoint has changed", async () => {
    let content = "It is $89.";
    const { url } = await startModel((_, response) => say(response, content));
    store(cases(100), endpointAt(url), { concurrency: 4 });
    const runner = runnerHere();
    await carriedOut(runner, "run_sample");
    content = "No idea.";
    another("run_again", { concurrency: 4, reuse: true });
    await carriedOut(runner, "run_again");
    const reuse = findRun(open.database, "run_again")?.outcome.reuse ?? expect.fail();
    expect(reuse.scoresDiffered).toBe(reuse.audited);
    expect(reuse.repliesDiffered).toBe(reuse.audited);
  });

  it("takes over no failure, for it may be one of time alone", async () => {
    const { url, seen } = await startModel((_, response) => {
      const call = { id: "c", type: "function", function: { name: "no_such_tool", arguments: "{}" } };
      const message = { role: "assistant", content: "", tool_calls: [call] };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: "tool_calls" }] }));
    });
    store(cases(20), endpointAt(url), {});
    const runner = runnerHere();
    expect((await carriedOut(runner, "run_sample")).counts).toMatchObject({ failed: 20 });
    const calls = seen.calls;
    another("run_again", { reuse: true });
    expect((await carriedOut(runner, "run_again")).counts).toMatchObject({ failed: 20 });
    expect(seen.calls).toBe(2 * calls);
  });

  it("is off unless asked for, and takes nothing over from another seed", async () => {
    const { url, seen } = await startModel((_, response) => say(response));
    store(cases(10), endpointAt(url), {});
    const runner = runnerHere();
    await carriedOut(runner, "run_sample");
    another("run_plain", {});
    await carriedOut(runner, "run_plain");
    another("run_seed", { reuse: true, seed: 2 });
    await carriedOut(runner, "run_seed");
    expect(seen.calls).toBe(30);
  });
});
