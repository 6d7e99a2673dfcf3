import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { findAutopilot, updateAutopilot } from "@/db/autopilot-repository";
import { updateCampaign } from "@/db/campaign-repository";
import type { Autopilot } from "@/lib/contracts/autopilot";
import { openTestStudio, type TestStudio } from "@/lib/testing/test-studio";
import { readBundleFolder } from "./bundle-folder";
import { resumeAutopilots } from "./use-cases/autopilots";

const CASES = 40;
const PATIENCE_MS = 60_000;
const heuristic = { kind: "heuristic", endpoint: null };

let studio: TestStudio;
let campaign: string;
let first: string;
let nights: string;

/** Every twelfth case of the demo's dev set, so that all its categories are there. */
function someCases(): string {
  const [shared, ...lines] = readFileSync("examples/live-room/cases/dev.jsonl", "utf8").trim().split("\n");
  const isShared = shared !== undefined && !("input" in JSON.parse(shared));
  const cases = (isShared ? lines : [shared, ...lines]).filter((_, index) => index % 12 === 0).slice(0, CASES);
  return `${[...(isShared ? [shared] : []), ...cases].join("\n")}\n`;
}

beforeAll(async () => {
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "room", name: "Room" });
  const files = await readBundleFolder("examples/live-room/harnesses/modular");
  const { version } = (await studio.call("POST", "/projects/room/versions/import", { files })).body;
  const set = { name: "dev", role: "dev", text: someCases() };
  const { dataset } = (await studio.call("POST", "/projects/room/datasets/import", set)).body;
  const made = { name: "C", endpoint: "embedded", dataset: dataset.id, version: version.hash, seed: 1 };
  const answer = (await studio.call("POST", "/projects/room/campaigns", made)).body;
  campaign = answer.id;
  first = answer.stages[0].id;
  nights = `/projects/room/campaigns/${campaign}/autopilots`;
  const run = (await studio.call("POST", `/projects/room/campaigns/${campaign}/stages/${first}/evaluate`, {})).body.id;
  for await (const _ of studio.studio.runner.progress(run, AbortSignal.timeout(PATIENCE_MS)));
}, PATIENCE_MS);
afterAll(() => studio.close());

const settings = (more: object = {}) => ({
  ...{ from: first, analyst: heuristic, branches: 2, depth: 2, maxEntries: 1, budget: { calls: 5_000 } },
  ...more,
});
const start = (more: object = {}) => studio.call("POST", nights, { settings: settings(more) });

async function ended(id: string): Promise<Autopilot> {
  const give = Date.now() + PATIENCE_MS;
  for (;;) {
    const night = (await studio.call("GET", `${nights}/${id}`)).body;
    if (night.status === "finished") return night;
    if (Date.now() > give) throw new Error(`the night is still ${night.status}: ${night.doing}`);
    await new Promise((settle) => setTimeout(settle, 50));
  }
}

describe("a night", { timeout: PATIENCE_MS }, () => {
  it("works on branches, says why each ended, ranks them by lower bound and promotes nothing", async () => {
    const started = await start();
    expect(started).toMatchObject({ status: 200, body: { by: "ada", branches: [] } });
    const night = await ended(started.body.id);
    expect(night.finish).toMatchObject({ cause: "done" });
    expect(night.branches).toHaveLength(2);
    for (const branch of night.branches) {
      expect(branch.finish?.text).toMatch(/^(no improvement|stopped by rule \([a-e]\)|nothing to propose|depth): /);
      expect(branch.stages.length).toBeGreaterThanOrEqual(1);
    }
    const lows = night.branches.map(({ low }) => low ?? Number.NEGATIVE_INFINITY);
    expect(lows).toEqual([...lows].sort((a, b) => b - a));
    expect(night.spent.calls).toBeGreaterThan(0);

    const chart = (await studio.call("GET", `/projects/room/campaigns/${campaign}/chart`)).body;
    const made = chart.points.filter((point: { stage: { autopilot: string | null } }) => point.stage.autopilot === night.id);
    expect(made.length).toBe(night.branches.flatMap(({ stages }) => stages).length);
    expect(made.every((point: { stage: { decision: unknown } }) => point.stage.decision === null)).toBe(true);
    expect(chart.campaign.selectedStage).toBe(first);
    expect((await studio.call("GET", "/projects/room/releases")).body).toEqual([]);
    expect(studio.reported).toEqual([]);
  });

  it("takes no call beyond its budget, and says that this ended it", async () => {
    const night = await ended((await start({ budget: { calls: 70 } })).body.id);
    expect(night.finish).toMatchObject({ cause: "budget" });
    expect(night.spent.calls).toBeLessThanOrEqual(70);
    const audit = (await studio.call("GET", "/audit?project=room&limit=200")).body.items;
    expect(audit.some(({ action }: { action: string }) => action === "autopilot-started")).toBe(true);
  });

  it.each([2, 9])("takes no call beyond %i in all, however small a part of a step that is", async (calls) => {
    const night = await ended((await start({ budget: { calls } })).body.id);
    expect(night.finish).toMatchObject({ cause: "budget" });
    expect(night.spent.calls).toBeLessThanOrEqual(calls);
    expect(night.spent.calls).toBeGreaterThan(0);
  });

  it("rejects no entry for a trial that could not be made, and says that it failed", async () => {
    const broken = vi.spyOn(studio.studio.endpointLimits, "of").mockImplementation(() => {
      throw new Error("planted");
    });
    const night = await ended((await start()).body.id);
    broken.mockRestore();
    studio.reported.length = 0;
    expect(night.branches.map(({ finish }) => finish?.cause)).toEqual(["failed", "failed"]);
    for (const id of night.branches.flatMap(({ stages }) => stages)) {
      const { proposals } = (await studio.call("GET", `/projects/room/campaigns/${campaign}/stages/${id}`)).body;
      expect(proposals.filter(({ status }: { status: string }) => status === "rejected")).toEqual([]);
    }
  });

  it("ends where a person ends the campaign", async () => {
    const { database } = studio.studio;
    const night = (await start()).body;
    updateCampaign(database, campaign, { status: "stopped" });
    const { finish } = await ended(night.id);
    updateCampaign(database, campaign, { status: "active" });
    expect(finish).toMatchObject({ cause: "person", text: "stopped: the campaign was ended" });
  });

  it("needs a limit, an evaluated stage to begin from, and the campaign to itself; it is stopped before its time", async () => {
    expect(await start({ budget: {} })).toMatchObject({ status: 400 });
    const path = `/projects/room/campaigns/${campaign}/stages`;
    const next = (await studio.call("POST", path, { parent: first })).body;
    expect(await start({ from: next.id })).toMatchObject({ status: 400 });
    const waiting = await start({ startAt: "2099-01-01T00:00:00.000Z" });
    expect(waiting).toMatchObject({ status: 200, body: { status: "waiting" } });
    expect(await start()).toMatchObject({ status: 409, body: { data: { by: "ada" } } });
    await studio.call("POST", `${nights}/${waiting.body.id}/stop`);
    expect(await ended(waiting.body.id)).toMatchObject({ startedAt: null, finish: { cause: "person" } });
  });

  it("is stopped by a person in its middle, and keeps what it made", async () => {
    const running = (await start()).body;
    await new Promise((settle) => setTimeout(settle, 300));
    expect(await studio.call("POST", `${nights}/${running.id}/stop`)).toMatchObject({ status: 200 });
    const night = await ended(running.id);
    expect(night.finish).toMatchObject({ cause: "person", text: "stopped by a person" });
    expect(await studio.call("POST", `${nights}/${running.id}/stop`)).toMatchObject({ status: 409 });
    expect(studio.reported).toEqual([]);
  });

  it("that a stopped studio left in the middle has ended; one that waits is armed again", async () => {
    const { body } = await start({ startAt: "2099-01-01T00:00:00.000Z" });
    const stored = findAutopilot(studio.studio.database, campaign, body.id);
    if (!stored) throw new Error("the night is not stored");
    await studio.studio.jobs.close();
    expect(findAutopilot(studio.studio.database, campaign, body.id)?.status).toBe("waiting");
    resumeAutopilots(studio.studio);
    expect(studio.studio.jobs.has(`autopilot:${body.id}`)).toBe(true);

    await studio.studio.jobs.close();
    updateAutopilot(studio.studio.database, { ...stored, status: "running" });
    resumeAutopilots(studio.studio);
    expect(findAutopilot(studio.studio.database, campaign, body.id)).toMatchObject({
      status: "finished",
      finish: { cause: "studio-stopped" },
    });
  });
});
