import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OVERRIDDEN } from "@/lib/testing/overridden";
import { openTestStudio, SMALL_BUNDLE, smallCaseFile, type TestStudio } from "@/lib/testing/test-studio";
import { readBundleFolder } from "./bundle-folder";

const ROOM = join(import.meta.dirname, "../../examples/live-room");

let studio: TestStudio;
let judge: string;
let agent: string;
let labels: string;
let heldOut: string;
let dev: string;

const importSet = async (body: object): Promise<string> =>
  (await studio.call("POST", "/projects/p/datasets/import", { synthetic: true, ...body })).body.dataset.id;
const importVersion = async (files: object): Promise<string> =>
  (await studio.call("POST", "/projects/p/versions/import", { files })).body.version.hash;
const ended = async (run: string) => {
  for await (const _ of studio.studio.runner.progress(run, AbortSignal.timeout(60_000)));
  return (await studio.call("GET", `/projects/p/runs/${run}`)).body;
};

beforeAll(async () => {
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  judge = await importVersion(await readBundleFolder(join(ROOM, "judges/early-judge")));
  agent = await importVersion(SMALL_BUNDLE);
  // The shared returns, then every third reply: enough to cluster, and soon run.
  const text = (file: string) =>
    readFileSync(join(ROOM, "labels", file), "utf8")
      .split("\n")
      .filter((_, index) => index % 3 === 0)
      .join("\n");
  labels = await importSet({ name: "labels", role: "dev", format: "labels", text: text("dev.jsonl") });
  heldOut = await importSet({ name: "labels-gate", role: "gate", format: "labels", text: text("held-out.jsonl") });
  dev = await importSet({ name: "dev", role: "dev", text: smallCaseFile(2) });
});
afterAll(() => studio.close());

const campaignOf = (body: object) =>
  studio.call("POST", "/projects/p/campaigns", {
    name: "Judges",
    endpoint: "embedded",
    dataset: labels,
    version: judge,
    ...body,
  });

test("replies with labels make a set of their own kind", async () => {
  expect((await studio.call("GET", `/projects/p/datasets/${labels}`)).body).toMatchObject({ kind: "judge-labels", cases: 60 });
  const mixed = { id: "m", category: "c", input: "hello", judged: { reply: "Hi." } };
  const check = { id: "a", kind: "human-label", metric: "accuracy", label: "accuracy", value: 1 };
  const line = JSON.stringify({ ...mixed, checks: [check] });
  const refused = await studio.call("POST", "/projects/p/datasets/import", {
    name: "x",
    role: "dev",
    text: `${line}\n${smallCaseFile(1)}`,
  });
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(/m is a reply with human labels/) } });
  const asLabels = { name: "x", role: "dev", kind: "judge-labels", text: smallCaseFile(1) };
  expect((await studio.call("POST", "/projects/p/datasets/import", asLabels)).body.message).toMatch(/case-1 has not/);
});

test("a judge is run on labels and an agent on everything else", async () => {
  const start = (version: string, dataset: string, extra: object = {}) =>
    studio.call("POST", "/projects/p/runs", { version, dataset, endpoint: "embedded", ...extra });
  const preview = (version: string, dataset: string) =>
    studio.call("POST", "/projects/p/runs/preview", { version, dataset, endpoint: "embedded", settings: {} });
  for (const call of [start, preview]) {
    expect(await call(judge, dev)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/it is a judge.*dev holds none/) },
    });
    expect(await call(agent, labels)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/it is an agent.*labels holds/) },
    });
  }
  await studio.call("PUT", "/projects/p/judges/panel", { id: "panel", name: "Panel", bundle: judge, voters: ["embedded"] });
  expect((await start(judge, labels, { judge: "panel" })).body.message).toMatch(/human labels alone/);
});

test("a campaign of judges takes a judge and labels, and a judge is never served", async () => {
  expect((await campaignOf({ kind: "agent" })).body.message).toMatch(/it is a judge; an agent campaign/);
  expect((await campaignOf({ kind: "judge", version: agent })).body.message).toMatch(/it is an agent; a judge campaign/);
  expect((await campaignOf({ kind: "judge", dataset: dev })).body.message).toMatch(/dev holds none/);
  expect((await campaignOf({ kind: "agent", version: agent })).body.message).toMatch(/which judges are run on/);
  const promoted = { version: judge, reason: "Try.", expectedRelease: null };
  expect((await studio.call("POST", "/projects/p/releases/promote", promoted)).body.message).toMatch(/it is a judge/);
});

test("diagnosis of the disagreements, its edits accepted, raises agreement on the labels and on the held-out ones", async () => {
  const { body: campaign } = await campaignOf({ kind: "judge", heldOutDataset: heldOut });
  expect(campaign).toMatchObject({ kind: "judge", stages: [{ step: "evaluate" }] });
  const path = `/projects/p/campaigns/${campaign.id}/stages`;
  const evaluate = async (stage: string, on: "dev" | "held-out") =>
    ended((await studio.call("POST", `${path}/${stage}/evaluate`, { on })).body.id);
  const [first] = campaign.stages;
  const before = await evaluate(first.id, "dev");
  const beforeHeldOut = await evaluate(first.id, "held-out");
  expect(before.metrics).toMatchObject({ unscored: 0, failed: 0, rubrics: null });
  expect(before.metrics.accuracy.mean).toBeLessThan(0.85);

  const stage = (await studio.call("POST", path, { parent: first.id })).body.id;
  const analyst = { kind: "heuristic", endpoint: null };
  const diagnosed = (await studio.call("POST", `${path}/${stage}/diagnose`, { analyst, maxEntries: 6 })).body;
  expect(diagnosed.diagnosis).toMatchObject({ status: "completed", error: null, quarantined: 0 });
  expect(JSON.stringify(diagnosed.diagnosis.clusters)).toMatch(/judge too (lenient|strict) on/);
  const entries: { id: string; status: string; revision: number; changes: { path: string }[] }[] = diagnosed.proposals;
  expect(entries.length).toBeGreaterThanOrEqual(3);
  expect(entries.map((entry) => entry.status)).toEqual(entries.map(() => "proposed"));
  expect(new Set(entries.flatMap((entry) => entry.changes.map((change) => change.path)))).toEqual(
    new Set(["skills/accuracy/SKILL.md", "skills/effectiveness/SKILL.md"]),
  );
  for (const { id, revision } of entries) {
    const accepted = await studio.call("POST", `${path}/${stage}/entries/${id}`, { revision, action: "accept" });
    expect(accepted.status).toBe(200);
  }
  expect((await studio.call("POST", `${path}/${stage}/apply`, { message: "Rubric" })).status).toBe(200);
  const after = await evaluate(stage, "dev");
  const afterHeldOut = await evaluate(stage, "held-out");
  expect(after.metrics.accuracy.mean).toBeGreaterThan(before.metrics.accuracy.mean + 0.05);
  expect(after.metrics.effectiveness.mean).toBeGreaterThan(before.metrics.effectiveness.mean + 0.05);
  expect(afterHeldOut.metrics.avg.mean).toBeGreaterThan(beforeHeldOut.metrics.avg.mean + 0.05);

  const promote = { kind: "promote", reason: "Good.", expectedRelease: null, ...OVERRIDDEN };
  expect((await studio.call("POST", `${path}/${stage}/decide`, promote)).body.message).toMatch(/it is a judge/);
  const [{ case: id }] = (await studio.call("GET", `/projects/p/runs/${after.run.id}/results?limit=1`)).body.items;
  const replay = await studio.call("POST", `/projects/p/runs/${after.run.id}/results/${id}/replay`, {});
  expect(replay.body).toMatchObject({ equal: true });
}, 120_000);
