/**
 * What the runner costs beside the model: 482 one-call cases on a local endpoint, ours and promptfoo's in one run.
 * `npm run bench -- eval [--json] [--skip-promptfoo]`. promptfoo 0.121.20 is fetched into a folder of its own, which is kept in
 * the system's temporary folder for the next time; it is no dependency of the studio.
 *
 * efficiency = ideal ÷ measured; ideal = ⌈cases ÷ concurrency⌉ × latency. Ours is measured from the start of the run to the
 * last result stored; promptfoo from its first to its last request, which is the figure kinder to it.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { openDatabase } from "@/db/client";
import { Case } from "@/lib/contracts/case";
import { Endpoint } from "@/lib/contracts/endpoint";
import { createRunner } from "@/lib/server/runs/runner";
import { storeSampleRun } from "@/lib/server/runs/sample-run";
import { createSandbox } from "@/lib/server/sandbox/sandbox";

const CASES = 482;
const ROUNDS = 3;
const WARM_UP = 5_000;
const PROMPTFOO = "promptfoo@0.121.20";
const json = process.argv.includes("--json");
const skipPromptfoo = process.argv.includes("--skip-promptfoo");
const note = (text: string) => process.stderr.write(`${text}\n`);

interface Service {
  url: string;
  times(): Promise<{ first: number; last: number; requests: number }>;
  close(): void;
}

async function startService(latencyMs: number): Promise<Service> {
  const child: ChildProcess = spawn(process.execPath, ["bench/answering-endpoint.mjs"], {
    env: { ...process.env, LATENCY_MS: String(latencyMs) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve) => child.stdout?.once("data", (data) => resolve(String(data).trim())));
  const url = `http://127.0.0.1:${port}`;
  const Times = z.object({ first: z.number(), last: z.number(), requests: z.int() });
  return {
    url,
    times: async () => Times.parse(await (await fetch(`${url}/times`)).json()),
    close: () => child.kill(),
  };
}

const oneCall = (id: string, index: number): Case =>
  Case.parse({
    id,
    category: "ready",
    input: { comments: [{ text: `Say ready, please (${index}).` }] },
    checks: [{ id: "ready", kind: "reply-contains", metric: "accuracy", any: ["ready"] }],
  });
const cases = Array.from({ length: CASES }, (_, index) => oneCall(`case-${index}`, index));

/** That of the studio, which is there before any run begins. */
const sandbox = createSandbox();

/** Milliseconds from the start of a run to its last result stored. */
async function ours(service: Service, concurrency: number, items = cases): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "bench-eval-"));
  const open = openDatabase(join(folder, "studio.sqlite"));
  const runner = createRunner({ database: open.database, sandbox, report: (error) => note(String(error)) });
  const endpoint = Endpoint.parse({
    ...{ id: "mock", name: "Mock", kind: "openai", baseUrl: `${service.url}/v1`, model: "mock", checkpoint: "", keyVariable: "" },
    ...{ promptPrice: null, completionPrice: null, createdAt: new Date().toISOString() },
  });
  const run = storeSampleRun(open.database, { cases: items, endpoint, settings: { concurrency } });
  // What was just written settles, as it has long done when somebody starts a run.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const began = Date.now();
  runner.start(run);
  for await (const _ of runner.progress(run));
  const { status, right, finished } = z
    .object({ status: z.string(), right: z.int(), finished: z.string() })
    .parse(
      open.database.$client
        .prepare(
          "select status, finished_at as finished, (select sum(accuracy) from case_results where run = id) as right from runs where id = ?",
        )
        .get(run),
    );
  if (status !== "completed" || right !== items.length)
    throw new Error(`the run is ${status} with ${right} of ${items.length} right`);
  // The run ends in the transaction after the one that stored its last result.
  const measured = Date.parse(finished) - began;
  await runner.close();
  open.close();
  rmSync(folder, { recursive: true });
  return measured;
}

function promptfooFolder(): string {
  const folder = join(tmpdir(), "studio-bench-promptfoo");
  if (existsSync(join(folder, "node_modules", ".bin", "promptfoo"))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  note(`Fetching ${PROMPTFOO} into a temporary folder …`);
  const { status, stderr } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--save-exact", PROMPTFOO], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${PROMPTFOO} cannot be installed: ${stderr.slice(-500)}`);
  return folder;
}

/** Milliseconds from promptfoo's first to its last request, and of its whole process. */
async function promptfoo(service: Service, concurrency: number): Promise<{ requests: number; wall: number }> {
  const folder = promptfooFolder();
  const work = mkdtempSync(join(tmpdir(), "bench-promptfoo-"));
  const config = {
    prompts: ["{{question}}"],
    providers: [{ id: "openai:chat:mock", config: { apiBaseUrl: `${service.url}/v1`, apiKey: "none" } }],
    tests: cases.map((item) => ({
      vars: { question: item.input.comments[0]?.text ?? "" },
      assert: [{ type: "equals", value: "ready" }],
    })),
  };
  writeFileSync(join(work, "promptfooconfig.json"), JSON.stringify(config));
  await fetch(`${service.url}/times`);
  const began = performance.now();
  const options = ["--no-cache", "--no-table", "--no-progress-bar", "--no-share", "-j", String(concurrency), "-o", "out.json"];
  const code = await new Promise<number | null>((resolve) => {
    const child = spawn(join(folder, "node_modules/.bin/promptfoo"), ["eval", "-c", "promptfooconfig.json", ...options], {
      cwd: work,
      stdio: "ignore",
      env: {
        ...process.env,
        ...{ PROMPTFOO_DISABLE_TELEMETRY: "1", PROMPTFOO_DISABLE_UPDATE: "1", PROMPTFOO_DISABLE_REMOTE_GENERATION: "1" },
        ...{ PROMPTFOO_DISABLE_SHARING: "1", PROMPTFOO_CONFIG_DIR: join(work, "config"), CI: "1" },
      },
    });
    child.once("exit", resolve);
  });
  const wall = performance.now() - began;
  const times = await service.times();
  const Out = z.object({ results: z.object({ stats: z.object({ successes: z.int() }) }) });
  const { successes } = Out.parse(JSON.parse(readFileSync(join(work, "out.json"), "utf8"))).results.stats;
  if (code !== 0 || successes !== CASES) throw new Error(`promptfoo ended with ${code}, ${successes} of ${CASES} passed`);
  rmSync(work, { recursive: true });
  return { requests: times.last - times.first, wall };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const round = (value: number) => Number(value.toPrecision(3));

/**
 * A studio has been running for hours when a run begins: its code is compiled. Cases without a wait do that here, and for many
 * at once some with one.
 */
async function warmUp(service: Service, latencyMs: number, concurrency: number): Promise<void> {
  const run = (to: Service, count: number, at: number) =>
    ours(
      to,
      at,
      Array.from({ length: count }, (_, index) => oneCall(`warm-${index}`, index)),
    );
  const quick = latencyMs === 0 ? service : await startService(0);
  await run(quick, WARM_UP, 16);
  if (quick !== service) quick.close();
  if (concurrency > 8) await run(service, WARM_UP, concurrency);
}

async function measure(latencyMs: number, concurrency: number, withPromptfoo: boolean) {
  const service = await startService(latencyMs);
  try {
    await warmUp(service, latencyMs, concurrency);
    const own: number[] = [];
    const others: { requests: number; wall: number }[] = [];
    // Side by side in time, so that a busy moment of the machine falls on both.
    for (let index = 0; index < ROUNDS; index += 1) {
      own.push(await ours(service, concurrency));
      if (withPromptfoo) others.push(await promptfoo(service, concurrency));
    }
    return { own, others };
  } finally {
    service.close();
  }
}

const ideal = (concurrency: number) => Math.ceil(CASES / concurrency) * 200;
const spread = (values: readonly number[]) => [round(Math.min(...values)), round(Math.max(...values))];
if (!skipPromptfoo) promptfooFolder();

const c8 = await measure(200, 8, !skipPromptfoo);
const zero = await measure(0, 8, !skipPromptfoo);
const c64 = await measure(200, 64, false);
const rate = (milliseconds: number) => (CASES / milliseconds) * 1_000;
const theirZero = skipPromptfoo ? null : rate(median(zero.others.map((one) => one.requests)));
const report = {
  c8: {
    efficiency: round(ideal(8) / median(c8.own)),
    efficiencySpread: spread(c8.own.map((one) => ideal(8) / one)),
    promptfooEfficiency: skipPromptfoo ? null : round(ideal(8) / median(c8.others.map((one) => one.requests))),
    promptfooSpread: spread(c8.others.map((one) => ideal(8) / one.requests)),
    promptfooWallSeconds: skipPromptfoo ? null : round(median(c8.others.map((one) => one.wall)) / 1_000),
  },
  zero: {
    casesPerSecond: round(rate(median(zero.own))),
    casesPerSecondSpread: spread(zero.own.map(rate)),
    promptfooCasesPerSecond: theirZero && round(theirZero),
    promptfooSpread: spread(zero.others.map((one) => rate(one.requests))),
    promptfooWallSeconds: skipPromptfoo ? null : round(median(zero.others.map((one) => one.wall)) / 1_000),
    ratio: theirZero && round(rate(median(zero.own)) / theirZero),
  },
  c64: {
    efficiency: round(ideal(64) / median(c64.own)),
    efficiencySpread: spread(c64.own.map((one) => ideal(64) / one)),
  },
  rounds: ROUNDS,
  cases: CASES,
  load: round(loadavg()[0] ?? 0),
};
if (json) console.log(JSON.stringify(report));
else {
  const { c8: at8, zero: at0, c64: at64 } = report;
  console.log(`${CASES} one-call cases, median of ${ROUNDS} (lowest to highest), load ${report.load}`);
  console.log(
    `200 ms, 8 at a time:  efficiency ${at8.efficiency} (${at8.efficiencySpread.join(" to ")}); promptfoo ${at8.promptfooEfficiency} (${at8.promptfooSpread.join(" to ")}), its process ${at8.promptfooWallSeconds} s`,
  );
  console.log(
    `0 ms, 8 at a time:    ${at0.casesPerSecond} cases a second (${at0.casesPerSecondSpread.join(" to ")}); promptfoo ${at0.promptfooCasesPerSecond} (${at0.promptfooSpread.join(" to ")}), its process ${at0.promptfooWallSeconds} s; ratio ${at0.ratio}`,
  );
  console.log(`200 ms, 64 at a time: efficiency ${at64.efficiency} (${at64.efficiencySpread.join(" to ")})`);
}
await sandbox.close();
