import { afterEach, beforeEach, expect, test } from "vitest";
import { findStage, putDiagnosis, replaceEntries, updateStage } from "@/db/campaign-repository";
import type { Entry } from "@/lib/contracts/evolution";
import { hashText } from "@/lib/harness/hash";
import { sampleEntry } from "@/lib/testing/stage-samples";
import { openTestStudio, SMALL_BUNDLE, smallCaseFile, type TestStudio } from "@/lib/testing/test-studio";
import { newDiagnosis } from "./diagnosis/new-diagnosis";
import { endLostDiagnoses } from "./use-cases/diagnose";

const PROMPT = "prompt/01-role.md";
const BASE_TEXT = SMALL_BUNDLE[PROMPT] ?? "";

let studio: TestStudio;
let version: string;
let path: string;
let stage: string;
let campaign: string;
let run: string;

const entryOf = (id: string, order: number, text: string): Entry =>
  sampleEntry({
    ...{ id, stage, order, cluster: "c1", title: `Entry ${id}`, component: "prompt", owner: "prompt", tokensAdded: 3 },
    operations: [
      {
        op: "insert-after",
        anchor: { path: PROMPT, baseHash: hashText(BASE_TEXT), text: "You answer viewers in one sentence.\n", count: 1 },
        text,
      },
    ],
    predictedFixes: ["case-1"],
    changes: [{ path: PROMPT, kind: "prompt", base: BASE_TEXT, head: `${BASE_TEXT}${text}` }],
  });

beforeEach(async () => {
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  version = (await studio.call("POST", "/projects/p/versions/import", { files: SMALL_BUNDLE })).body.version.hash;
  const text = smallCaseFile(2);
  const { dataset } = (await studio.call("POST", "/projects/p/datasets/import", { name: "dev", role: "dev", text })).body;
  const made = { name: "C", endpoint: "embedded", dataset: dataset.id, version, seed: 1 };
  const first = (await studio.call("POST", "/projects/p/campaigns", made)).body;
  campaign = first.id;
  path = `/projects/p/campaigns/${campaign}/stages`;
  run = (await studio.call("POST", `${path}/${first.stages[0].id}/evaluate`, {})).body.id;
  for await (const _ of studio.studio.runner.progress(run, AbortSignal.timeout(20_000)));
  stage = (await studio.call("POST", path, { parent: first.stages[0].id })).body.id;
  replaceEntries(studio.studio.database, stage, [entryOf("ent_1", 0, "Be kind.\n"), entryOf("ent_2", 1, "Be brief.\n")]);
  updateStage(studio.studio.database, stage, { step: "confirm" });
});
afterEach(() => studio.close());

const decide = (entry: string, body: object, actor?: string) =>
  studio.call("POST", `${path}/${stage}/entries/${entry}`, body, actor);

test("accepting names who and when, and moves the revision on", async () => {
  const { body } = await decide("ent_1", { revision: 1, action: "accept" }, "ada");
  expect(body.proposals[0]).toMatchObject({ status: "accepted", decidedBy: "ada", revision: 2 });
  expect(body).toMatchObject({ step: "confirm", entries: { accepted: 1, proposed: 1 } });
});

test("a decision on an older revision is a conflict that names who decided", async () => {
  await decide("ent_1", { revision: 1, action: "accept" }, "ada");
  const late = await decide("ent_1", { revision: 1, action: "reject", reason: "no" }, "bob");
  expect(late.body).toMatchObject({ code: "CONFLICT", data: { current: "accepted", by: "ada" } });
});

test("rejecting needs a reason", async () => {
  const { status, body } = await decide("ent_1", { revision: 1, action: "reject" });
  expect([status, body.message]).toEqual([400, "reason: say why"]);
});

test("a person's right side is verified and takes the place of the operations", async () => {
  const files = { [PROMPT]: `${BASE_TEXT}Be warm.\n` };
  const { body } = await decide("ent_1", { revision: 1, action: "edit", files });
  expect(body.proposals[0]).toMatchObject({ status: "edited", changes: [{ path: PROMPT, head: files[PROMPT] }] });
});

test("a right side that breaks the bundle is refused with its place, and the entry stays as it was", async () => {
  const files = { "harness.yaml": "name: [" };
  const refused = await decide("ent_1", { revision: 1, action: "edit", files });
  expect([refused.status, refused.body.data.diagnostics[0].path]).toEqual([422, "harness.yaml"]);
  expect((await studio.call("GET", `${path}/${stage}`)).body.proposals[0]).toMatchObject({ status: "proposed", revision: 1 });
});

test("the accepted entries become a version of the base; the rejected one is not in it", async () => {
  await decide("ent_1", { revision: 1, action: "reject", reason: "too soft" });
  expect((await decide("ent_2", { revision: 1, action: "accept" })).body.step).toBe("edit");
  const applied = (await studio.call("POST", `${path}/${stage}/apply`, { message: "brief" }, "ada")).body;
  expect(applied.step).toBe("evaluate");
  const bundle = (await studio.call("GET", `/projects/p/versions/${applied.version}/bundle`)).body.files;
  expect(bundle[PROMPT]).toBe(`${BASE_TEXT}Be brief.\n`);
  const made = (await studio.call("GET", `/projects/p/versions/${applied.version}`)).body.version;
  expect(made).toMatchObject({ origin: "proposal", parent: version, author: "ada", message: "brief", name: "Evolution 1" });
  expect((await decide("ent_2", { revision: 2, action: "reopen" })).status).toBe(409);
});

test("nothing accepted is nothing to apply", async () => {
  expect((await studio.call("POST", `${path}/${stage}/apply`, {})).status).toBe(400);
});

test("a new diagnosis is refused while entries are accepted", async () => {
  await decide("ent_1", { revision: 1, action: "accept" });
  const analyst = { kind: "heuristic", endpoint: null };
  expect((await studio.call("POST", `${path}/${stage}/diagnose`, { analyst })).status).toBe(409);
});

test("the heuristic analyst diagnoses the base run and leaves a stage to confirm", async () => {
  const analyst = { kind: "heuristic", endpoint: null };
  const { body } = await studio.call("POST", `${path}/${stage}/diagnose`, { analyst });
  expect(body.diagnosis).toMatchObject({ status: "completed", run, analyst });
  expect(studio.reported).toEqual([]);
});

test("an LLM analyst without an endpoint is refused by its field", async () => {
  const analyst = { kind: "llm", endpoint: null };
  const { status, body } = await studio.call("POST", `${path}/${stage}/diagnose`, { analyst });
  expect([status, body.message]).toEqual([400, expect.stringMatching(/^analyst.endpoint: /)]);
});

test("a diagnosis that a stopped studio left under way is ended and can be started again", async () => {
  const analyst = { kind: "heuristic", endpoint: null } as const;
  putDiagnosis(studio.studio.database, stage, newDiagnosis(analyst, run));
  expect((await studio.call("POST", `${path}/${stage}/diagnose`, { analyst })).status).toBe(409);
  endLostDiagnoses(studio.studio);
  expect((await studio.call("GET", `${path}/${stage}`)).body.diagnosis).toMatchObject({ status: "failed" });
  expect((await studio.call("POST", `${path}/${stage}/diagnose`, { analyst })).body.diagnosis.status).toBe("completed");
  expect(findStage(studio.studio.database, campaign, stage)?.step).toBe("confirm");
});
