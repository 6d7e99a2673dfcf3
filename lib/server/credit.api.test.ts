import { afterEach, expect, test, vi } from "vitest";
import { findCredit, putCredit } from "@/db/credit-repository";
import type { StageCredit } from "@/lib/contracts/credit";
import { openRuleRoom, type RuleEntry, type RuleRoom } from "@/lib/testing/rule-room";
import { endLostCredits } from "./use-cases/credit";

const CASES = ["a", "b", "c", "d", "e", "f", "g"].map((id) => ({
  ...{ id, word: `word-${id}` },
  priority: id === "a" ? ("P0" as const) : ("P1" as const),
}));
const RULES = ["a", "b", "c", "d"].map((id) => `On ${id} say word-${id}.`);
const HELPS: RuleEntry = { id: "ent_helps", line: "On e say word-e.\nOn f say word-f." };
const HURTS: RuleEntry = { id: "ent_hurts", line: "Never say word-a." };
const IDLE: RuleEntry = { id: "ent_idle", line: "Be kind." };
/** Two of it do the same: neither alone explains what became of g. */
const TWIN = (id: string): RuleEntry => ({ id, line: "On g say word-g." });

let room: RuleRoom;
afterEach(() => room.close());

const open = async (entries: RuleEntry[], price?: number) => {
  room = await openRuleRoom({ cases: CASES, rules: RULES, entries, ...(price !== undefined && { price }) });
  return room.evaluated();
};
const credit = (body: object = {}, actor?: string) => room.post(`${room.path}/${room.stage}/credit`, body, actor);
const stop = () => room.post(`${room.path}/${room.stage}/credit/stop`, {});
const now = () => findCredit(room.studio.studio.database, room.stage);

async function ended(): Promise<StageCredit> {
  const { jobs } = room.studio.studio;
  await vi.waitUntil(() => now()?.status !== "running" && !jobs.has(`credit:${room.stage}`), { timeout: 20_000, interval: 20 });
  const found = now();
  if (!found) throw new Error("the credit is there");
  return found;
}

const verdicts = ({ entries }: StageCredit) =>
  Object.fromEntries(entries.map(({ entry, verdict, fixed, broken }) => [entry, { verdict, fixed, broken }]));

test("an entry that helps and one that hurts are told apart, on the changed cases alone", async () => {
  const stage = await open([HELPS, HURTS, IDLE, TWIN("ent_1"), TWIN("ent_2")], 1);
  const before = room.policy.bodies.length;
  const started = await credit({}, "bob");
  expect(started.body).toMatchObject({ status: "running", discordant: 4, total: 20, done: 0, by: "bob" });
  const found = await ended();
  expect(found).toMatchObject({ status: "completed", error: null, done: 20, calls: 20, tokens: 2_200, unexplained: ["g"] });
  expect(found.cost).toBeCloseTo(0.0022, 8);
  expect(room.policy.bodies.length - before).toBe(20);
  expect(verdicts(found)).toEqual({
    ent_helps: { verdict: "helps", fixed: ["e", "f"], broken: [] },
    ent_hurts: { verdict: "hurts", fixed: [], broken: ["a"] },
    ent_idle: { verdict: "no-effect", fixed: [], broken: [] },
    ent_1: { verdict: "no-effect", fixed: [], broken: [] },
    ent_2: { verdict: "no-effect", fixed: [], broken: [] },
  });
  expect((await room.studio.call("GET", `${room.path}/${room.stage}`)).body).toMatchObject({
    ...{ step: "regression-check", version: stage.version, run: stage.run, credit: { status: "completed" } },
  });
  const { items } = (await room.studio.call("GET", "/audit?limit=1")).body;
  expect(items[0]).toMatchObject({ action: "credit-started", actor: "bob", subject: `stage:${room.stage}` });
});

test("a budget goes to the broken cases first, and started again the rest is done and added up", async () => {
  await open([HELPS, HURTS]);
  await credit({ budget: { calls: 2 } });
  const first = await ended();
  expect(first).toMatchObject({ status: "budget", calls: 2, done: 2, total: 6, unexplained: [] });
  expect(verdicts(first)).toMatchObject({ ent_helps: { verdict: "untested" }, ent_hurts: { verdict: "hurts", broken: ["a"] } });
  expect(first.entries[1]?.note).toBe("1 of 3 changed cases were run without it.");
  await credit();
  const second = await ended();
  expect(second).toMatchObject({ status: "completed", calls: 6, done: 6, total: 6 });
  expect(verdicts(second)).toMatchObject({ ent_helps: { verdict: "helps", fixed: ["e", "f"] }, ent_hurts: { verdict: "hurts" } });
});

test("it is stopped and keeps what it found; two are not made at once", async () => {
  await open([HELPS, HURTS]);
  const letGo = room.hold();
  expect((await credit()).status).toBe(200);
  expect(await credit({}, "bob")).toMatchObject({ status: 409, body: { data: { current: "running", by: "ada" } } });
  expect((await stop()).body).toMatchObject({ status: "stopped", done: 0 });
  expect(await credit()).toMatchObject({ status: 409, body: { data: { current: "stopping" } } });
  expect(now()?.status).toBe("stopped");
  letGo();
  expect(await ended()).toMatchObject({ status: "stopped", error: null, done: 0 });
  expect((await stop()).body.status).toBe("stopped");
  await credit();
  expect((await ended()).status).toBe("completed");
});

test("a stage without a change, without entries and before its evaluation", async () => {
  await open([IDLE]);
  await credit();
  expect(await ended()).toMatchObject({
    status: "completed",
    total: 0,
    entries: [{ verdict: "untested", note: "No case changed." }],
  });
  expect((await room.post(`${room.path}/${room.first}/credit`, {})).status).toBe(400);
  const next = (await room.post(room.path, { parent: room.stage })).body.id;
  expect((await room.post(`${room.path}/${next}/credit`, {})).status).toBe(400);
  expect((await room.post(`${room.path}/${next}/credit/stop`, {})).status).toBe(404);
});

test("a credit that a stopped studio left under way is ended with a sentence and goes on", async () => {
  await open([HELPS, HURTS]);
  await credit({ budget: { calls: 2 } });
  const before = await ended();
  putCredit(room.studio.studio.database, { ...before, status: "running" });
  endLostCredits(room.studio.studio);
  expect(now()).toMatchObject({ status: "failed", error: expect.stringMatching(/stopped meanwhile/), done: 2 });
  await credit();
  expect(await ended()).toMatchObject({ status: "completed", calls: 6 });
});
