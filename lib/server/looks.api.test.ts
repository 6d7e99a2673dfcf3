import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OVERRIDDEN } from "@/lib/testing/overridden";
import { openTestStudio, SMALL_BUNDLE, smallCaseFile, type TestStudio } from "@/lib/testing/test-studio";

let studio: TestStudio;
let version: string;

beforeEach(async () => {
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  version = (await studio.call("POST", "/projects/p/versions/import", { files: SMALL_BUNDLE })).body.version.hash;
});
afterEach(async () => {
  vi.useRealTimers();
  await studio.close();
});

const importSet = async (name: string, role: string, count = 3) =>
  (await studio.call("POST", "/projects/p/datasets/import", { name, role, text: smallCaseFile(count) })).body;

const start = (dataset: string, reason?: string, actor?: string) =>
  studio.call("POST", "/projects/p/runs", { version, endpoint: "embedded", dataset, ...(reason && { reason }) }, actor);

async function finished(dataset: string, reason?: string): Promise<string> {
  const { id } = (await start(dataset, reason)).body;
  for await (const _ of studio.studio.runner.progress(id, AbortSignal.timeout(20_000)));
  return id;
}

const looksAt = async (dataset: string) => (await studio.call("GET", `/projects/p/datasets/${dataset}/looks`)).body;
const summaryOf = async (dataset: string) => (await studio.call("GET", `/projects/p/datasets/${dataset}`)).body.looks;

test("every run on a gate set is a look that spends less than the one before", async () => {
  const { id } = (await importSet("gate", "gate")).dataset;
  const one = await finished(id, "the first reason");
  const two = await finished(id);
  const looks = await looksAt(id);
  expect(looks).toMatchObject([
    { kind: "run", run: two, index: 2, actor: "ada", reason: "" },
    { kind: "run", run: one, index: 1, reason: "the first reason" },
  ]);
  expect(looks[1].alpha).toBeCloseTo(0.0304, 4);
  expect(looks[0].alpha).toBeCloseTo(0.0076, 4);
  expect(await summaryOf(id)).toMatchObject({ runs: 2, limit: 20, wornOut: false, nextAlpha: expect.closeTo(0.00338, 4) });
});

test("a set is worn out after twenty runs, and a new version of it is not", async () => {
  const { id } = (await importSet("gate", "gate", 1)).dataset;
  for (let index = 0; index < 20; index += 1) await start(id);
  expect(await summaryOf(id)).toMatchObject({ runs: 20, wornOut: true });
  await importSet("gate", "gate", 2);
  expect(await summaryOf(id)).toMatchObject({ runs: 0, wornOut: false, nextAlpha: expect.closeTo(0.0304, 4) });
});

test("a dev set is looked at freely", async () => {
  const { id } = (await importSet("dev", "dev")).dataset;
  const run = await finished(id);
  await studio.call("GET", `/projects/p/runs/${run}/results/case-1`);
  expect([await looksAt(id), (await summaryOf(id)).nextAlpha]).toEqual([[], null]);
});

test("opening a trajectory of a gate run is a look, once an hour for a person, run and case", async () => {
  const { id } = (await importSet("gate", "gate")).dataset;
  const run = await finished(id);
  const open = (item: string, actor: string) => studio.call("GET", `/projects/p/runs/${run}/results/${item}`, undefined, actor);
  for (const actor of ["ada", "ada", "bob"]) expect((await open("case-1", actor)).status).toBe(200);
  await open("case-2", "ada");
  const opened = (await looksAt(id)).filter((look: { kind: string }) => look.kind === "trajectory");
  expect(opened).toMatchObject([
    { case: "case-2", actor: "ada", index: null, alpha: null },
    { case: "case-1", actor: "bob" },
    { case: "case-1", actor: "ada", run },
  ]);
  vi.useFakeTimers({ now: Date.now() + 3_700_000, toFake: ["Date"] });
  await open("case-1", "ada");
  expect(await summaryOf(id)).toMatchObject({ trajectories: 4, runs: 1 });
});

test("a vault is run with a reason, and once for each promotion to production", async () => {
  const { id } = (await importSet("vault", "vault")).dataset;
  expect((await start(id)).body).toMatchObject({ code: "BAD_REQUEST", message: expect.stringMatching(/^reason: /) });
  await finished(id, "before the launch");
  const again = await start(id, "once more");
  expect([again.status, again.body.code]).toEqual([409, "CONFLICT"]);
  vi.useFakeTimers({ now: Date.now() + 5, toFake: ["Date"] });
  await studio.call("POST", "/projects/p/releases/promote", { version, reason: "launch", expectedRelease: null, ...OVERRIDDEN });
  vi.useRealTimers();
  await new Promise((settle) => setTimeout(settle, 10));
  expect((await start(id, "the next launch")).status).toBe(200);
  expect((await start(id, "greedy")).status).toBe(409);
  expect(await looksAt(id)).toMatchObject([{ reason: "the next launch" }, { reason: "before the launch" }]);
});

test("a new version of a vault may be looked at without a promotion", async () => {
  const { id } = (await importSet("vault", "vault")).dataset;
  await finished(id, "first");
  await importSet("vault", "vault", 4);
  expect((await start(id, "second")).status).toBe(200);
});

test("a run on a vault shows scores by category and nothing of its cases", async () => {
  const { id } = (await importSet("vault", "vault")).dataset;
  const run = await finished(id, "launch");
  const detail = await studio.call("GET", `/projects/p/runs/${run}`);
  expect(detail.body.metrics.categories).toMatchObject([{ category: "greeting", cases: 3 }]);
  expect(JSON.stringify(detail.body)).not.toContain("hello number");
  const closed = ["results", "results/case-1", "results/case-1/place"];
  for (const path of closed) expect((await studio.call("GET", `/projects/p/runs/${run}/${path}`)).status).toBe(403);
  expect((await studio.call("POST", `/projects/p/runs/${run}/results/case-1/replay`, {})).status).toBe(403);
  expect((await studio.call("GET", `/projects/p/datasets/${id}/cases/case-1`)).body.results).toEqual([]);
  expect((await studio.call("GET", "/projects/p/cases/case-1/trajectories")).body).toEqual([]);
});

test("an import says how many of its inputs another split has too, folded and with the context", async () => {
  await importSet("gate", "gate", 3);
  const shouted = smallCaseFile(5).replaceAll("hello number 1", "HELLO   number 1").replaceAll('"case-', '"other-');
  const elsewhere = shouted.replace('"checks"', '"context":{"room":"north"},"checks"');
  const into = (name: string, text: string) => studio.call("POST", "/projects/p/datasets/import", { name, role: "dev", text });
  const gate = (await studio.call("GET", "/projects/p/datasets")).body[0].id;
  const { body } = await into("dev", shouted);
  expect(body.overlaps).toEqual([{ dataset: gate, name: "gate", role: "gate", cases: 3 }]);
  expect((await into("other room", elsewhere)).body.overlaps).toMatchObject([{ cases: 2 }]);
  expect((await studio.call("GET", `/projects/p/datasets/${gate}/overlaps`)).body).toMatchObject([
    { name: "dev", cases: 3 },
    { name: "other room", cases: 2 },
  ]);
});

test("a run on a robustness set has its rubrics, and a case says which distractors were left out", async () => {
  const item = {
    id: "robust",
    category: "price",
    input: { comments: [{ text: "how much is link 3?" }] },
    distractorTools: [{ name: "load_skill", description: "Nothing", inputSchema: { type: "object" } }],
    instructions: ["Be brief."],
    checks: [
      { id: "tc", metric: "accuracy", kind: "tool-called", tool: "price" },
      { id: "adr", metric: "effectiveness", kind: "judge", question: "addresses-query" },
    ],
  };
  const set = { name: "tools", role: "gate", kind: "tool-robustness", text: `${JSON.stringify(item)}\n` };
  const { dataset } = (await studio.call("POST", "/projects/p/datasets/import", set)).body;
  expect(dataset.kind).toBe("tool-robustness");
  const run = await finished(dataset.id);
  const { metrics } = (await studio.call("GET", `/projects/p/runs/${run}`)).body;
  expect(metrics.rubrics).toMatchObject({
    each: [
      { name: "TC", passed: 0, failed: 1 },
      { name: "ADR", unscored: 1 },
    ],
    avg: { mean: 0, n: 1 },
  });
  const { body } = await studio.call("GET", `/projects/p/runs/${run}/results/robust`);
  expect(body.shadowedTools).toEqual(["load_skill"]);
  expect(JSON.stringify(body.trajectory)).toContain("Be brief.");
  expect((await studio.call("POST", `/projects/p/runs/${run}/results/robust/replay`, {})).body).toMatchObject({ equal: true });
});

test("a run on a general set has no rubrics", async () => {
  const run = await finished((await importSet("dev", "dev")).dataset.id);
  expect((await studio.call("GET", `/projects/p/runs/${run}`)).body.metrics.rubrics).toBeNull();
});

test("a comparison of runs on a vault has its differences and names no case", async () => {
  const compared = async (role: string) => {
    const { id } = (await importSet(role, role)).dataset;
    const base = await finished(id, "first");
    await importSet(role, role, 4);
    const head = await finished(id, "second");
    studio.studio.database.$client
      .prepare("update case_results set accuracy = 0, priority = 'P0' where run = ? and accuracy = 1")
      .run(head);
    return (await studio.call("GET", `/projects/p/runs/compare?base=${base}&head=${head}`)).body;
  };
  const [gate, vault] = [await compared("gate"), await compared("vault")];
  expect(gate.flips).toHaveLength(3);
  expect([vault.flips, vault.categories[0].broken]).toEqual([[], 3]);
  expect(JSON.stringify(vault)).not.toContain("hello number");
  // How many P0 cases broke is told, for that decides; which is not.
  expect([gate.brokenP0, vault.brokenP0]).toEqual([
    ["case-1", "case-2", "case-3"],
    ["vault case 1", "vault case 2", "vault case 3"],
  ]);
});
