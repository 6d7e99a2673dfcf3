import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createCaller } from "@/lib/server/caller";
import { openStudio } from "@/lib/server/studio";
import { IDS } from "./store-database";

/** One measurement in a process of its own: `store-process NAME [RUN …]` on STUDIO_DATA; writes a line of JSON. */
const [name = "", first = "", second = "", ...others] = process.argv.slice(2);
const studio = openStudio({ dataFolder: process.env.STUDIO_DATA ?? "./data", redisUrl: "" });
const api = createCaller(studio, "bench");
const { project } = IDS;
const list = { show: "all", sort: "case", direction: "ascending" } as const;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Milliseconds of processor time, which other people's work on the machine inflates less than the clock's. */
async function worked(work: () => Promise<unknown>): Promise<{ ms: number; cpuMs: number }> {
  const before = process.cpuUsage();
  const ms = await timed(work);
  const { user, system } = process.cpuUsage(before);
  return { ms, cpuMs: (user + system) / 1_000 };
}

/** What the page of a run asks for when it is opened on a case. */
async function page(run: string): Promise<Record<string, number>> {
  return {
    getMs: await timed(() => api.runs.get({ project, run })),
    rowsMs: await timed(() => api.runs.results({ project, run, ...list, offset: 0, limit: 100 })),
    lastRowsMs: await timed(() => api.runs.results({ project, run, ...list, offset: 98_000, limit: 100 })),
    wrongMs: await timed(() =>
      api.runs.results({ project, run, ...list, show: "wrong", sort: "latency", offset: 0, limit: 100 }),
    ),
    placeMs: await timed(() => api.runs.place({ project, run, case: "case-040000", ...list })),
    progressMs: await timed(async () => {
      for await (const _ of await api.runs.progress({ project, run })) break;
    }),
  };
}

const rssMB = () => Math.round(process.memoryUsage().rss / 1e6);

/** Goes on with a run for some seconds while somebody looks at it; how long its event loop was held, and its memory. */
async function live(run: string, seconds: number): Promise<Record<string, number>> {
  const before = rssMB();
  await studio.runner.recover();
  await sleep(500);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let events = 0;
  const watching = new AbortController();
  const watch = (async () => {
    for await (const _ of await api.runs.progress({ project, run }, { signal: watching.signal })) events += 1;
  })().catch(() => {});
  const until = performance.now() + seconds * 1_000;
  const pages: Record<string, number>[] = [];
  const done = async () => (await api.runs.get({ project, run })).run.counts.done;
  const from = await done();
  const began = performance.now();
  while (performance.now() < until) {
    pages.push(await page(run));
    await sleep(1_000);
  }
  const rate = ((await done()) - from) / ((performance.now() - began) / 1_000);
  watching.abort();
  await watch;
  const worst = (key: string) => Math.max(...pages.map((one) => one[key] ?? 0));
  return {
    ...{
      getMs: worst("getMs"),
      rowsMs: worst("rowsMs"),
      placeMs: worst("placeMs"),
      wrongMs: worst("wrongMs"),
      progressMs: worst("progressMs"),
    },
    ...{ events, casesPerSecond: rate, loopMaxMs: delay.max / 1e6, loopP99Ms: delay.percentile(99) / 1e6 },
    ...{ rssBeforeMB: before, rssMB: rssMB() },
  };
}

/** Carries a run to its end: how long the event loop was held at the most. */
async function end(run: string): Promise<Record<string, number>> {
  await studio.runner.recover();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let lastDone = performance.now();
  for await (const progress of studio.runner.progress(run)) {
    if (progress.counts.done < progress.counts.total) lastDone = performance.now();
    delay.enable();
  }
  const endedMs = performance.now() - lastDone;
  await sleep(3_000);
  return { endedMs, loopMaxMs: delay.max / 1e6, rssMB: rssMB() };
}

const measurements: Record<string, () => Promise<Record<string, number>>> = {
  chart: async () => {
    const chart = () => api.campaigns.chart({ project, campaign: IDS.campaign });
    const coldMs = await timed(chart);
    return { coldMs, ...(await worked(chart)) };
  },
  compare: async () => {
    const compare = (base: string, head: string) => () => api.runs.compare({ project, base, head });
    const coldMs = await timed(compare(second, first));
    for (const other of others) await compare(other, second)();
    return { coldMs, ...(await worked(compare(first, second))), storedMs: await timed(compare(first, second)) };
  },
  list: async () => {
    const all = () => api.runs.list({ project, offset: 0, limit: 100 });
    return { ms: await timed(all), warmMs: await timed(all) };
  },
  page: () => page(first),
  live: () => live(first, Number(second)),
  end: () => end(first),
};
const measure = measurements[name];
if (!measure) throw new Error(`there is no measurement ${name}`);
process.stdout.write(`${JSON.stringify(await measure())}\n`);
process.exit(0);
