import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Stage } from "@/lib/contracts/evolution";
import { answerAsAnalyst, firstQuote, readQuestion, sendAnswer } from "@/lib/testing/analyst-answers";
import { type FailingCampaign, failingCampaign, WORD } from "@/lib/testing/failing-campaign";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";
import { sendJson, startWireServer, type WireServer } from "@/lib/testing/wire-server";
import { endLostDiagnoses } from "./use-cases/diagnose";

const PROMPT = "prompt/01-role.md";
const ANCHOR = "You answer viewers in one sentence.\n";
const HEURISTIC = { analyst: { kind: "heuristic", endpoint: null } };
const LLM = { analyst: { kind: "llm", endpoint: "scripted" } };
const KEY = "sk-planted-secret-4711";

let studio: TestStudio;
let wire: WireServer;
let made: FailingCampaign;
let answer: (response: ServerResponse, body: unknown) => void;

const rule = (text: string) => (user: string) => ({
  title: "Say the ninth of never",
  component: "prompt",
  owner: "prompt",
  whyLevel: "Every task needs it.",
  reason: "Nothing asks for it.",
  evidence: [firstQuote(user)],
  operations: [{ op: "insert-after", anchor: { path: PROMPT, text: ANCHOR }, text }],
  predictedFixes: [`${WORD}-1`, `${WORD}-2`],
  predictedRisks: [],
});
const analyst = (text: string) => (response: ServerResponse, body: unknown) =>
  sendAnswer(response, answerAsAnalyst(body, rule(text)));

beforeEach(async () => {
  process.env.TEST_ANALYST_KEY = KEY;
  studio = openTestStudio();
  wire = await startWireServer((response, body) => answer(response, body));
  made = await failingCampaign(studio, SMALL_BUNDLE);
  const endpoint = { id: "scripted", name: "Scripted", baseUrl: wire.url, model: "m", keyVariable: "TEST_ANALYST_KEY" };
  await studio.call("PUT", "/endpoints/scripted", { ...endpoint, promptPrice: 10, completionPrice: 10 });
});
afterEach(async () => {
  await studio.close();
  await wire.close();
  delete process.env.TEST_ANALYST_KEY;
});

const call = (what: string, body: object = {}) => studio.call("POST", `${made.path}/${made.stage}${what}`, body);
const stage = async (): Promise<Stage> => (await studio.call("GET", `${made.path}/${made.stage}`)).body;

/** Waits until the stage is as asked. */
async function until(holds: (now: Stage) => boolean): Promise<Stage> {
  for (let tries = 0; tries < 200; tries += 1) {
    const now = await stage();
    if (holds(now)) return now;
    await new Promise((settle) => setTimeout(settle, 50));
  }
  return expect.fail("the stage never came to be so");
}
const ended = (now: Stage) => now.diagnosis !== null && now.diagnosis.status !== "running";

test("a diagnosis by a model ends with clusters, entries, what it spent and no progress", async () => {
  answer = analyst("Say something kind.\n");
  await call("/diagnose", LLM);
  const { diagnosis, proposals, step } = await until(ended);
  expect(diagnosis).toMatchObject({ status: "completed", analyst: LLM.analyst, progress: null, error: null });
  // One more for the replay of a case on the embedded policy, which has no price.
  expect(diagnosis?.spent.calls).toBe(wire.bodies.length + 1);
  expect(diagnosis?.spent.cost).toBeCloseTo((wire.bodies.length * 100 * 10) / 1e6);
  expect(diagnosis?.clusters[0]?.cases).toHaveLength(5);
  expect(proposals[0]).toMatchObject({ status: "proposed", cluster: diagnosis?.clusters[0]?.id });
  expect(step).toBe("confirm");
});

test("an entry shows how one of its predicted fixes comes out with it", async () => {
  answer = analyst("Say something kind.\n");
  await call("/diagnose", LLM);
  const [entry] = (await until(ended)).proposals;
  expect(entry?.replayed).toMatchObject({ case: `${WORD}-1`, outcome: "same" });
  expect(entry?.replayed?.note).not.toBe("");
});

test("what the replay of a case takes is told, and is within the budget", async () => {
  await call("/diagnose", HEURISTIC);
  const found = await until(ended);
  const replayed = found.proposals.filter((entry) => entry.replayed !== null);
  expect(replayed.length).toBeGreaterThan(0);
  expect(found.diagnosis?.spent.calls).toBeGreaterThanOrEqual(replayed.length);

  await call("/diagnose", { ...HEURISTIC, budget: { calls: 1 } });
  const again = await until((now) => ended(now) && now.diagnosis?.at !== found.diagnosis?.at);
  expect(again.diagnosis).toMatchObject({ status: "completed", spent: { calls: 1 } });
});

test("an attempt that did not verify is kept on the entry, with its time", async () => {
  let proposals = 0;
  answer = (response, body) => {
    if (readQuestion(body).kind === "proposal") proposals += 1;
    sendAnswer(response, answerAsAnalyst(body, rule(proposals === 1 ? `As in ${WORD}-3.\n` : "Be kind.\n")));
  };
  await call("/diagnose", LLM);
  const [entry] = (await until(ended)).proposals;
  expect(entry).toMatchObject({ status: "proposed", attempts: [{ because: "verification", by: null }] });
  expect(entry?.attempts[0]?.comment).toContain("names the case");
  expect(Date.parse(entry?.attempts[0]?.at ?? "")).not.toBeNaN();
});

test("a model that keeps writing a case id into a Skill gets an invalid entry that says so", async () => {
  const path = "skills/birds/SKILL.md";
  const text = `---\nname: birds\ndescription: Birds.\nmetadata:\n  kind: reply\n---\n- For ${WORD}-3 say yes.\n`;
  const leaking = { component: "skill", owner: "skill", operations: [{ op: "create-file", path, text }] };
  answer = (response, body) =>
    sendAnswer(
      response,
      answerAsAnalyst(body, (user) => ({ ...rule("")(user), ...leaking })),
    );
  await call("/diagnose", LLM);
  const { proposals, diagnosis } = await until(ended);
  expect(diagnosis).toMatchObject({ status: "completed", invalid: [{ why: expect.stringContaining("names the case") }, {}, {}] });
  expect(proposals[0]).toMatchObject({ status: "invalid", replayed: null, changes: [{ path }] });
  expect(proposals[0]?.diagnostics).toMatchObject([{ path, line: 7, severity: "error", code: expect.stringMatching(/leak/) }]);
  expect(proposals[0]?.attempts.length).toBeGreaterThan(0);
  const accepted = await call(`/entries/${proposals[0]?.id}`, { revision: 1, action: "accept" });
  expect(accepted.status).toBe(400);
});

test("stopped in the middle, a first diagnosis is stopped and can be started again", async () => {
  answer = () => {};
  const asked = call("/diagnose", LLM);
  await until((now) => now.diagnosis?.status === "running" && wire.bodies.length > 0);
  expect((await call("/diagnose", HEURISTIC)).status).toBe(409);
  const stopped = await call("/diagnose/stop");
  expect(stopped.body.diagnosis).toMatchObject({ status: "stopped", error: "It was stopped." });
  expect((await asked).body.diagnosis.status).toBe("stopped");
  expect((await call("/diagnose/stop")).body).toMatchObject({ code: "CONFLICT", data: { current: "stopped" } });
  expect((await call("/diagnose", HEURISTIC)).body.diagnosis.status).toBe("completed");
  expect(studio.reported).toEqual([]);
});

test("an earlier diagnosis and its entries stay while a new one runs, and after it is stopped", async () => {
  answer = analyst("Be kind.\n");
  await call("/diagnose", LLM);
  const before = await until(ended);
  answer = () => {};
  const asked = call("/diagnose", LLM);
  const running = await until((now) => now.diagnosis?.status === "running" && now.diagnosis.progress !== null);
  expect(running.diagnosis).toMatchObject({ newer: LLM, progress: { total: expect.any(Number) } });
  const decided = await call(`/entries/${before.proposals[0]?.id}`, { revision: 1, action: "accept" });
  expect(decided.body).toMatchObject({ code: "CONFLICT", data: { current: "running" } });
  const { body } = await call("/diagnose/stop");
  await asked;
  expect(body.diagnosis).toMatchObject({ status: "stopped", clusters: before.diagnosis?.clusters, run: made.run });
  expect(body.proposals).toEqual(before.proposals);
  expect((await call(`/entries/${before.proposals[0]?.id}`, { revision: 1, action: "accept" })).status).toBe(200);
});

test("a completed diagnosis takes the place of the earlier one, of which nothing is left but what was rejected", async () => {
  answer = analyst("Be kind.\n");
  await call("/diagnose", LLM);
  const first = await until(ended);
  await call(`/entries/${first.proposals[0]?.id}`, { revision: 1, action: "reject", reason: "far too soft" });
  answer = analyst("Say the ninth of never.\n");
  await call("/diagnose", LLM);
  const second = await until((now) => ended(now) && now.diagnosis?.at !== first.diagnosis?.at);
  expect(second.diagnosis).toMatchObject({ status: "completed", revision: 2 });
  expect(second.diagnosis?.newer).toBeUndefined();
  expect(second.proposals.map(({ id }) => id)).not.toContain(first.proposals[0]?.id);
  expect(wire.bodies.some((body) => JSON.stringify(body).includes("far too soft"))).toBe(true);
});

test("a budget that is used up stops the diagnosis with a sentence, and no call goes beyond it", async () => {
  answer = analyst("Be kind.\n");
  await call("/diagnose", { ...LLM, budget: { calls: 3 } });
  const { diagnosis } = await until(ended);
  expect(diagnosis).toMatchObject({ status: "stopped", error: "The budget is used up: 3 of 3 model calls are used." });
  expect(diagnosis?.spent.calls).toBe(3);
  expect(wire.bodies).toHaveLength(3);
});

test("clusters that were paid for are kept where the budget ends at the proposals", async () => {
  const dry = analyst("Be kind.\n");
  answer = dry;
  await call("/diagnose", LLM);
  await until(ended);
  const whole = wire.bodies.length;
  const other = (await studio.call("POST", made.path, { parent: (await stage()).parent })).body.id;
  await studio.call("POST", `${made.path}/${other}/diagnose`, { ...LLM, budget: { calls: whole - 1 } });
  made = { ...made, stage: other };
  const { diagnosis, step } = await until(ended);
  expect(diagnosis).toMatchObject({ status: "stopped", clusters: [{ cases: expect.any(Array) }] });
  expect(step).toBe("confirm");
});

test("a studio that stops in the middle leaves the diagnosis as failed, to be started again", async () => {
  answer = () => {};
  const asked = call("/diagnose", LLM);
  await until((now) => now.diagnosis?.status === "running" && wire.bodies.length > 0);
  await studio.studio.jobs.close();
  expect((await asked).body.diagnosis).toMatchObject({ status: "failed", error: expect.stringMatching(/again/) });
  endLostDiagnoses(studio.studio);
  expect((await call("/diagnose", HEURISTIC)).body.diagnosis.status).toBe("completed");
});

test("no key in a service's error reaches the diagnosis or the log", async () => {
  answer = (response) => sendJson(response, 401, { error: { message: `the key ${KEY} is not known` } });
  await call("/diagnose", LLM);
  const now = await until(ended);
  expect(now.diagnosis?.status).toBe("failed");
  expect(JSON.stringify([now, studio.reported, (await studio.call("GET", "/audit")).body])).not.toContain(KEY);
});

test("each step of a diagnosis is in the audit log", async () => {
  answer = () => {};
  const asked = call("/diagnose", LLM);
  await until(() => wire.bodies.length > 0);
  await call("/diagnose/stop");
  await asked;
  const { items } = (await studio.call("GET", "/audit?limit=3")).body;
  expect(items.map((event: { action: string }) => event.action)).toEqual([
    "diagnosis-ended",
    "diagnosis-stopped",
    "stage-diagnosed",
  ]);
});
