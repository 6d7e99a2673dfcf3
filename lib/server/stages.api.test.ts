import { afterEach, expect, test, vi } from "vitest";
import { findCredit } from "@/db/credit-repository";
import type { Entry } from "@/lib/contracts/evolution";
import { OVERRIDDEN } from "@/lib/testing/overridden";
import { openRuleRoom, type RuleEntry, type RuleRoom } from "@/lib/testing/rule-room";
import type { Principal } from "./access/principal";
import { createCaller } from "./caller";

const CASES = ["a", "b", "c", "d", "e", "f", "g"].map((id) => ({
  ...{ id, word: `word-${id}` },
  priority: id === "a" || id === "b" ? ("P0" as const) : ("P1" as const),
}));
const RULES = ["a", "b", "c", "d"].map((id) => `On ${id} say word-${id}.`);
const HELPS: RuleEntry = { id: "ent_helps", line: "On e say word-e.\nOn f say word-f." };
const HURTS: RuleEntry = { id: "ent_hurts", line: "Never say word-a.\nNever say word-b." };
const IDLE: RuleEntry = { id: "ent_idle", line: "Be kind.", touched: ["d"] };

let room: RuleRoom;
afterEach(() => room.close());

const open = async (entries: RuleEntry[], settings?: object) => {
  room = await openRuleRoom({ cases: CASES, rules: RULES, entries });
  return room.evaluated(settings);
};
const own = (rest: string, body: object, actor?: string) => room.post(`${room.path}/${room.stage}/${rest}`, body, actor);
const get = async (path: string) => (await room.studio.call("GET", path)).body;
const newestEvent = async (action: string) => {
  const { items } = await get("/audit?limit=20");
  return items.find((event: { action: string }) => event.action === action);
};
const PROMOTE = { kind: "promote", reason: "good", expectedRelease: null, ...OVERRIDDEN };

test("a stage that breaks P0 cases is promoted only by naming every one of them", async () => {
  await open([HELPS, HURTS]);
  const refused = await own("decide", PROMOTE);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("2 P0 cases: a, b")]);
  const half = await own("decide", { ...PROMOTE, acceptedP0: ["a", "c"] });
  expect([half.status, half.body.message]).toEqual([409, expect.stringContaining("a P0 case: b")]);
  const { version } = await get(`${room.path}/${room.stage}`);
  const around = await room.post("/projects/p/releases/promote", { version, reason: "r", expectedRelease: null, ...OVERRIDDEN });
  expect([around.status, around.body.message]).toEqual([409, expect.stringContaining("accepted by name")]);
  expect(await get("/projects/p/releases")).toEqual([]);
  const accepted = await own("decide", { ...PROMOTE, acceptedP0: ["a", "b", "c"] }, "bob");
  expect(accepted.body.decision).toMatchObject({ kind: "promote", by: "bob", acceptedP0: ["a", "b"] });
  expect((await newestEvent("stage-decided")).detail).toMatchObject({ kind: "promote", acceptedP0: ["a", "b"] });
});

test("what a stage broke can be accepted by name where two people promote", async () => {
  await open([HELPS, HURTS]);
  const { version } = await get(`${room.path}/${room.stage}`);
  const [now] = await get("/projects/p/gates/settings");
  const settings = { ...now.settings, secondPerson: ["production"] };
  await room.studio.call("PUT", "/projects/p/gates/settings", { settings, reason: "r", expectedVersion: now.version });
  const ask = (acceptedP0: string[]) =>
    room.post(
      "/projects/p/promotion-requests",
      { ...{ version, reason: "r", expectedRelease: null, acceptedP0 }, ...OVERRIDDEN },
      "ada",
    );
  expect([(await ask([])).status, (await ask(["a"])).status]).toEqual([409, 409]);
  const { body } = await ask(["a", "b"]);
  const approved = await room.post(`/projects/p/promotion-requests/${body.id}`, { action: "approve", note: "" }, "bob");
  expect([approved.body.state, approved.body.promotion.acceptedP0]).toEqual(["approved", ["a", "b"]]);
  expect((await newestEvent("release-promoted")).detail).toMatchObject({ acceptedP0: ["a", "b"] });
});

test("a P0 case that could not be scored any more blocks like a broken one, and is told apart", async () => {
  const { run } = await open([HELPS]);
  // There is no other door for a case that the model's service lost on the way.
  const { $client: client } = room.studio.studio.database;
  client
    .prepare("update case_results set state = 'unscored', accuracy = null, effectiveness = null where run = ? and \"case\" = 'a'")
    .run(run);
  const refused = await own("decide", PROMOTE);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("a could not be scored")]);
  expect((await own("decide", { ...PROMOTE, acceptedP0: ["a"] })).body.decision).toMatchObject({ acceptedP0: ["a"] });
});

test("a stage that breaks no P0 case needs none named, and a roll back never does", async () => {
  await open([HELPS]);
  expect((await own("decide", PROMOTE)).body.decision).toMatchObject({ kind: "promote", acceptedP0: [] });
  await room.close();
  await open([HURTS]);
  expect((await own("decide", { kind: "rollback", reason: "worse" })).body.decision).toMatchObject({ kind: "rollback" });
});

test("a stage is promoted under the rules of every promotion: gates, a second person, the role", async () => {
  await open([HELPS]);
  const bare = { kind: "promote", reason: "good", expectedRelease: null };
  expect((await own("decide", bare)).body.data).toEqual({ current: "gates" });
  const { studio } = room.studio;
  const developer: Principal = {
    kind: "person",
    person: "per_1",
    memberships: [{ project: "p", role: "developer" }],
    scopes: null,
  };
  const { campaign } = room;
  const decide = createCaller(studio, "dan", developer).stages.decide({
    ...{ project: "p", campaign, stage: room.stage, kind: "promote", reason: "good", expectedRelease: null, ...OVERRIDDEN },
  });
  await expect(decide).rejects.toMatchObject({ status: 403 });
  const [{ settings, version: expectedVersion }] = await get("/projects/p/gates/settings");
  await room.studio.call("PUT", "/projects/p/gates/settings", {
    ...{ settings: { ...settings, secondPerson: ["production"] }, reason: "r", expectedVersion },
  });
  expect((await own("decide", PROMOTE)).body.data).toEqual({ current: "second-person" });
  const { version, run } = await get(`${room.path}/${room.stage}`);
  const asked = await room.post("/projects/p/promotion-requests", {
    version,
    run,
    reason: "good",
    expectedRelease: null,
    ...OVERRIDDEN,
  });
  const answer = await room.post(`/projects/p/promotion-requests/${asked.body.id}`, { action: "approve" }, "bob");
  const [release] = await get("/projects/p/releases");
  expect(release).toMatchObject({ id: answer.body.release, version, actor: "bob" });
  const decided = await own("decide", { ...bare, expectedRelease: release.id });
  expect(decided.body.decision).toMatchObject({ kind: "promote" });
  expect(await get("/projects/p/releases")).toHaveLength(1);
});

test("a promotion of an entry that hurts is written down by its name", async () => {
  await open([HELPS, HURTS]);
  await own("credit", {});
  await vi.waitUntil(() => findCredit(room.studio.studio.database, room.stage)?.status === "completed", { timeout: 20_000 });
  await own("decide", { ...PROMOTE, acceptedP0: ["a", "b"] });
  expect((await newestEvent("stage-decided")).detail).toMatchObject({ hurts: ["Entry ent_hurts"] });
});

test("a stage that can no longer gain is rejected early: rolled back or stopped, never promoted", async () => {
  const stage = await open([IDLE], { curtail: { needed: 1 } });
  expect(stage).toMatchObject({ step: "regression-check", decision: null });
  const { run } = await get(`/projects/p/runs/${stage.run}`);
  expect(run).toMatchObject({ status: "stopped", outcome: { early: { decision: "not-enough" }, stop: { cause: "early" } } });
  expect(run.settings.early).toMatchObject({ mode: "curtail", base: room.run, needed: 1, touched: ["d"] });
  const campaign = await get(`/projects/p/campaigns/${room.campaign}`);
  expect(campaign.stages[1].step).toBe("regression-check");
  const comparison = await get(`${room.path}/${room.stage}/comparison`);
  expect(comparison).toMatchObject({ flips: [], paired: run.counts.scored });
  expect(comparison.caveats).toContainEqual(expect.stringContaining("head run ended early"));
  expect((await get(`/projects/p/campaigns/${room.campaign}/chart`)).points[1].metrics).toBeNull();

  expect(await own("decide", PROMOTE)).toMatchObject({ status: 400, body: { message: expect.stringContaining("ended early") } });
  expect((await own("evaluate", {})).body).toMatchObject({ code: "CONFLICT", data: { current: stage.run } });
  expect((await room.post(room.path, { parent: room.stage })).body.message).toMatch(/begin from the stage before it/);
  expect((await own("decide", { kind: "rollback", reason: "no gain" })).body).toMatchObject({ step: "decided" });
});

test("a campaign goes on from the parent of a stage that was rejected early", async () => {
  await open([IDLE], { curtail: { needed: 1 } });
  expect((await own("decide", { kind: "another-stage", reason: "try others" })).status).toBe(200);
  expect((await room.post(room.path, { parent: room.first })).body).toMatchObject({ parent: room.first, step: "diagnose" });
});

test("the rest of a run that was ended early can be run, and then the stage may be promoted", async () => {
  const stage = await open([IDLE], { curtail: { needed: 1 } });
  await room.post(`/projects/p/runs/${stage.run}/again`, {});
  await room.ended(stage.run ?? "");
  expect(await get(`/projects/p/runs/${stage.run}`)).toMatchObject({ run: { status: "completed" }, metrics: { scored: 7 } });
  expect((await own("decide", PROMOTE)).status).toBe(200);
});

test("a run whose gain is certain early goes on to its end", async () => {
  const stage = await open([HELPS], { curtail: { needed: 1 } });
  const { run } = await get(`/projects/p/runs/${stage.run}`);
  expect(run).toMatchObject({
    status: "completed",
    counts: { scored: 7 },
    outcome: { early: { decision: "reached", saved: 0 } },
  });
  expect((await own("decide", PROMOTE)).status).toBe(200);
});

test("a run that stopped at its budget leaves the stage at its evaluation, and is not started anew", async () => {
  const stage = await open([HELPS], { budget: { calls: 3 } });
  expect(stage.step).toBe("evaluate");
  expect((await own("evaluate", {})).body).toMatchObject({ code: "CONFLICT", message: expect.stringContaining("run the rest") });
  expect((await own("decide", PROMOTE)).status).toBe(400);
  await room.post(`/projects/p/runs/${stage.run}/again`, { budget: {} });
  await room.ended(stage.run ?? "");
  expect((await get(`${room.path}/${room.stage}`)).step).toBe("regression-check");
});

test("only a dev run with one before it is curtailed", async () => {
  await open([IDLE]);
  const next = (await room.post(`${room.path}`, { parent: room.first, version: room.version })).body.id;
  const heldOut = await room.post(`${room.path}/${next}/evaluate`, { on: "held-out", curtail: { needed: 1 } });
  expect(heldOut.status).toBe(400);
  const made = await room.post("/projects/p/campaigns", {
    name: "D",
    endpoint: "rules",
    dataset: room.dataset,
    version: room.version,
  });
  const path = `/projects/p/campaigns/${made.body.id}/stages/${made.body.stages[0].id}/evaluate`;
  expect((await room.post(path, { curtail: { needed: 1 } })).body.message).toMatch(/^curtail: /);
});

test("a version without the entry that hurts is a stage beside this one, which is then evaluated", async () => {
  const stage = await open([HELPS, HURTS]);
  const removed = await own("without", { entries: ["ent_hurts"], reason: "It breaks a and b." }, "bob");
  expect(removed.body).toMatchObject({
    ...{ name: "Evolution 1 without “Entry ent_hurts”", parent: room.first, step: "evaluate", baseRun: room.run },
    ...{ entries: { accepted: 1 }, diagnosis: { clusters: [{ id: "c1" }] } },
  });
  const [kept] = removed.body.proposals as Entry[];
  expect(kept).toMatchObject({ copyOf: "ent_helps", status: "accepted", stage: removed.body.id, revision: 1 });
  expect(kept?.id).not.toBe("ent_helps");
  const { version } = await get(`/projects/p/versions/${removed.body.version}`);
  expect(version).toMatchObject({ parent: room.version, author: "bob", message: expect.stringContaining("It breaks a and b.") });
  expect((await newestEvent("entries-removed")).detail).toMatchObject({ entries: ["ent_hurts"], stage: removed.body.id });
  expect((await get(`${room.path}/${room.stage}`)).version).toBe(stage.version);

  const { id } = (await room.post(`${room.path}/${removed.body.id}/evaluate`, {})).body;
  await room.ended(id);
  const comparison = await get(`${room.path}/${removed.body.id}/comparison`);
  expect(comparison).toMatchObject({ brokenP0: [], flips: [{ direction: "fixed" }, { direction: "fixed" }] });
  const again = await own("without", { entries: ["ent_hurts"], reason: "again" });
  expect([again.status, again.body.data.current]).toEqual([409, removed.body.id]);
  expect((await room.post(room.path, { parent: room.first })).body.name).toBe("Evolution 2");
});

test("entries are not left out where nothing is left, where they are of another stage, and where others build on them", async () => {
  await open([IDLE, HELPS, { ...HURTS, after: "Be kind." }]);
  expect((await own("without", { entries: ["ent_helps", "ent_hurts", "ent_idle"], reason: "r" })).status).toBe(400);
  expect((await own("without", { entries: ["ent_none"], reason: "r" })).status).toBe(400);
  expect((await room.post(`${room.path}/${room.first}/without`, { entries: ["ent_helps"], reason: "r" })).status).toBe(400);
  const stuck = await own("without", { entries: ["ent_idle"], reason: "r" });
  expect([stuck.status, stuck.body.message]).toEqual([409, "These entries do not apply without it: Entry ent_hurts."]);
  expect((await get(`/projects/p/campaigns/${room.campaign}`)).stages).toHaveLength(2);
});
