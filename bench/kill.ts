/**
 * Kills at random moments: 20 of a studio that runs its cases itself, 30 of a studio or one of its three workers where cases run
 * through Redis. After every run: each case once, nothing changed by a later kill, the database whole, the metrics those of the
 * results. `npm run bench -- kill [--json] [--seed N] [--alone N] [--together N]`; ends with 1 where anything is wrong.
 */
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadavg } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createRandom, randomUnit } from "@/lib/stats/random";
import { bundleProcess } from "@/lib/testing/bundle-process";
import { hasRedis, startRedis } from "@/lib/testing/redis-server";
import { Process, Scene } from "./kill-scene";

const { values } = parseArgs({
  options: {
    json: { type: "boolean" },
    ...{ seed: { type: "string" }, alone: { type: "string" }, together: { type: "string" } },
  },
});
const CASES = 300;
const ANSWER_MS = 120;
const WORKERS = 3;
/** So long may a run take after its last kill. */
const PATIENCE_MS = 120_000;
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const random = createRandom(seed);
const note = (text: string) => process.stderr.write(`${text}\n`);

const root = resolve(process.env.STUDIO_ROOT ?? ".");
const cache = join(root, "node_modules", ".cache");
const bundles = {
  studio: join(cache, `bench-kill-studio-${process.pid}`),
  worker: join(cache, `bench-kill-worker-${process.pid}`),
};

let requests = 0;
const model = createServer((request, response) => {
  request.resume();
  requests += 1;
  setTimeout(() => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({
        choices: [{ index: 0, message: { role: "assistant", content: "It is $89." }, finish_reason: "stop" }],
        usage: { prompt_tokens: 10, completion_tokens: 5 },
      }),
    );
  }, ANSWER_MS);
});
await new Promise<void>((started) => model.listen(0, "127.0.0.1", started));
const url = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;

const total = {
  ...{ kills: 0, studioKills: 0, workerKills: 0, runs: 0, cases: 0, lost: 0, doubled: 0, changed: 0, unscored: 0 },
  integrity: "ok",
  wrong: new Set<string>(),
};

/** Lets a run come to its end, and counts what is wrong with it. */
async function finish(scene: Scene, studio: Process, expectErrors: boolean): Promise<void> {
  const late = setTimeout(() => void studio.kill(), PATIENCE_MS);
  await studio.end();
  clearTimeout(late);
  if (studio.errors !== "" && !expectErrors) total.wrong.add(studio.errors.slice(0, 300));
  const verdict = scene.verdict();
  total.runs += 1;
  total.cases += CASES;
  total.lost += verdict.lost;
  total.doubled += verdict.doubled;
  total.unscored += verdict.unscored;
  total.changed += scene.changed;
  if (verdict.integrity !== "ok") total.integrity = verdict.integrity;
  for (const wrong of verdict.wrong) total.wrong.add(`${scene.run}: ${wrong}`);
  note(`${scene.run}: ${JSON.stringify(verdict)}, ${total.kills} kills so far ${studio.errors}`);
  scene.remove();
}

/** A studio that runs its cases itself, killed and started again until there were enough kills; each run takes ten at the most. */
async function alone(file: string, kills: number): Promise<void> {
  const env = { ...process.env, STUDIO_ROOT: root, REDIS_URL: "" };
  while (total.studioKills < kills) {
    const scene = new Scene(`run_alone_${total.runs}`, CASES, { url, concurrency: 4 });
    const start = () => new Process(file, [scene.run], { ...env, STUDIO_DATA: scene.folder });
    let stored = 0;
    let studio = start();
    for (let own = 0; own < 10 && total.studioKills < kills; own += 1) {
      // Every fourth time anywhere from the very start, else once new results have come in.
      const early = own % 4 === 3;
      if (!early) await studio.reached(stored + 1);
      await sleep(randomUnit(random) * (early ? 1_500 : 400));
      if (studio.gone) break;
      await studio.kill();
      total.kills += 1;
      total.studioKills += 1;
      if (studio.errors !== "") total.wrong.add(studio.errors.slice(0, 300));
      stored = scene.look();
      studio = start();
    }
    await finish(scene, studio, false);
  }
}

/** A studio and three workers, of which one is killed and started again until there were enough kills; six for each run. */
async function together(studioFile: string, workerFile: string, kills: number): Promise<void> {
  const redis = await startRedis();
  const env = { ...process.env, STUDIO_ROOT: root, REDIS_URL: redis.url };
  const startWorker = () => new Process(workerFile, ["4"], env);
  const workers = Array.from({ length: WORKERS }, startWorker);
  try {
    const before = total.kills;
    while (total.kills - before < kills) {
      const scene = new Scene(`run_together_${total.runs}`, CASES, { url, concurrency: 12 });
      const start = () => new Process(studioFile, [scene.run], { ...env, STUDIO_DATA: scene.folder });
      let studio = start();
      await studio.reached(1);
      for (let own = 0; own < 6 && total.kills - before < kills; own += 1) {
        await sleep(200 + randomUnit(random) * 1_000);
        if (studio.gone) break;
        const which = Math.floor(randomUnit(random) * (WORKERS + 1));
        if (which === WORKERS) {
          await studio.kill();
          total.studioKills += 1;
          studio = start();
        } else {
          await workers[which]?.kill();
          total.workerKills += 1;
          workers[which] = startWorker();
        }
        total.kills += 1;
        scene.look();
      }
      await finish(scene, studio, false);
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.kill()));
    redis.stop();
  }
}

const began = performance.now();
const withRedis = hasRedis();
try {
  const studio = await bundleProcess("lib/server/runs/kill-worker.ts", bundles.studio);
  const worker = await bundleProcess("lib/testing/worker-process.ts", bundles.worker);
  await alone(studio, Number(values.alone ?? 20));
  if (withRedis) await together(studio, worker, Number(values.together ?? 30));
  else note("There is no redis-server here: the kills of workers are left out.");
} finally {
  model.closeAllConnections();
  model.close();
  for (const bundle of Object.values(bundles)) rmSync(bundle, { recursive: true, force: true });
}
const { wrong, ...counts } = total;
const report = {
  ...counts,
  extraCalls: requests - total.cases,
  seed,
  seconds: Math.round((performance.now() - began) / 1_000),
  redis: withRedis ? "real" : "skipped: there is no redis-server here",
  wrong: [...wrong],
  load: Number((loadavg()[0] ?? 0).toPrecision(3)),
};
if (values.json) console.log(JSON.stringify(report));
else for (const [key, value] of Object.entries(report)) console.log(`${key}: ${JSON.stringify(value)}`);
const clean = report.lost + report.doubled + report.changed === 0 && report.integrity === "ok" && report.wrong.length === 0;
process.exit(clean ? 0 : 1);
