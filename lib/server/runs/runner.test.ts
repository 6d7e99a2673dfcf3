import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OpenDatabase, openDatabase } from "@/db/client";
import { allResults, allRows, readTrajectory } from "@/db/result-repository";
import { findRun } from "@/db/run-repository";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { ChatOutcome } from "@/lib/contracts/model";
import type { RunProgress } from "@/lib/contracts/run";
import type { RunSettings } from "@/lib/contracts/run-settings";
import type { ChatModel, HookSandbox } from "@/lib/kernel/ports";
import { sampleCase } from "@/lib/testing/evaluation-samples";
import { fails, says, scriptedModel } from "@/lib/testing/scripted-model";
import { createRunner } from "./runner";
import { storeSampleRun } from "./sample-run";

const endpoint: Endpoint = {
  id: "scripted",
  name: "Scripted",
  kind: "openai",
  baseUrl: "http://127.0.0.1:1/v1",
  model: "scripted",
  checkpoint: "",
  keyVariable: "",
  promptPrice: null,
  completionPrice: null,
  maxConcurrency: null,
  callsPerMinute: null,
  createdAt: "2026-11-30T10:00:00.000Z",
};
const sandbox: HookSandbox = { run: async () => ({ ok: true, value: { decision: "allow" }, durationMs: 0 }) };

let folder: string;
let open: OpenDatabase;
let closing: (() => Promise<void>)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "runner-"));
  open = openDatabase(join(folder, "studio.sqlite"));
});

afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
  open.close();
  rmSync(folder, { recursive: true });
});

const cases = (count: number) => Array.from({ length: count }, (_, index) => sampleCase({ id: `c${index}` }));
const store = (count: number, settings: Partial<RunSettings> = {}) =>
  storeSampleRun(open.database, { cases: cases(count), endpoint, settings: { concurrency: 2, ...settings } });

function runnerOn(model: ChatModel, report: (error: unknown) => void = (error) => expect.fail(String(error))) {
  const runner = createRunner({ database: open.database, sandbox, report, modelOf: () => model });
  closing.push(() => runner.close());
  return runner;
}

/** A model whose answers are held back until `release` lets some through. */
function heldModel(outcome: ChatOutcome = says("It is $89.")) {
  const waiting: (() => void)[] = [];
  let free = 0;
  const model = scriptedModel(async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return outcome;
  });
  const release = (count: number) => {
    for (let released = 0; released < count; released += 1) {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
  return { model, release, waiting };
}

async function finished(runner: ReturnType<typeof createRunner>, id: string): Promise<RunProgress> {
  let last: RunProgress | undefined;
  for await (const report of runner.progress(id)) last = report;
  return last ?? expect.fail("no progress");
}

const until = (condition: () => boolean) => expect.poll(condition, { interval: 5, timeout: 5_000 }).toBe(true);

describe("a run", () => {
  it("ends completed with every case and repeat once, its trajectory and its metrics", async () => {
    const id = store(5, { repeats: 2 });
    const runner = runnerOn(scriptedModel([says("It is $89.")]));
    runner.start(id);
    const last = await finished(runner, id);
    expect(last).toMatchObject({ status: "completed", counts: { total: 10, done: 10, scored: 10 }, accuracy: 1, reason: null });
    const rows = allRows(open.database, id);
    expect(rows.map((row) => `${row.case}/${row.repeat}`)).toEqual(
      ["0", "1", "2", "3", "4"].flatMap((n) => [`c${n}/0`, `c${n}/1`]),
    );
    expect(findRun(open.database, id)?.metrics).toMatchObject({ cases: 5, scored: 10, accuracy: { mean: 1, n: 5 } });
    expect(readTrajectory(open.database, id, "c0", 1)?.reply).toBe("It is $89.");
  });

  it("sends a seed that tells the repeat apart, not the case", async () => {
    const id = store(4, { repeats: 2 });
    const model = scriptedModel([says("It is $89.")]);
    const runner = runnerOn(model);
    runner.start(id);
    await finished(runner, id);
    expect(new Set(model.requests.map((request) => request.decoding.seed)).size).toBe(2);
    expect(new Set(allResults(open.database, id).map((result) => `${result.repeat}:${result.seed}`)).size).toBe(2);
  });

  it("starting it again changes nothing", async () => {
    const id = store(3);
    const model = scriptedModel([says("It is $89.")]);
    const runner = runnerOn(model);
    runner.start(id);
    runner.start(id);
    await finished(runner, id);
    runner.start(id);
    expect(findRun(open.database, id)?.status).toBe("completed");
    expect(model.requests).toHaveLength(3);
  });

  it("says at its end how many cases there were at once, and how many there might have been", async () => {
    const id = store(9, { concurrency: 3 });
    const runner = runnerOn(scriptedModel([says("It is $89.")]));
    runner.start(id);
    await finished(runner, id);
    expect(findRun(open.database, id)?.outcome.concurrency).toEqual({ most: 3, last: 3, lowered: 0 });
  });

  it("keeps no more cases in flight than asked for", async () => {
    const id = store(9, { concurrency: 3 });
    const { model, release, waiting } = heldModel();
    const runner = runnerOn(model);
    runner.start(id);
    await until(() => waiting.length === 3);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(model.requests).toHaveLength(3);
    release(9);
    expect((await finished(runner, id)).counts.done).toBe(9);
  });

  it("of a harness that does not parse fails with the reason", async () => {
    const bundle = { "harness.yaml": "name: [" };
    const id = storeSampleRun(open.database, { cases: cases(2), endpoint, bundle });
    const runner = runnerOn(scriptedModel([says("x")]));
    runner.start(id);
    expect(await finished(runner, id)).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(/^The harness does not parse. harness.yaml:/),
    });
  });

  it("of an endpoint whose key is not set fails before the first case", async () => {
    const keyed = { ...endpoint, keyVariable: "STUDIO_TEST_KEY_THAT_IS_NOT_SET" };
    const id = storeSampleRun(open.database, { cases: cases(2), endpoint: keyed });
    const runner = createRunner({ database: open.database, sandbox, report: (error) => expect.fail(String(error)) });
    closing.push(() => runner.close());
    runner.start(id);
    expect(await finished(runner, id)).toMatchObject({
      status: "failed",
      reason: "The environment variable STUDIO_TEST_KEY_THAT_IS_NOT_SET of the endpoint Scripted is not set.",
      counts: { done: 0 },
    });
  });
});

describe("a service that is down", () => {
  it("stops the run after the first ten cases, with the exact reason", async () => {
    const id = store(40, { concurrency: 1, retries: 0 });
    const runner = runnerOn(scriptedModel([fails("unreachable", false)]));
    runner.start(id);
    const last = await finished(runner, id);
    expect(last).toMatchObject({ status: "failed", counts: { done: 10, unscored: 10 }, accuracy: null });
    expect(last.reason).toBe("The first 10 cases could not be run on Scripted. unreachable: scripted unreachable");
  });

  it("fails a run that has fewer cases", async () => {
    const id = store(2);
    const runner = runnerOn(scriptedModel([fails("unauthorized", false)]));
    runner.start(id);
    expect(await finished(runner, id)).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(/^The first 2 cases .* unauthorized/),
    });
  });

  it("for some cases leaves those unscored and the run completed", async () => {
    const id = store(30, { concurrency: 1 });
    const runner = runnerOn(scriptedModel((_, call) => (call % 3 === 0 ? says("It is $89.") : fails("unauthorized", false))));
    runner.start(id);
    expect(await finished(runner, id)).toMatchObject({ status: "completed", counts: { done: 30, scored: 10, unscored: 20 } });
  });
});

describe("pause, resume and cancel", () => {
  it("pause lets the cases in flight finish and starts no others; resume goes on", async () => {
    const id = store(8);
    const { model, release, waiting } = heldModel();
    const runner = runnerOn(model);
    runner.start(id);
    await until(() => waiting.length === 2);
    await runner.pause(id);
    release(2);
    await until(() => allRows(open.database, id).length === 2);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(model.requests).toHaveLength(2);
    expect(findRun(open.database, id)?.status).toBe("paused");
    await runner.resume(id);
    release(6);
    expect(await finished(runner, id)).toMatchObject({ status: "completed", counts: { done: 8 } });
  });

  it("cancel drops the cases in flight, keeps the finished ones and says why", async () => {
    const id = store(8);
    const { model, release, waiting } = heldModel();
    const runner = runnerOn(model);
    runner.start(id);
    await until(() => waiting.length === 2);
    release(1);
    await until(() => allRows(open.database, id).length === 1 && waiting.length === 2);
    await runner.cancel(id);
    release(8);
    expect(await finished(runner, id)).toMatchObject({
      status: "cancelled",
      reason: "Cancelled by a person.",
      counts: { done: 1 },
    });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(allRows(open.database, id)).toHaveLength(1);
    expect(findRun(open.database, id)?.metrics?.scored).toBe(1);
  });

  it("a paused run can be cancelled, and the runner still closes", async () => {
    const id = store(4);
    const { model, release, waiting } = heldModel();
    const runner = runnerOn(model);
    runner.start(id);
    await until(() => waiting.length === 2);
    await runner.pause(id);
    release(2);
    await until(() => allRows(open.database, id).length === 2);
    await runner.cancel(id);
    expect(findRun(open.database, id)?.status).toBe("cancelled");
    await runner.close();
  });
});

describe("after a stop", () => {
  it("recover goes on with the cases that are missing, and with those alone", async () => {
    const id = store(6);
    const first = heldModel();
    const before = runnerOn(first.model);
    before.start(id);
    first.release(3);
    await until(() => allRows(open.database, id).length === 3);
    await until(() => first.waiting.length === 2);
    const closed = before.close();
    first.release(6);
    await closed;
    expect(findRun(open.database, id)?.status).toBe("running");
    expect(allRows(open.database, id)).toHaveLength(3);
    const second = scriptedModel([says("It is $89.")]);
    const after = runnerOn(second);
    await after.recover();
    expect(await finished(after, id)).toMatchObject({ status: "completed", counts: { done: 6 } });
    expect(second.requests).toHaveLength(3);
  });

  it("a run whose end could not be written is let go of, reported, and ended by the next process", async () => {
    const id = store(3);
    open.database.$client.exec(
      "create trigger full before update of finished_at on runs when new.finished_at is not null begin select raise(abort, 'disk full'); end",
    );
    const reported: unknown[] = [];
    const before = runnerOn(scriptedModel([says("It is $89.")]), (error) => reported.push(error));
    before.start(id);
    await until(() => reported.length > 0);
    await before.close();
    expect(findRun(open.database, id)?.status).toBe("running");
    open.database.$client.exec("drop trigger full");
    const after = runnerOn(scriptedModel([says("It is $89.")]));
    await after.recover();
    expect(await finished(after, id)).toMatchObject({ status: "completed", counts: { done: 3, scored: 3 } });
    expect(reported).toHaveLength(1);
  });

  it("a paused run stays paused until it is resumed", async () => {
    const id = store(4);
    const { model, release, waiting } = heldModel();
    const before = runnerOn(model);
    before.start(id);
    await until(() => waiting.length === 2);
    await before.pause(id);
    const closed = before.close();
    release(4);
    await closed;
    const after = runnerOn(scriptedModel([says("It is $89.")]));
    await after.recover();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(findRun(open.database, id)?.status).toBe("paused");
    await after.resume(id);
    expect(await finished(after, id)).toMatchObject({ status: "completed", counts: { done: 4 } });
  });
});

describe("progress", () => {
  it("reports while the run is live and ends with it", async () => {
    const id = store(6, { concurrency: 1 });
    const runner = runnerOn(
      scriptedModel(() => new Promise<ChatOutcome>((resolve) => setTimeout(() => resolve(says("$89")), 60))),
    );
    runner.start(id);
    const reports: RunProgress[] = [];
    for await (const report of runner.progress(id)) reports.push(report);
    expect(reports.length).toBeGreaterThan(2);
    const middle = reports.find((report) => report.counts.done > 0 && report.status === "running") ?? expect.fail();
    expect(middle.rate).toBeGreaterThan(0);
    expect(middle.etaSeconds).toBeGreaterThan(0);
    expect(middle.latency.p50).toBeGreaterThan(0);
    expect(reports.at(-1)).toMatchObject({ status: "completed", rate: null, etaSeconds: null });
    expect(runner.watchers()).toBe(0);
  });

  it("ends at once when its reader goes away, and leaves nothing behind", async () => {
    const id = store(2);
    const { model } = heldModel();
    const runner = runnerOn(model);
    runner.start(id);
    const controller = new AbortController();
    const reading = (async () => {
      let count = 0;
      for await (const _ of runner.progress(id, controller.signal)) count += 1;
      return count;
    })();
    await until(() => runner.watchers() === 1);
    const start = performance.now();
    controller.abort();
    expect(await reading).toBeGreaterThan(0);
    expect(performance.now() - start).toBeLessThan(150);
    expect(runner.watchers()).toBe(0);
    await runner.cancel(id);
  });

  it("of a run that has ended is one report; of an unknown run none", async () => {
    const id = store(1);
    const runner = runnerOn(scriptedModel([says("$89")]));
    runner.start(id);
    await finished(runner, id);
    const reports: RunProgress[] = [];
    for await (const report of runner.progress(id)) reports.push(report);
    for await (const report of runner.progress("run_unknown")) reports.push(report);
    expect(reports).toHaveLength(1);
  });
});
