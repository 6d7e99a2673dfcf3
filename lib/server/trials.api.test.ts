import { afterEach, expect, test, vi } from "vitest";
import { findTrial, insertTrial } from "@/db/trial-repository";
import type { Trial } from "@/lib/contracts/trial";
import { openRuleRoom, promptOf, type RuleEntry, type RuleRoom } from "@/lib/testing/rule-room";
import { endLostTrials } from "./use-cases/trials";

const IDS = ["a", "b", "c", "d", "e", "f"];
const CASES = IDS.map((id) => ({ id, word: `word-${id}` }));
const RULES = ["a", "b", "c", "d"].map((id) => `On ${id} say word-${id}.`);
const HELPFUL: RuleEntry = {
  ...{ id: "ent_good", line: "On e say word-e.", predictedFixes: ["e", "f"], touched: ["a", "b", "c", "d"] },
};

let room: RuleRoom;
afterEach(() => room.close());

const open = async (entries: RuleEntry[], price?: number) => {
  room = await openRuleRoom({ cases: CASES, rules: RULES, entries, ...(price !== undefined && { price }) });
};

const tryIt = (entry: string, body: object = {}, actor?: string) =>
  room.post(`${room.path}/${room.stage}/entries/${entry}/try`, body, actor);
const stageNow = async () => (await room.studio.call("GET", `${room.path}/${room.stage}`)).body;

async function ended(trial: string): Promise<Trial> {
  const now = () => findTrial(room.studio.studio.database, room.stage, trial);
  await vi.waitUntil(() => now()?.status !== "running", { timeout: 20_000, interval: 20 });
  const found = now();
  if (!found) throw new Error("the trial is there");
  return found;
}

test("an entry is tried at once on failing and at-risk cases, with what came of each", async () => {
  await open([{ ...HELPFUL, line: "On e say word-e.\nNever say word-a." }], 1);
  const started = await tryIt("ent_good", {}, "bob");
  expect(started).toMatchObject({ status: 200, body: { status: "running", total: 6, cases: [], by: "bob", draft: false } });
  const trial = await ended(started.body.id);
  const outcomes = trial.cases.map(({ case: id, why, outcome }) => [id, why, outcome]).toSorted();
  expect(outcomes).toEqual([
    ["a", "at-risk", "broken"],
    ["b", "at-risk", "same"],
    ["c", "at-risk", "same"],
    ["d", "at-risk", "same"],
    ["e", "fails", "fixed"],
    ["f", "fails", "same"],
  ]);
  expect(trial).toMatchObject({ status: "completed", error: null, calls: 6, tokens: 660 });
  expect(trial.cost).toBeCloseTo(0.00066, 8);
  const broken = trial.cases.find((one) => one.case === "a");
  expect(broken).toMatchObject({
    before: { accuracy: 1 },
    after: { accuracy: 0 },
    beforeReply: "Well word-a",
    afterReply: "Well",
  });
  expect(broken?.note).toMatch(/^word: /);
  const stage = await stageNow();
  expect(stage.trials).toMatchObject([{ id: trial.id, status: "completed" }]);
  expect(stage).toMatchObject({ step: "confirm", proposals: [{ status: "proposed", revision: 1 }] });
  const { items } = (await room.studio.call("GET", "/audit?limit=1")).body;
  expect(items[0]).toMatchObject({ action: "entry-tried", actor: "bob", subject: "entry:ent_good" });
});

test("watchers of the stage are told as its cases end", async () => {
  await open([HELPFUL]);
  const letGo = room.hold();
  const { id } = (await tryIt("ent_good", { fails: 1, atRisk: 0 })).body;
  const told = room.studio.studio.stageEvents.watch(room.stage);
  letGo();
  await told.next(20_000);
  expect(findTrial(room.studio.studio.database, room.stage, id)?.cases).toHaveLength(1);
  told.stop();
});

test("an entry has one trial at a time; another entry has its own", async () => {
  await open([HELPFUL, { ...HELPFUL, id: "ent_other" }]);
  const letGo = room.hold();
  const [first, second] = await Promise.all([tryIt("ent_good", {}, "ada"), tryIt("ent_good", {}, "ada")]);
  expect([first.status, second.status].toSorted()).toEqual([200, 409]);
  const refused = first.status === 409 ? first : second;
  expect(refused.body).toMatchObject({ code: "CONFLICT", data: { by: "ada" } });
  const other = await tryIt("ent_other");
  expect(other.status).toBe(200);
  letGo();
  for (const one of [first, second, other]) if (one.status === 200) await ended(one.body.id);
  expect((await tryIt("ent_good")).status).toBe(200);
});

test("a trial is stopped and keeps the cases it has", async () => {
  await open([HELPFUL]);
  const letGo = room.hold();
  const { id } = (await tryIt("ent_good")).body;
  const path = `${room.path}/${room.stage}/trials/${id}/stop`;
  expect((await room.post(path, {})).body).toMatchObject({ id, status: "stopped" });
  letGo();
  await vi.waitUntil(() => !room.studio.studio.jobs.has(`trial:${id}`), { timeout: 20_000 });
  expect(await ended(id)).toMatchObject({ status: "stopped", error: null, cases: [] });
  expect((await room.post(path, {})).body).toMatchObject({ status: "stopped" });
  expect((await room.post(`${room.path}/${room.stage}/trials/trl_none/stop`, {})).status).toBe(404);
});

test("an unsaved edit is tried in place of the entry, and is not kept", async () => {
  await open([HELPFUL]);
  const files = { "prompt/01-role.md": promptOf(["On f say word-f.", ...RULES]) };
  const { id } = (await tryIt("ent_good", { files, atRisk: 1 })).body;
  const trial = await ended(id);
  expect(trial).toMatchObject({ draft: true, status: "completed", total: 3 });
  expect(trial.cases.filter(({ outcome }) => outcome === "fixed").map((one) => one.case)).toEqual(["f"]);
  expect((await stageNow()).proposals[0]).toMatchObject({ status: "proposed", revision: 1 });
});

test("an unsaved edit that does not verify is refused with its place, and nothing is tried", async () => {
  await open([HELPFUL]);
  const refused = await tryIt("ent_good", { files: { "harness.yaml": "name: [" } });
  expect([refused.status, refused.body.data.diagnostics[0].path]).toEqual([422, "harness.yaml"]);
  expect((await stageNow()).trials).toEqual([]);
});

test("an entry without a case to try, an invalid and an unknown one are refused", async () => {
  await open([
    { ...HELPFUL, predictedFixes: ["a"], touched: [] },
    { ...HELPFUL, id: "ent_bad", status: "invalid" },
  ]);
  expect((await tryIt("ent_good", { fails: 0 })).status).toBe(400);
  expect((await tryIt("ent_bad")).status).toBe(400);
  expect((await tryIt("ent_none")).status).toBe(404);
});

test("a service that is down leaves its cases unscored, each with its reason", async () => {
  await open([HELPFUL]);
  await room.policy.close();
  const { id } = (await tryIt("ent_good", { fails: 1, atRisk: 1 })).body;
  const trial = await ended(id);
  expect(trial.cases.map(({ outcome, after }) => [outcome, after])).toEqual([
    ["unscored", null],
    ["unscored", null],
  ]);
  expect(trial.cases[0]?.note).toMatch(/unreachable/);
});

test("a trial that a stopped studio left under way is ended and can be started again", async () => {
  await open([HELPFUL]);
  const { database } = room.studio.studio;
  const lost: Trial = {
    ...{ id: "trl_lost", stage: room.stage, entry: "ent_good", revision: 1, draft: false, status: "running", error: null },
    ...{ total: 4, cases: [], calls: 0, tokens: 0, cost: null, by: "ada", at: "2026-01-01T00:00:00.000Z" },
  };
  insertTrial(database, lost);
  expect((await tryIt("ent_good")).status).toBe(409);
  endLostTrials(room.studio.studio);
  expect(findTrial(database, room.stage, "trl_lost")).toMatchObject({
    status: "failed",
    error: expect.stringMatching(/stopped/),
  });
  expect((await tryIt("ent_good")).status).toBe(200);
});
