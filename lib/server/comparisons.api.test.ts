import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { forgetComparisons } from "@/db/comparison-repository";
import { caseResults, comparisons, runs } from "@/db/schema";
import { COMPARE_METHOD } from "@/lib/evaluation/compare";
import { prepareComparisons } from "@/lib/server/paired-results";
import { type Answer, openTestStudio, SMALL_BUNDLE, smallCaseFile, type TestStudio } from "@/lib/testing/test-studio";

let studio: TestStudio;
let version: string;
let dataset: string;

beforeEach(async () => {
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  version = (await studio.call("POST", "/projects/p/versions/import", { files: SMALL_BUNDLE })).body.version.hash;
  const text = smallCaseFile(8);
  dataset = (await studio.call("POST", "/projects/p/datasets/import", { name: "dev", role: "dev", text })).body.dataset.id;
});
afterEach(() => studio.close());

const get = (path: string): Promise<Answer> => studio.call("GET", `/projects/p${path}`);
const post = (path: string, body: object): Promise<Answer> => studio.call("POST", `/projects/p${path}`, body);

async function ended(run: string): Promise<string> {
  const signal = AbortSignal.timeout(20_000);
  for await (const _ of studio.studio.runner.progress(run, signal)) signal.throwIfAborted();
  return run;
}

const startedRun = async (settings: object = {}): Promise<string> =>
  ended((await post("/runs", { version, endpoint: "embedded", dataset, settings })).body.id);

/** Rewrites the Accuracy of some cases of a run, as if it had answered otherwise. */
function score(run: string, wrong: readonly string[]): void {
  const { database } = studio.studio;
  database.update(caseResults).set({ accuracy: 1 }).where(eq(caseResults.run, run)).run();
  for (const id of wrong) {
    database.$client.prepare(`update case_results set accuracy = 0 where run = ? and "case" = ?`).run(run, id);
  }
}

const kept = () => studio.studio.database.select().from(comparisons).all();

test("two runs are compared with flips, their comments, tests and a verdict for each metric at the margin given", async () => {
  const [base, head] = [await startedRun(), await startedRun({ seed: 2 })];
  score(base, ["case-1", "case-2"]);
  score(head, ["case-3"]);
  const { body } = await get(`/runs/compare?base=${base}&head=${head}`);
  expect(body).toMatchObject({ paired: 8, unpaired: 0, noise: null, base: { id: base }, head: { id: head } });
  expect(body.coverage).toBeUndefined();
  expect(body.metrics[0]).toMatchObject({ metric: "accuracy", better: 2, worse: 1, n: 8 });
  expect(body.flips.map((flip: { case: string; comment: string }) => [flip.case, flip.comment])).toEqual([
    ["case-1", "hello number 1"],
    ["case-2", "hello number 2"],
    ["case-3", "hello number 3"],
  ]);
  expect(body.nonInferiority.map((one: { metric: string; margin: number }) => [one.metric, one.margin])).toEqual([
    ["accuracy", 0.02],
    ["effectiveness", 0.02],
    ["avg", 0.02],
  ]);
  const wide = (await get(`/runs/compare?base=${base}&head=${head}&margin=1`)).body.nonInferiority;
  expect(wide[0]).toMatchObject({ margin: 1, verdict: "non-inferior" });
});

test("a comparison is kept, read again as it was, and forgotten when a run of it changes", async () => {
  const [base, head] = [await startedRun(), await startedRun({ seed: 2 })];
  score(base, ["case-1"]);
  score(head, []);
  const first = (await get(`/runs/compare?base=${base}&head=${head}`)).body;
  expect(kept().map((row) => [row.base, row.head, row.method])).toEqual([[base, head, COMPARE_METHOD]]);
  score(head, ["case-4"]);
  expect((await get(`/runs/compare?base=${base}&head=${head}`)).body).toEqual(first);
  forgetComparisons(studio.studio.database, head);
  const again = (await get(`/runs/compare?base=${base}&head=${head}`)).body;
  expect(again.flips.map((flip: { case: string }) => flip.case)).toEqual(["case-1", "case-4"]);
});

test("what an earlier method computed is computed anew", async () => {
  const [base, head] = [await startedRun(), await startedRun({ seed: 2 })];
  await get(`/runs/compare?base=${base}&head=${head}`);
  studio.studio.database
    .update(comparisons)
    .set({ method: "paired-0", body: Buffer.from("old") })
    .run();
  expect((await get(`/runs/compare?base=${base}&head=${head}`)).status).toBe(200);
  expect(kept().map((row) => row.method)).toEqual([COMPARE_METHOD]);
});

test("a run that has not ended cannot be compared; one that stopped at its budget can, with a caveat", async () => {
  const [base, head] = [await startedRun(), await startedRun({ seed: 2 })];
  const { database } = studio.studio;
  database.update(runs).set({ metrics: null, status: "paused" }).where(eq(runs.id, head)).run();
  const refused = await get(`/runs/compare?base=${base}&head=${head}`);
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("has not ended")]);
  const { metrics } = database.select().from(runs).where(eq(runs.id, base)).get() ?? expect.fail();
  database.update(runs).set({ metrics, status: "stopped" }).where(eq(runs.id, head)).run();
  const { caveats } = (await get(`/runs/compare?base=${base}&head=${head}`)).body;
  expect(caveats).toEqual(["The head run stopped at its budget: 8 of 8 results."]);
});

test("measuring noise repeats a run with the next unused seed, and the floor stands beside comparisons of its version", async () => {
  const settings = { seed: 5, concurrency: 2, reuse: true };
  const [base, head] = [await startedRun(settings), await startedRun({ seed: 9 })];
  const first = (await post(`/runs/${base}/noise`, {})).body;
  expect(first).toMatchObject({ noiseOf: base, version, settings: { seed: 6, concurrency: 2, reuse: false, early: null } });
  await ended(first.id);
  const second = (await post(`/runs/${first.id}/noise`, {})).body;
  expect(second).toMatchObject({ noiseOf: base, settings: { seed: 7 } });
  await ended(second.id);
  score(base, []);
  score(first.id, ["case-1"]);
  score(second.id, ["case-1", "case-2", "case-3"]);
  const { noise } = (await get(`/runs/compare?base=${base}&head=${head}`)).body;
  expect(noise.pairs).toEqual([
    { base, run: first.id },
    { base, run: second.id },
  ]);
  const wide = (await get(`/runs/compare?base=${base}&head=${second.id}`)).body.metrics[0];
  expect(noise.accuracy).toBeCloseTo((wide.high - wide.low) / 2, 12);
});

test("noise is not measured on a run that has not ended, nor where the endpoint serves another model now", async () => {
  const run = await startedRun();
  const { database } = studio.studio;
  database.$client.prepare("update endpoints set checkpoint = 'step-2' where id = 'embedded'").run();
  expect((await post(`/runs/${run}/noise`, {})).body).toMatchObject({ code: "CONFLICT" });
  database.update(runs).set({ metrics: null, status: "paused" }).where(eq(runs.id, run)).run();
  expect((await post(`/runs/${run}/noise`, {})).body).toMatchObject({ code: "BAD_REQUEST" });
});

test("many runs are compared with one, Holm over the runs, in the order asked for", async () => {
  const base = await startedRun();
  const heads = [await startedRun({ seed: 2 }), await startedRun({ seed: 3 })];
  score(base, []);
  score(heads[0] ?? "", ["case-1", "case-2", "case-3", "case-4", "case-5", "case-6", "case-7"]);
  score(heads[1] ?? "", ["case-1"]);
  const { body } = await get(`/runs/compare-many?base=${base}&heads=${heads[1]}&heads=${heads[0]}`);
  expect(body.heads.map((head: { run: { id: string } }) => head.run.id)).toEqual([heads[1], heads[0]]);
  const [, worst] = body.heads;
  expect(worst).toMatchObject({ fixed: 0, broken: 7, paired: 8 });
  expect(worst.pHolm.accuracy).toBeCloseTo(2 * worst.metrics[0].p, 12);
  expect(worst.categories[0].pHolm).toBeCloseTo(2 * worst.categories[0].avg.p, 12);
  expect((await get(`/runs/compare-many?base=${base}&heads=${heads[0]}`)).body.heads).toHaveLength(1);
  expect((await get(`/runs/compare-many?base=${base}&heads=${base}`)).status).toBe(400);
});

test("the metrics of a run come from its narrow rows and its sums", async () => {
  const run = await startedRun();
  const { metrics: stored } = (await get(`/runs/${run}`)).body;
  studio.studio.database.update(runs).set({ metrics: null }).where(eq(runs.id, run)).run();
  const { metrics } = (await get(`/runs/${run}`)).body;
  expect(metrics).toEqual(stored);
  expect(metrics).toMatchObject({ cases: 8, scored: 8, unscoredBy: {}, reused: 0 });
  expect(metrics.calls).toBeGreaterThanOrEqual(8);
  expect(metrics.latency.n).toBe(8);
});

test("what a chart will ask of a run that has just ended is computed beforehand, and the chart reads it", async () => {
  const campaign = (await post("/campaigns", { name: "C", endpoint: "embedded", dataset, version, seed: 7 })).body;
  const path = `/campaigns/${campaign.id}`;
  const first = campaign.stages[0].id;
  const base = await ended((await post(`${path}/stages/${first}/evaluate`, {})).body.id);
  const stage = (await post(`${path}/stages`, { parent: first, version })).body.id;
  const head = await ended((await post(`${path}/stages/${stage}/evaluate`, {})).body.id);
  score(base, ["case-1"]);
  score(head, ["case-2", "case-3"]);
  forgetComparisons(studio.studio.database, head);
  prepareComparisons(studio.studio.database, head);
  expect(kept().map((row) => [row.base, row.head])).toEqual([[base, head]]);
  score(head, []);
  const { points } = (await get(`${path}/chart`)).body;
  expect(points[1]).toMatchObject({ fixed: 1, broken: 2, brokenP0: [] });
});
