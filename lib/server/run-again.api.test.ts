import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { caseResults, runs } from "@/db/schema";
import { openTestStudio, SMALL_BUNDLE, smallCaseFile, type TestStudio } from "@/lib/testing/test-studio";

let studio: TestStudio;
let version: string;

beforeEach(async () => {
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  version = (await studio.call("POST", "/projects/p/versions/import", { files: SMALL_BUNDLE })).body.version.hash;
});
afterEach(() => studio.close());

const post = (path: string, body: object) => studio.call("POST", `/projects/p${path}`, body);

const importSet = async (role: string): Promise<string> =>
  (await post("/datasets/import", { name: role, role, text: smallCaseFile(6) })).body.dataset.id;

async function ended(run: string) {
  for await (const _ of studio.studio.runner.progress(run, AbortSignal.timeout(20_000)));
  return (await studio.call("GET", `/projects/p/runs/${run}`)).body.run;
}

async function endedRun(dataset: string, settings: object = {}): Promise<string> {
  const { body } = await post("/runs", { version, endpoint: "embedded", dataset, settings, reason: "a test" });
  return (await ended(body.id)).id;
}

/** Rewrites a stored result, and the run's counts with it, as if it had ended otherwise. */
function spoil(run: string, id: string, state: "failed" | "unscored") {
  const { database } = studio.studio;
  database.$client
    .prepare(
      `update case_results set state = ?, accuracy = ?, effectiveness = null, reason = 'test' where run = ? and "case" = ?`,
    )
    .run(state, state === "failed" ? 0 : null, run, id);
  const row = database.select({ metrics: runs.metrics }).from(runs).where(eq(runs.id, run)).get();
  if (!row?.metrics) expect.fail("the run has not ended");
  const metrics = { ...row.metrics, scored: row.metrics.scored - 1, [state]: row.metrics[state] + 1 };
  database.update(runs).set({ metrics }).where(eq(runs.id, run)).run();
}

const attemptsOf = (run: string) => studio.studio.database.select().from(caseResults).where(eq(caseResults.run, run)).all();
const looksAt = async (dataset: string) => (await studio.call("GET", `/projects/p/datasets/${dataset}/looks`)).body;

test("only unscored cases are run again unless failed ones are asked for, which the run then says", async () => {
  const run = await endedRun(await importSet("dev"));
  spoil(run, "case-2", "unscored");
  spoil(run, "case-3", "failed");
  expect((await post(`/runs/${run}/again`, {})).status).toBe(200);
  expect(await ended(run)).toMatchObject({
    status: "completed",
    counts: { done: 6, scored: 5, failed: 1 },
    outcome: { rerunFailed: 0 },
  });
  expect((await post(`/runs/${run}/again`, { failed: true })).status).toBe(200);
  expect(await ended(run)).toMatchObject({ status: "completed", counts: { done: 6, scored: 6 }, outcome: { rerunFailed: 1 } });
  expect(attemptsOf(run)).toHaveLength(6);
  const nothing = await post(`/runs/${run}/again`, { failed: true });
  expect([nothing.status, nothing.body.message]).toEqual([400, "run: every case of it is scored; nothing is left to run again"]);
});

test("a run that other check programs scored is not mixed with what these would say", async () => {
  const run = await endedRun(await importSet("dev"));
  spoil(run, "case-2", "unscored");
  studio.studio.database.update(runs).set({ checkVersion: "checks-of-old" }).where(eq(runs.id, run)).run();
  const refused = await post(`/runs/${run}/again`, {});
  expect([refused.status, refused.body.data]).toEqual([409, { current: expect.stringContaining("checks") }]);
  expect(attemptsOf(run)).toHaveLength(6);
});

test("failed cases of a gate set that are run again are another look, unscored ones are none", async () => {
  const dataset = await importSet("gate");
  const run = await endedRun(dataset);
  spoil(run, "case-1", "unscored");
  await post(`/runs/${run}/again`, {});
  await ended(run);
  expect(await looksAt(dataset)).toHaveLength(1);
  spoil(run, "case-2", "failed");
  await post(`/runs/${run}/again`, { failed: true });
  await ended(run);
  expect(await looksAt(dataset)).toMatchObject([{ kind: "run", index: 2, run, actor: "ada" }, { index: 1 }]);
});

test("failed cases of a vault keep their verdict", async () => {
  const run = await endedRun(await importSet("vault"));
  spoil(run, "case-2", "failed");
  expect((await post(`/runs/${run}/again`, { failed: true })).status).toBe(409);
  spoil(run, "case-1", "unscored");
  expect((await post(`/runs/${run}/again`, {})).status).toBe(200);
  expect(await ended(run)).toMatchObject({ counts: { scored: 5, failed: 1 } });
});

test("an early decision needs a base that has ended, with one repeat of each case", async () => {
  const dataset = await importSet("dev");
  const base = await endedRun(dataset, { repeats: 2 });
  const early = { mode: "curtail", base, needed: 1 };
  const refused = await post("/runs", { version, endpoint: "embedded", dataset, settings: { early } });
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("one repeat")]);
  const single = await endedRun(dataset);
  expect(
    (await post("/runs", { version, endpoint: "embedded", dataset, settings: { early: { ...early, base: single } } })).status,
  ).toBe(200);
});
