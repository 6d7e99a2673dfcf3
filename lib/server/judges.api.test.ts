import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestStudio, SMALL_BUNDLE, smallCaseFile, type TestStudio } from "@/lib/testing/test-studio";
import { delta, sendJson, sendStream, startWireServer, usageChunk, type WireServer } from "@/lib/testing/wire-server";

const JUDGE_BUNDLE = {
  "harness.yaml":
    "name: Judge\nkind: judge\nlimits:\n  firstCallTimeoutMs: 20000\n  trajectoryTimeoutMs: 30000\n  callAttempts: 1\n",
  "prompt/01-rubric.md": "---\norder: 1\n---\nYou grade replies.\n",
};

let studio: TestStudio;
let policy: WireServer;
let judges: WireServer;
/** What each judge model answers; null is a server error. */
const answers: Record<string, string | null> = {};

const say = (...[response, text]: [Parameters<Parameters<typeof startWireServer>[0]>[0], string]) =>
  sendStream(response, [delta({ role: "assistant", content: text }), delta({}, "stop"), usageChunk(100, 10)]);

const endpoint = (id: string, url: string) =>
  studio.call("PUT", `/endpoints/${id}`, { id, name: id, baseUrl: url, model: id, promptPrice: 1, completionPrice: 1 });
const saveJudge = (id: string, body: object) => studio.call("PUT", `/projects/p/judges/${id}`, { id, name: "Panel", ...body });
const importBundle = async (files: Record<string, string>): Promise<string> =>
  (await studio.call("POST", "/projects/p/versions/import", { files })).body.version.hash;

async function ended(run: string) {
  const get = async () => (await studio.call("GET", `/projects/p/runs/${run}`)).body;
  await vi.waitUntil(async () => !["queued", "running"].includes((await get()).run.status), { timeout: 20_000, interval: 50 });
  const detail = await get();
  expect(detail.run).toMatchObject({ status: "completed", reason: null });
  return detail;
}

let version: string;
let judgeVersion: string;
let source: string;

beforeAll(async () => {
  studio = openTestStudio();
  policy = await startWireServer((response) => say(response, "Hello to you."));
  judges = await startWireServer((response, body) => {
    const { model } = body as { model: string };
    const answer = answers[model] ?? null;
    if (answer === null) sendJson(response, 500, { error: { message: "down" } });
    else say(response, answer);
  });
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  await endpoint("policy", policy.url);
  for (const id of ["judge-a", "judge-b", "judge-c"]) await endpoint(id, judges.url);
  version = await importBundle({ ...SMALL_BUNDLE });
  judgeVersion = await importBundle(JUDGE_BUNDLE);
  const imported = await studio.call("POST", "/projects/p/datasets/import", { name: "dev", role: "dev", text: smallCaseFile(4) });
  const { body } = await studio.call("POST", "/projects/p/runs", {
    version,
    endpoint: "policy",
    dataset: imported.body.dataset.id,
  });
  source = body.id;
  await ended(source);
}, 60_000);

afterAll(async () => {
  await studio.close();
  await Promise.all([policy.close(), judges.close()]);
});

const verdict = (accuracy: number, effectiveness: number) => JSON.stringify({ accuracy, effectiveness, rationale: "Because." });

test("a judge is saved as a version of its bundle and voters; a new name alone makes no other", async () => {
  const first = await saveJudge("panel", { bundle: judgeVersion.slice(0, 8), voters: ["judge-a", "judge-b"] });
  expect(first).toMatchObject({
    status: 200,
    body: { id: "panel", bundle: judgeVersion, bundleName: "Judge", runs: 0, voters: [{ id: "judge-a" }, { id: "judge-b" }] },
  });
  const renamed = await saveJudge("panel", { name: "Renamed", bundle: judgeVersion, voters: ["judge-a", "judge-b"] });
  expect(renamed.body).toMatchObject({ name: "Renamed", version: first.body.version });
  const other = await saveJudge("panel", { bundle: judgeVersion, voters: ["judge-a", "judge-b", "judge-c"] });
  expect(other.body.version).not.toBe(first.body.version);
  const back = await saveJudge("panel", { bundle: judgeVersion, voters: ["judge-a", "judge-b"] });
  expect(back.body.version).toBe(first.body.version);
  expect((await studio.call("GET", "/projects/p/judges")).body).toEqual([back.body]);
});

test("refuses what is no judge, an unknown endpoint, an endpoint named twice", async () => {
  expect(await saveJudge("bad", { bundle: version, voters: ["judge-a"] })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("kind: judge") },
  });
  expect(await saveJudge("bad", { bundle: judgeVersion, voters: ["nobody"] })).toMatchObject({
    status: 400,
    body: { message: "voters: there is no endpoint nobody" },
  });
  expect((await saveJudge("bad", { bundle: judgeVersion, voters: ["judge-a", "judge-a"] })).status).toBe(400);
  expect((await saveJudge("bad", { bundle: "0".repeat(64), voters: ["judge-a"] })).status).toBe(404);
  const broken = await importBundle({ ...JUDGE_BUNDLE, "tools/x.json": "{" });
  expect((await saveJudge("bad", { bundle: broken, voters: ["judge-a"] })).status).toBe(422);
});

test("re-judging scores the stored replies by the panel and calls no policy", async () => {
  Object.assign(answers, { "judge-a": verdict(0, 0.5), "judge-b": "I cannot say.", "judge-c": verdict(0, 1) });
  await saveJudge("panel", { bundle: judgeVersion, voters: ["judge-a", "judge-b", "judge-c"] });
  const asked = policy.bodies.length;
  const { status, body: run } = await studio.call("POST", `/projects/p/runs/${source}/rejudge`, {
    judge: "panel",
    concurrency: 2,
  });
  expect(status).toBe(200);
  expect(run).toMatchObject({ repliesOf: source, version, endpoint: "policy", judge: { id: "panel" } });
  const { metrics } = await ended(run.id);
  expect(policy.bodies).toHaveLength(asked);
  expect(metrics).toMatchObject({ scored: 4, calls: 0, accuracy: { mean: 0, n: 4 }, effectiveness: { mean: 0.5 } });

  const result = (await studio.call("GET", `/projects/p/runs/${run.id}/results/case-1`)).body.result;
  expect(result).toMatchObject({ reply: "Hello to you.", calls: 0, promptTokens: null });
  expect(result.votes.map((vote: { state: string }) => vote.state)).toEqual(["voted", "abstained", "voted"]);
  const vote = await studio.call("GET", `/projects/p/runs/${run.id}/results/case-1/votes/1`);
  expect(vote.body).toMatchObject({
    vote: { voter: 1, endpoint: "judge-b", reason: "The reply holds no JSON object." },
    trajectory: { harness: { name: "Judge" }, reply: "I cannot say." },
  });
  expect((await studio.call("GET", `/projects/p/runs/${run.id}/results/case-1/votes/7`)).status).toBe(404);

  const judging = (await studio.call("GET", `/projects/p/runs/${run.id}/judging`)).body;
  expect(judging.voters).toMatchObject([
    { voted: 4, calls: 4 },
    { abstained: 4 },
    { voted: 4, promptTokens: 400, completionTokens: 40 },
  ]);
  expect(judging.cost).toBeCloseTo((3 * 440) / 1_000_000, 12);
  expect((await studio.call("GET", "/projects/p/judges")).body[0].runs).toBe(1);
}, 60_000);

test("a re-judged run can be judged anew, from the replies of the first; the run keeps the version it was made with", async () => {
  Object.assign(answers, { "judge-a": verdict(1, 1), "judge-b": null, "judge-c": verdict(1, 1) });
  const once = (await studio.call("POST", `/projects/p/runs/${source}/rejudge`, { judge: "panel" })).body;
  await ended(once.id);
  await saveJudge("panel", { bundle: judgeVersion, voters: ["judge-a"] });
  const twice = (await studio.call("POST", `/projects/p/runs/${once.id}/rejudge`, { judge: "panel" })).body;
  expect(twice).toMatchObject({ repliesOf: source });
  expect((await ended(twice.id)).metrics).toMatchObject({ scored: 4, accuracy: { mean: 1 } });
  expect((await ended(once.id)).run.judge.voters).toHaveLength(3);
}, 60_000);

test("a run made with a judge is scored by it while it runs, and only the votes tell the judge's calls", async () => {
  Object.assign(answers, { "judge-a": verdict(1, 0.5) });
  await saveJudge("single", { bundle: judgeVersion, voters: ["judge-a"] });
  const asked = policy.bodies.length;
  const { dataset } = (await studio.call("GET", `/projects/p/runs/${source}`)).body.run;
  const made = await studio.call("POST", "/projects/p/runs", { version, endpoint: "policy", dataset, judge: "single" });
  const { run, metrics } = await ended(made.body.id);
  expect(run).toMatchObject({ repliesOf: null, judge: { id: "single" } });
  expect(policy.bodies).toHaveLength(asked + 4);
  expect(metrics).toMatchObject({ calls: 4, effectiveness: { mean: 0.5, n: 4 } });
  expect((await studio.call("GET", `/projects/p/runs/${run.id}/judging`)).body.voters).toMatchObject([{ voted: 4, calls: 4 }]);
}, 60_000);

test("an unknown judge is not found, and what was done is in the audit", async () => {
  expect((await studio.call("POST", `/projects/p/runs/${source}/rejudge`, { judge: "none" })).status).toBe(404);
  const { body } = await studio.call("GET", "/audit?project=p&limit=100");
  const actions = body.items.map((event: { action: string }) => event.action);
  expect(actions).toEqual(expect.arrayContaining(["judge-created", "judge-changed", "run-rejudged"]));
});
