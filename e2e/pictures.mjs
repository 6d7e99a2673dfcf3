// Takes the README's pictures from a running studio: node e2e/pictures.mjs http://127.0.0.1:3000 [name …]
import { chromium } from "@playwright/test";

const base = process.argv[2] ?? "http://127.0.0.1:3000";
const [campaign] = await (await fetch(`${base}/api/projects/live-room/campaigns`)).json();
const diagnosed = campaign.stages.findLast((stage) => stage.entries.accepted + stage.entries.proposed > 0);
const pages = { stages: `/p/live-room/evolve/${campaign.id}`, graph: `/p/live-room/evolve/${campaign.id}` };
/** Text at which the top of a picture lies, where that is not the top of its page. */
const from = { graph: "What the stop rule would have done" };
if (diagnosed) pages.review = `/p/live-room/evolve/${campaign.id}/${diagnosed.id}?view=confirm`;

const { items: runs } = await (await fetch(`${base}/api/projects/live-room/runs`)).json();
const run = runs.find((item) => item.versionName === "Modular" && item.status === "completed");
if (run) {
  const { items } = await (await fetch(`${base}/api/projects/live-room/runs/${run.id}/results?category=several-comments`)).json();
  pages.trajectory = `/p/live-room/runs/${run.id}/${items[0].case}?view=waterfall`;
}
const react = runs.find((item) => item.versionName === "ReAct" && item.dataset === run?.dataset && item.status === "completed");
if (run && react) pages.forest = `/p/live-room/runs/compare?runs=${react.id},${run.id}`;
const named = process.argv.slice(3);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  chromiumSandbox: process.getuid?.() !== 0,
  args: ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update"],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
for (const [name, path] of Object.entries(pages)) {
  if (named.length > 0 && !named.includes(name)) continue;
  // A stage's page keeps a stream of events open, so the network never falls silent there.
  await page.goto(base + path, { waitUntil: "load" });
  await page.waitForTimeout(5_000);
  if (from[name]) {
    const heading = page.getByText(from[name]).first();
    // Clear of the bar that stays at the top.
    await heading.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 70));
  }
  await page.screenshot({ path: `public/pictures/${name}.png` });
}
await browser.close();
