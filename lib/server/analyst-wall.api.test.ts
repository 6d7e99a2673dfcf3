import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { analystReader } from "@/db/analyst-reader";
import { findDataset, putDataset } from "@/db/dataset-repository";
import { stages } from "@/db/schema";
import { answerAsAnalyst, firstQuote, readQuestion, sendAnswer } from "@/lib/testing/analyst-answers";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";
import { startWireServer, type WireServer } from "@/lib/testing/wire-server";

const SECRET = "amber-heron";
const OPEN = "plain-sparrow";

let studio: TestStudio;
let wire: WireServer;
let path: string;
let first: string;
let gate: string;
let devRun: string;
let gateRun: string;

let rules = 0;
const proposal = (user: string) => {
  rules += 1;
  return {
    title: `Rule ${rules}`,
    component: "other",
    owner: "prompt",
    whyLevel: "Every task needs it.",
    reason: "Nothing asks for it.",
    evidence: [firstQuote(user)],
    operations: [{ op: "create-file", path: `notes-${rules}.md`, text: `Rule ${rules} is to be kind.\n` }],
    predictedFixes: [],
    predictedRisks: [],
  };
};

const caseFile = (word: string) =>
  [1, 2, 3, 4, 5]
    .map((index) =>
      JSON.stringify({
        id: `${word}-${index}`,
        category: "greeting",
        input: { comments: [{ text: `what about ${word} ${index}?` }] },
        checks: [{ id: `says-${word}`, metric: "accuracy", kind: "reply-contains", any: [`never ${word}`] }],
      }),
    )
    .join("\n");

const post = async (where: string, body: object) => (await studio.call("POST", `/projects/p${where}`, body)).body;
async function ended(run: string): Promise<string> {
  for await (const _ of studio.studio.runner.progress(run, AbortSignal.timeout(20_000)));
  return run;
}

/** A campaign whose first stage was run on its dev set and on its gate set, and a second stage that starts from it. */
beforeEach(async () => {
  wire = await startWireServer((response, body) => sendAnswer(response, answerAsAnalyst(body, proposal)));
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  const version = (await post("/versions/import", { files: SMALL_BUNDLE })).version.hash;
  const dev = (await post("/datasets/import", { name: "dev", role: "dev", text: caseFile(OPEN) })).dataset.id;
  gate = (await post("/datasets/import", { name: "gate", role: "gate", text: caseFile(SECRET) })).dataset.id;
  const sets = { dataset: dev, heldOutDataset: gate };
  const campaign = await post("/campaigns", { name: "C", endpoint: "embedded", ...sets, version, seed: 1 });
  path = `/campaigns/${campaign.id}/stages`;
  first = campaign.stages[0].id;
  devRun = await ended((await post(`${path}/${first}/evaluate`, {})).id);
  gateRun = await ended((await post(`${path}/${first}/evaluate`, { on: "held-out" })).id);
});
afterEach(async () => {
  await studio.close();
  await wire.close();
});

test("the reader answers for a run on a dev set alone", () => {
  const reader = analystReader(studio.studio.database);
  expect(reader.results(devRun)).toHaveLength(5);
  expect(reader.trajectory(devRun, `${OPEN}-1`, 0)?.stopReason).toBe("replied");
  const closed = expect.objectContaining({ name: "NotForAnalysis", run: gateRun });
  const tries = [
    () => reader.results(gateRun),
    () => reader.trajectory(gateRun, `${SECRET}-1`, 0),
    () => reader.requireOpen("none"),
  ];
  const caught = tries.map((attempt) => {
    try {
      return attempt();
    } catch (error) {
      return error;
    }
  });
  expect(caught).toEqual([closed, closed, expect.objectContaining({ name: "NotForAnalysis" })]);
});

test("a stage whose run was moved to a gate set gets no diagnosis and a named error", async () => {
  const { id } = await post(path, { parent: first });
  studio.studio.database.update(stages).set({ baseRun: gateRun }).where(eq(stages.id, id)).run();
  const refused = await studio.call("POST", `/projects/p${path}/${id}/diagnose`, {
    analyst: { kind: "heuristic", endpoint: null },
  });
  expect([refused.status, refused.body.code]).toEqual([403, "FORBIDDEN"]);
  expect(refused.body.message).toMatch(/not on a dev set/);
  expect((await studio.call("GET", `/projects/p${path}/${id}`)).body).toMatchObject({ diagnosis: null, proposals: [] });
  expect(JSON.stringify(refused.body)).not.toContain(SECRET);
});

test("nothing that a model is sent as an analyst comes from the gate set", async () => {
  await studio.call("PUT", "/endpoints/scripted", { id: "scripted", name: "Scripted", baseUrl: wire.url, model: "m" });
  const { id } = await post(path, { parent: first });
  const { diagnosis, proposals } = await post(`${path}/${id}/diagnose`, { analyst: { kind: "llm", endpoint: "scripted" } });
  await post(`${path}/${id}/propose`, { cluster: diagnosis.clusters[0].id });
  const again = await post(`${path}/${id}/entries/${proposals[0].id}/retry`, { revision: 1, comment: "kinder" });
  expect(again.proposals).toMatchObject([{ revision: 2 }, { revision: 1 }]);
  const kinds = new Set(wire.bodies.map((body) => readQuestion(body).kind));
  expect([...kinds].sort()).toEqual(["coding", "induction", "membership", "proposal"]);
  const sent = JSON.stringify(wire.bodies);
  expect(sent.includes(OPEN)).toBe(true);
  expect(sent.includes(SECRET)).toBe(false);
});

test("no write to the data set turns a gate set into a dev set", async () => {
  const { database } = studio.studio;
  const {
    cases: _,
    categories: __,
    looks: ___,
    ...row
  } = findDataset(database, "p", gate) ?? expect.fail("there is no gate set");
  putDataset(database, { ...row, role: "dev", description: "changed" });
  expect(findDataset(database, "p", gate)).toMatchObject({ role: "gate", description: "changed" });
});
