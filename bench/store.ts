/**
 * What a million case results cost: the chart of a campaign, two runs compared, a large run resumed, its page opened.
 * `npm run bench -- store [--json] [--keep FOLDER]`. Every figure is taken in a process of its own. Chart and comparison are
 * those of a studio that runs: the chart has been read before, and other pairs have been compared, but not this one; `cold` is
 * the first of its process, which still has to be compiled.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import Sqlite from "better-sqlite3";
import { z } from "zod";
import { bundleProcess } from "@/lib/testing/bundle-process";
import { IDS, makeDatabase, runId } from "./store-database";

const { values } = parseArgs({ options: { json: { type: "boolean" }, keep: { type: "string" } } });
const ROUNDS = 5;
const note = (text: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);

const root = resolve(process.env.STUDIO_ROOT ?? ".");
const cache = join(root, "node_modules", ".cache");
const folder = values.keep ? resolve(values.keep) : mkdtempSync(join(tmpdir(), "bench-store-"));
const file = join(folder, "studio.sqlite");

/** A chat model that answers at once and says when it is asked. */
async function startModel(): Promise<{ url: string; asked(): Promise<number>; close(): void }> {
  let wake: (at: number) => void = () => {};
  const body = JSON.stringify({
    choices: [{ index: 0, message: { role: "assistant", content: "ready" }, finish_reason: "stop" }],
    usage: { prompt_tokens: 20, completion_tokens: 1 },
  });
  const server = createServer((request, response) => {
    wake(performance.now());
    request.resume();
    request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end(body));
  });
  await new Promise<void>((started) => server.listen(Number(process.env.BENCH_PORT ?? 0), "127.0.0.1", started));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { url, close, asked: () => new Promise((settle) => (wake = settle)) };
}

const env = { ...process.env, STUDIO_DATA: folder, STUDIO_ROOT: root };
const Figures = z.record(z.string(), z.number());

async function measure(bundle: string, ...args: string[]): Promise<Record<string, number>> {
  const child = spawn(process.execPath, [bundle, ...args], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (part) => {
    text += part;
  });
  await new Promise((ended) => child.once("close", ended));
  return Figures.parse(JSON.parse(text));
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
const round = (value: number) => Number(value.toPrecision(3));
const spread = (numbers: readonly number[]) => [round(Math.min(...numbers)), round(Math.max(...numbers))];
const rounded = (figures: Record<string, number>) =>
  Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, round(value)]));

async function rounds(
  one: (round: number) => Promise<Record<string, number>>,
  count = ROUNDS,
): Promise<Record<string, number>[]> {
  const all: Record<string, number>[] = [];
  for (let index = 0; index < count; index += 1) all.push(await one(index));
  return all;
}
const of = (all: readonly Record<string, number>[], key: string) => all.map((one) => one[key] ?? Number.NaN);

function setStatus(run: string, status: "running" | "paused"): void {
  const sqlite = new Sqlite(file);
  sqlite.prepare("update runs set status = ? where id = ?").run(status, run);
  sqlite.close();
}

/** Milliseconds from the start of a studio's process to its first model request. */
async function resume(worker: string, model: Awaited<ReturnType<typeof startModel>>): Promise<number> {
  const asked = model.asked();
  const began = performance.now();
  const child = spawn(process.execPath, [worker, IDS.half], { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] });
  const at = await asked;
  child.kill("SIGKILL");
  await new Promise((ended) => child.once("close", ended));
  return at - began;
}

const model = await startModel();
const bundles = { process: join(cache, `bench-store-${process.pid}`), worker: join(cache, `bench-worker-${process.pid}`) };
try {
  const began = performance.now();
  const made = existsSync(file) ? { results: -1, large: -1, fileMB: -1 } : makeDatabase(file, model.url, note);
  const madeSeconds = (performance.now() - began) / 1_000;
  note(`the database is made: ${JSON.stringify(made)}`);
  const studio = await bundleProcess("bench/store-process.ts", bundles.process);
  const worker = await bundleProcess("lib/server/runs/kill-worker.ts", bundles.worker);
  const load = loadavg()[0] ?? 0;

  const chart = await rounds(() => measure(studio, "chart"));
  note(`chart ${of(chart, "ms").map(round)}`);
  // Pairs that no stage compares, so that nothing is kept of them.
  const salt = Math.floor(Math.random() * 80);
  const pairAt = (index: number) => [runId(index * 2), runId(90 + salt + index)];
  const others = [40, 41, 42, 43, 44, 45].map(runId);
  const compare = await rounds((index) => measure(studio, "compare", ...pairAt(index), ...others));
  note(`compare ${of(compare, "ms").map(round)}, kept ${of(compare, "storedMs").map(round)}`);
  const list = await rounds(() => measure(studio, "list"), 3);
  note(`list ${of(list, "ms").map(round)}`);
  const ended = await rounds(() => measure(studio, "page", IDS.ended), 3);
  const paused = await rounds(() => measure(studio, "page", IDS.open), 3);
  note(`page ended ${JSON.stringify(ended.map(rounded))} paused ${JSON.stringify(paused.map(rounded))}`);
  setStatus(IDS.half, "running");
  const resumed: number[] = [];
  for (let index = 0; index < ROUNDS; index += 1) resumed.push(await resume(worker, model));
  note(`resume ${resumed.map(round)}`);
  const live = await measure(studio, "live", IDS.half, "10");
  note(`live ${JSON.stringify(rounded(live))}`);
  setStatus(IDS.half, "paused");
  setStatus(IDS.open, "running");
  const end = await measure(studio, "end", IDS.open);
  note(`end ${JSON.stringify(rounded(end))}`);

  const pageKeys = ["getMs", "rowsMs", "placeMs"];
  const pageMs = (all: readonly Record<string, number>[]) =>
    median(all.map((one) => pageKeys.reduce((sum, key) => sum + (one[key] ?? 0), 0)));
  const report = {
    results: made.results,
    stageChartMs: round(median(of(chart, "ms"))),
    stageChartSpread: spread(of(chart, "ms")),
    stageChartCpuMs: round(median(of(chart, "cpuMs"))),
    stageChartColdMs: round(median(of(chart, "coldMs"))),
    compareMs: round(median(of(compare, "ms"))),
    compareSpread: spread(of(compare, "ms")),
    compareCpuMs: round(median(of(compare, "cpuMs"))),
    compareColdMs: round(median(of(compare, "coldMs"))),
    compareStoredMs: round(median(of(compare, "storedMs"))),
    resumeMs: round(median(resumed)),
    resumeSpread: spread(resumed),
    runsListMs: round(median(of(list, "ms"))),
    runPageMs: {
      ended: round(pageMs(ended)),
      paused: round(pageMs(paused)),
      live: round((live.getMs ?? 0) + (live.rowsMs ?? 0) + (live.placeMs ?? 0)),
    },
    rowsPageMs: round(median(of(ended, "rowsMs"))),
    lastRowsPageMs: round(median(of(ended, "lastRowsMs"))),
    live: rounded(live),
    end: rounded(end),
    largeResults: made.large,
    databaseMB: made.fileMB,
    madeSeconds: round(madeSeconds),
    load: round(load),
    loadAtEnd: round(loadavg()[0] ?? 0),
  };
  if (values.json) console.log(JSON.stringify(report));
  else for (const [key, value] of Object.entries(report)) console.log(`${key}: ${JSON.stringify(value)}`);
} finally {
  model.close();
  for (const bundle of Object.values(bundles)) rmSync(bundle, { recursive: true, force: true });
  if (!values.keep) rmSync(folder, { recursive: true, force: true });
}
