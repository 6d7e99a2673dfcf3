/** First-load JavaScript of each page of a running studio, gzip: `npm run bench -- first-load http://127.0.0.1:3000`. */
import { gzipSync } from "node:zlib";

const base = process.argv[2] ?? "http://127.0.0.1:3000";
const json = async (path: string) => (await fetch(`${base}/api${path}`)).json();
const [campaign] = await json("/projects/live-room/campaigns");
const [version] = await json("/projects/live-room/versions");
const { items } = await json("/projects/live-room/runs");
const pages = {
  overview: "/p/live-room",
  versions: "/p/live-room/harness",
  version: `/p/live-room/harness/${version.hash}`,
  cases: "/p/live-room/cases",
  runs: "/p/live-room/runs",
  run: `/p/live-room/runs/${items[0].id}`,
  campaign: `/p/live-room/evolve/${campaign.id}`,
  stage: `/p/live-room/evolve/${campaign.id}/${campaign.stages.at(-1).id}`,
  releases: "/p/live-room/releases",
  settings: "/settings",
};

for (const [name, path] of Object.entries(pages)) {
  const html = await (await fetch(base + path)).text();
  const scripts = new Set([...html.matchAll(/<script[^>]+src="([^"]+\.js[^"]*)"/g)].map((match) => match[1] ?? ""));
  let bytes = 0;
  for (const script of scripts) bytes += gzipSync(Buffer.from(await (await fetch(new URL(script, base))).arrayBuffer())).length;
  console.log(`${name.padEnd(10)} ${(bytes / 1024).toFixed(0).padStart(5)} kB gz in ${scripts.size} scripts`);
}
