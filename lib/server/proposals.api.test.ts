import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Entry, Stage } from "@/lib/contracts/evolution";
import { answerAsAnalyst, firstQuote, readQuestion, sendAnswer } from "@/lib/testing/analyst-answers";
import { type FailingCampaign, failingCampaign, WORD } from "@/lib/testing/failing-campaign";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";
import { startWireServer, type WireServer } from "@/lib/testing/wire-server";

const PROMPT = "prompt/01-role.md";
const LLM = { analyst: { kind: "llm", endpoint: "scripted" } };

let studio: TestStudio;
let wire: WireServer;
let made: FailingCampaign;
let answer: (response: ServerResponse, body: unknown) => void;
let diagnosed: Stage;

const rule =
  (text: string, title = "A rule") =>
  (user: string) => ({
    title,
    component: "prompt",
    owner: "prompt",
    whyLevel: "Every task needs it.",
    reason: "Nothing asks for it.",
    evidence: [firstQuote(user)],
    operations: [{ op: "insert-after", anchor: { path: PROMPT, text: "You answer viewers in one sentence.\n" }, text }],
    predictedFixes: [`${WORD}-1`],
    predictedRisks: [],
  });
const says = (text: string, title?: string) => (response: ServerResponse, body: unknown) =>
  sendAnswer(response, answerAsAnalyst(body, rule(text, title)));
/** The text of all messages of the newest request. */
const lastAsked = () => JSON.stringify(wire.bodies.at(-1));

const call = (what: string, body: object = {}, actor?: string) =>
  studio.call("POST", `${made.path}/${made.stage}${what}`, body, actor);
const entries = async (): Promise<Entry[]> => (await studio.call("GET", `${made.path}/${made.stage}`)).body.proposals;
const retry = (entry: Entry | undefined, comment: string, actor = "ada") =>
  call(`/entries/${entry?.id}/retry`, { revision: entry?.revision, comment }, actor);

beforeEach(async () => {
  studio = openTestStudio();
  wire = await startWireServer((response, body) => answer(response, body));
  made = await failingCampaign(studio, SMALL_BUNDLE, 3);
  await studio.call("PUT", "/endpoints/scripted", { id: "scripted", name: "Scripted", baseUrl: wire.url, model: "m" });
  answer = says("Be kind.\n");
  diagnosed = (await call("/diagnose", LLM)).body;
});
afterEach(async () => {
  await studio.close();
  await wire.close();
});

test("one more entry is proposed for a chosen cluster, behind the others, by the diagnosis's own analyst", async () => {
  answer = says("Be brief.\n", "Another rule");
  const cluster = diagnosed.diagnosis?.clusters[0]?.id;
  const { body, status } = await call("/propose", { cluster });
  expect(status).toBe(200);
  expect(body.proposals).toMatchObject([
    { title: "A rule", order: 0 },
    { title: "Another rule", order: 1, status: "proposed", cluster, revision: 1 },
  ]);
  // One question, and the replay of one case.
  expect(body.diagnosis.spent.calls).toBe((diagnosed.diagnosis?.spent.calls ?? 0) + 2);
  expect(lastAsked()).toContain("Be kind.");
  expect((await studio.call("GET", "/audit?limit=1")).body.items[0]).toMatchObject({ action: "entry-proposed" });
});

test("an analyst without another idea is told of in a sentence, and nothing changes", async () => {
  const cluster = diagnosed.diagnosis?.clusters[0]?.id;
  const refused = await call("/propose", { cluster });
  expect([refused.status, refused.body.message]).toEqual([422, expect.stringMatching(/no other idea/)]);
  expect(await entries()).toHaveLength(1);
  expect((await call("/propose", { cluster: "none" })).status).toBe(404);
});

test("another attempt replaces the entry in place and keeps what was said about the one before", async () => {
  const [entry] = diagnosed.proposals;
  answer = says("Be warm.\n");
  const { body } = await retry(entry, "kinder, please");
  expect(body.proposals).toHaveLength(1);
  expect(body.proposals[0]).toMatchObject({
    id: entry?.id,
    order: 0,
    revision: 2,
    status: "proposed",
    attempts: [{ because: "person", comment: "kinder, please", by: "ada", title: "A rule", added: "Be kind." }],
    decidedBy: null,
  });
  expect(body.proposals[0].changes[0].head).toContain("Be warm.");
  expect(lastAsked()).toContain("kinder, please");
});

test("a later diagnosis is told what a person asked of an entry, though the entry is gone", async () => {
  answer = says("Be warm.\n");
  await retry(diagnosed.proposals[0], "kinder, please");
  answer = says("Be swift.\n", "A third rule");
  await call("/diagnose", LLM);
  expect(lastAsked()).toContain("kinder, please");
  expect(await entries()).toMatchObject([{ title: "A third rule" }]);
});

test("an entry that moved on while the analyst was at work stays as it was decided", async () => {
  const [entry] = diagnosed.proposals;
  answer = async (response, body) => {
    await call(`/entries/${entry?.id}`, { revision: 1, action: "accept" }, "bob");
    says("Be warm.\n")(response, body);
  };
  const late = await retry(entry, "kinder, please");
  expect(late.body).toMatchObject({ code: "CONFLICT", data: { by: "bob", current: "accepted" } });
  expect(await entries()).toMatchObject([{ status: "accepted", revision: 2, attempts: [] }]);
});

test("a decision on an entry of which another attempt was made names who asked for it", async () => {
  answer = says("Be warm.\n");
  await retry(diagnosed.proposals[0], "kinder, please", "ada");
  const late = await call(`/entries/${diagnosed.proposals[0]?.id}`, { revision: 1, action: "accept" }, "bob");
  expect(late.body).toMatchObject({ code: "CONFLICT", data: { by: "ada" } });
  expect(late.body.message).toMatch(/^ada asked for another attempt/);
});

test("an accepted entry is reopened before another attempt is made", async () => {
  const [entry] = diagnosed.proposals;
  await call(`/entries/${entry?.id}`, { revision: 1, action: "accept" });
  const refused = await call(`/entries/${entry?.id}/retry`, { revision: 2, comment: "kinder" });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/reopen/)]);
});

test("another attempt that does not verify is an invalid entry, with its diagnostics", async () => {
  answer = says(`Answer ${WORD}-2 well.\n`);
  const { body } = await retry(diagnosed.proposals[0], "kinder");
  expect(body.proposals[0]).toMatchObject({ status: "invalid", revision: 2, replayed: null });
  expect(body.proposals[0].attempts.map(({ because }: { because: string }) => because)).toContain("verification");
  expect(body.proposals[0].diagnostics[0].message).toContain(`${WORD}-2`);
});

test("only one further entry is made for a stage at a time", async () => {
  let release = () => {};
  const held = new Promise<void>((settle) => {
    release = settle;
  });
  answer = async (response, body) => {
    if (readQuestion(body).kind === "proposal") await held;
    says("Be brief.\n", "Another rule")(response, body);
  };
  const cluster = diagnosed.diagnosis?.clusters[0]?.id;
  const first = call("/propose", { cluster });
  const second = await call("/propose", { cluster });
  release();
  expect([second.status, (await first).status]).toEqual([409, 200]);
});
