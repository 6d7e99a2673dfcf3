import { afterEach, beforeEach, expect, test } from "vitest";
import { findRun } from "@/db/run-repository";
import { OVERRIDDEN } from "@/lib/testing/overridden";
import { type Answer, openTestStudio, SMALL_BUNDLE, smallCaseFile, type TestStudio } from "@/lib/testing/test-studio";

let studio: TestStudio;
let version: string;
let dataset: string;

beforeEach(async () => {
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  version = (await studio.call("POST", "/projects/p/versions/import", { files: SMALL_BUNDLE })).body.version.hash;
  const text = smallCaseFile(6);
  dataset = (await studio.call("POST", "/projects/p/datasets/import", { name: "dev", role: "dev", text })).body.dataset.id;
});
afterEach(() => studio.close());

const post = (path: string, body: object, actor?: string): Promise<Answer> =>
  studio.call("POST", `/projects/p${path}`, body, actor);

async function ended(run: string): Promise<void> {
  const signal = AbortSignal.timeout(20_000);
  for await (const _ of studio.studio.runner.progress(run, signal)) signal.throwIfAborted();
}

/** A campaign whose first stage is evaluated. */
async function evaluatedCampaign(): Promise<{ path: string; stage: string; run: string }> {
  const campaign = (await post("/campaigns", { name: "C", endpoint: "embedded", dataset, version, seed: 7 })).body;
  const path = `/campaigns/${campaign.id}`;
  const stage = campaign.stages[0].id;
  const run = (await post(`${path}/stages/${stage}/evaluate`, { concurrency: 2 })).body;
  await ended(run.id);
  return { path, stage, run: run.id };
}

test("a run is carried out on the version, endpoint, data set version and seed it names", async () => {
  const started = (await post("/runs", { version, endpoint: "embedded", dataset, settings: { seed: 5, concurrency: 2 } })).body;
  await ended(started.id);
  const { run, metrics } = (await studio.call("GET", `/projects/p/runs/${started.id}`)).body;
  expect(run).toMatchObject({ status: "completed", version, endpoint: "embedded", embedded: true, settings: { seed: 5 } });
  expect(run.counts).toMatchObject({ total: 6, done: 6 });
  expect(metrics.cases).toBe(6);
  const { total, items } = (await studio.call("GET", `/projects/p/runs/${started.id}/results?sort=case&direction=descending`))
    .body;
  expect([total, items[0].case]).toEqual([6, "case-6"]);
  const detail = (await studio.call("GET", `/projects/p/runs/${started.id}/results/case-2`)).body;
  expect(detail.trajectory.harness.hash).toBe(version);
  expect(detail.result.checks).toHaveLength(1);
});

test("progress is sent as server-sent events and ends with the run", async () => {
  const started = (await post("/runs", { version, endpoint: "embedded", dataset })).body;
  await ended(started.id);
  const { handleApi } = await import("./http");
  const request = new Request(`http://localhost/api/projects/p/runs/${started.id}/progress`);
  const response = await handleApi(request, studio.studio);
  expect(response.headers.get("content-type")).toMatch(/text\/event-stream/);
  expect(await response.text()).toMatch(/"status":"completed"/);
});

test("a run of a version with errors is refused with its problems", async () => {
  const saved = await post(`/versions/${version}/save`, {
    changes: { "hooks/broken.js": "export default (" },
    message: "broken",
    allowErrors: true,
  });
  const refused = await post("/runs", { version: saved.body.version.hash, endpoint: "embedded", dataset });
  expect([refused.status, refused.body.data.diagnostics[0].path]).toEqual([422, "hooks/broken.js"]);
});

test("a run is paused, resumed and cancelled, each with its audit event", async () => {
  const settings = { repeats: 20, concurrency: 1 };
  const { id } = (await post("/runs", { version, endpoint: "embedded", dataset, settings })).body;
  expect((await post(`/runs/${id}/pause`, {})).body.status).toBe("paused");
  expect((await post(`/runs/${id}/resume`, {})).body.status).toBe("running");
  expect((await post(`/runs/${id}/cancel`, {})).body.status).toBe("cancelled");
  const { items } = (await studio.call("GET", "/audit?limit=3")).body;
  expect(items.map((event: { action: string }) => event.action)).toEqual(["run-cancelled", "run-resumed", "run-paused"]);
});

test("a run that has ended cannot be paused", async () => {
  const started = (await post("/runs", { version, endpoint: "embedded", dataset })).body;
  await ended(started.id);
  expect((await post(`/runs/${started.id}/pause`, {})).body).toMatchObject({ code: "CONFLICT", data: { current: "completed" } });
});

test("a stage goes from evaluate to the regression check when its run is completed", async () => {
  const { path, stage, run } = await evaluatedCampaign();
  const campaign = (await studio.call("GET", `/projects/p${path}`)).body;
  expect(campaign).toMatchObject({ selectedStage: stage, stages: [{ step: "regression-check", run, version }] });
});

test("a stage is evaluated once", async () => {
  const { path, stage, run } = await evaluatedCampaign();
  expect((await post(`${path}/stages/${stage}/evaluate`, {})).body).toMatchObject({ code: "CONFLICT", data: { current: run } });
});

test("another stage starts from the evaluated one; with a version it goes straight to evaluate", async () => {
  const { path, stage, run } = await evaluatedCampaign();
  const next = (await post(`${path}/stages`, { parent: stage })).body;
  expect(next).toMatchObject({ name: "Evolution 1", step: "diagnose", baseVersion: version, baseRun: run, parent: stage });
  expect((await post(`${path}/stages`, { parent: stage, version })).body).toMatchObject({ step: "evaluate", version });
  expect((await post(`${path}/stages`, { parent: next.id })).status).toBe(400);
});

test("promoting a stage moves production and names its run", async () => {
  const { path, stage, run } = await evaluatedCampaign();
  const decided = await post(
    `${path}/stages/${stage}/decide`,
    { kind: "promote", reason: "good", expectedRelease: null, ...OVERRIDDEN },
    "bob",
  );
  expect(decided.body).toMatchObject({ step: "decided", decision: { kind: "promote", by: "bob" } });
  expect((await studio.call("GET", "/projects/p/releases")).body).toMatchObject([
    { version, run, actor: "bob", endpoint: "embedded" },
  ]);
  expect((await post(`${path}/stages/${stage}/decide`, { kind: "stop", reason: "enough" })).status).toBe(409);
});

test("a promotion that meets another release decides nothing", async () => {
  const { path, stage } = await evaluatedCampaign();
  await post("/releases/promote", { version, reason: "first", expectedRelease: null, ...OVERRIDDEN });
  expect(
    (await post(`${path}/stages/${stage}/decide`, { kind: "promote", reason: "good", expectedRelease: null, ...OVERRIDDEN }))
      .status,
  ).toBe(409);
  expect((await studio.call("GET", `/projects/p${path}/stages/${stage}`)).body.decision).toBeNull();
});

test("stopping ends the campaign", async () => {
  const { path, stage } = await evaluatedCampaign();
  await post(`${path}/stages/${stage}/decide`, { kind: "stop", reason: "enough" });
  expect((await studio.call("GET", `/projects/p${path}`)).body.status).toBe("stopped");
  expect((await post(`${path}/stages`, { parent: stage })).status).toBe(409);
});

test("the chart has a point a stage, and advice", async () => {
  const { path, stage } = await evaluatedCampaign();
  const next = (await post(`${path}/stages`, { parent: stage, version })).body;
  await ended((await post(`${path}/stages/${next.id}/evaluate`, {})).body.id);
  const chart = (await studio.call("GET", `/projects/p${path}/chart`)).body;
  expect(chart.points).toMatchObject([
    { fixed: null, metrics: { cases: 6 } },
    { fixed: 0, broken: 0 },
  ]);
  expect(chart.categories).toEqual(["greeting"]);
  expect(chart.advice.clauses).toHaveLength(5);
  const comparison = (await studio.call("GET", `/projects/p${path}/stages/${next.id}/comparison`)).body;
  expect(comparison).toMatchObject({ paired: 6, flips: [] });
});

test("noise is measured with another seed and shown on the chart", async () => {
  const { path } = await evaluatedCampaign();
  const run = (await post(`${path}/noise`, {})).body;
  expect(run.settings.seed).toBe(8);
  await ended(run.id);
  expect((await studio.call("GET", `/projects/p${path}/chart`)).body.noise).toMatchObject({ runs: 1 });
});

test("the overview says what to do next", async () => {
  const { path, stage } = await evaluatedCampaign();
  const overview = (await studio.call("GET", "/projects/p")).body;
  expect(studio.reported).toEqual([]);
  expect(overview.counts).toEqual({ versions: 1, datasets: 1, runs: 1, campaigns: 1 });
  expect(overview.next[0]).toMatchObject({ href: `/p/p${path.replace("/campaigns", "/evolve")}/${stage}` });
});

test("a run keeps the endpoint as it was when it started", async () => {
  const started = (await post("/runs", { version, endpoint: "embedded", dataset })).body;
  expect(findRun(studio.studio.database, started.id)?.endpointAtStart).toMatchObject({ id: "embedded", kind: "embedded" });
});

test.each([
  "/runs/run_none",
  "/runs/run_none/progress",
  "/campaigns/cmp_none",
  "/campaigns/cmp_none/chart",
  "/campaigns/cmp_none/stages/stg_none",
])("an unknown id in %s is 404", async (path) => {
  const answer = await studio.call("GET", `/projects/p${path}`);
  expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"]);
});
