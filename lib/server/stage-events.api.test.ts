import { afterEach, beforeEach, expect, test } from "vitest";
import { replaceEntries, updateEntry, updateStage } from "@/db/campaign-repository";
import type { Stage } from "@/lib/contracts/evolution";
import { hashText } from "@/lib/harness/hash";
import { type FailingCampaign, failingCampaign } from "@/lib/testing/failing-campaign";
import { sampleEntry } from "@/lib/testing/stage-samples";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";
import { stageEvents } from "./use-cases/stage-events";

const PROMPT = "prompt/01-role.md";
const ANCHOR = { path: PROMPT, baseHash: hashText(SMALL_BUNDLE[PROMPT] ?? ""), text: "You answer viewers in one sentence.\n" };

let studio: TestStudio;
let made: FailingCampaign;
let stop: AbortController;

const entryOf = (id: string, order: number) =>
  sampleEntry({
    id,
    order,
    stage: made.stage,
    operations: [{ op: "insert-after", anchor: { ...ANCHOR, count: 1 }, text: `Rule ${order}.\n` }],
  });

beforeEach(async () => {
  studio = openTestStudio();
  stop = new AbortController();
  made = await failingCampaign(studio, SMALL_BUNDLE, 2);
  replaceEntries(studio.studio.database, made.stage, [entryOf("ent_a", 0), entryOf("ent_b", 1)]);
  updateStage(studio.studio.database, made.stage, { step: "confirm" });
});
afterEach(async () => {
  stop.abort();
  await studio.close();
});

const decide = (entry: string, body: object, actor: string) =>
  studio.call("POST", `${made.path}/${made.stage}/entries/${entry}`, body, actor);
const watch = () =>
  stageEvents(
    { studio: studio.studio, actor: "eve" },
    { project: "p", campaign: made.campaign, stage: made.stage },
    AbortSignal.any([stop.signal, AbortSignal.timeout(15_000)]),
  );

/** The next stage that holds, of those that the watcher is told. */
async function told(events: AsyncGenerator<Stage, void, void>, holds: (stage: Stage) => boolean): Promise<Stage> {
  for (;;) {
    const { value, done } = await events.next();
    if (done || !value) return expect.fail("the events ended");
    if (holds(value)) return value;
  }
}

test("two decisions on different entries at once both land, and a third person sees both", async () => {
  const events = watch();
  expect((await events.next()).value?.id).toBe(made.stage);
  const answers = await Promise.all([
    decide("ent_a", { revision: 1, action: "accept" }, "ada"),
    decide("ent_b", { revision: 1, action: "reject", reason: "no" }, "bob"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const seen = await told(events, ({ proposals }) => proposals.every(({ status }) => status !== "proposed"));
  expect(seen.proposals).toMatchObject([
    { id: "ent_a", status: "accepted", decidedBy: "ada" },
    { id: "ent_b", status: "rejected", decidedBy: "bob" },
  ]);
});

test("of two decisions on one entry at once one lands; the other is told who was faster", async () => {
  const files = { [PROMPT]: `${SMALL_BUNDLE[PROMPT]}Be warm.\n` };
  const answers = await Promise.all([
    decide("ent_a", { revision: 1, action: "edit", files }, "ada"),
    decide("ent_a", { revision: 1, action: "accept" }, "bob"),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = answers.find(({ status }) => status === 200)?.body.proposals[0];
  expect(answers.find(({ status }) => status === 409)?.body.data).toMatchObject({ by: won.decidedBy, current: won.status });
});

test("the stage is sent as server-sent events over the API, first as it is", async () => {
  const { handleApi } = await import("./http");
  const url = `http://127.0.0.1:3000/api${made.path}/${made.stage}/events`;
  const response = await handleApi(new Request(url, { signal: stop.signal }), studio.studio);
  expect(response.headers.get("content-type")).toMatch(/text\/event-stream/);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("ent_b")) text += (await reader?.read())?.value ?? expect.fail("the events ended");
  await decide("ent_a", { revision: 1, action: "accept" }, "ada");
  while (!text.includes('"accepted","')) text += (await reader?.read())?.value ?? expect.fail("the events ended");
  await reader?.cancel();
  await expect.poll(() => studio.studio.stageEvents.size, { timeout: 5_000 }).toBe(0);
});

test("nobody is left watching once the watcher is gone", async () => {
  const events = watch();
  await events.next();
  expect(studio.studio.stageEvents.size).toBe(1);
  const waiting = events.next();
  stop.abort();
  expect((await waiting).done).toBe(true);
  expect(studio.studio.stageEvents.size).toBe(0);
});

test("changes that come together are told once", async () => {
  const events = watch();
  await events.next();
  const next = events.next();
  const { database, stageEvents: bus } = studio.studio;
  for (const revision of [2, 3, 4]) {
    updateEntry(database, { ...entryOf("ent_a", 0), revision }, revision - 1);
    bus.notify(made.stage);
    await new Promise((settle) => setTimeout(settle, 1));
  }
  expect((await next).value?.proposals[0]?.revision).toBe(4);
});

test("a large stage that keeps changing is told less often, and in the end as it is", async () => {
  const { database, stageEvents: bus } = studio.studio;
  const large = { ...entryOf("ent_a", 0), reason: "x".repeat(2_000_000) };
  let sent = 0;
  let newest = 0;
  const watching = (async () => {
    for await (const { proposals } of watch()) {
      sent += 1;
      newest = proposals[0]?.revision ?? 0;
      if (newest === 12) return;
    }
  })();
  for (let revision = 2; revision <= 12; revision += 1) {
    updateEntry(database, { ...large, revision }, revision - 1);
    bus.notify(made.stage);
    await new Promise((settle) => setTimeout(settle, 250));
  }
  await watching;
  expect(newest).toBe(12);
  expect(sent).toBeLessThanOrEqual(5);
});

test("an unknown stage is 404", async () => {
  expect((await studio.call("GET", `${made.path}/stg_none/events`)).status).toBe(404);
});
