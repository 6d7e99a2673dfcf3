import { afterEach, beforeEach, expect, test } from "vitest";
import { findDiagnosis, insertStage, putDiagnosis, replaceEntries, updateStage } from "@/db/campaign-repository";
import { putCredit } from "@/db/credit-repository";
import { Diagnosis, Entry, type StageDecision } from "@/lib/contracts/evolution";
import type { Bundle } from "@/lib/contracts/harness";
import { Budget } from "@/lib/contracts/run-settings";
import { applyOperations, operationsBetween } from "@/lib/harness/operations";
import { OVERRIDDEN } from "@/lib/testing/overridden";
import { openTestStudio, SMALL_BUNDLE, smallCaseFile, type TestStudio } from "@/lib/testing/test-studio";
import { writeVersion } from "./use-cases/versions";

const PROMPT = "prompt/01-role.md";
const BASE = SMALL_BUNDLE[PROMPT] ?? "";

let studio: TestStudio;
let version: string;
let campaign: string;
let root: string;

const get = async (path: string) => (await studio.call("GET", `/projects/p${path}`)).body;
const post = async (path: string, body: object, actor?: string) =>
  (await studio.call("POST", `/projects/p${path}`, body, actor)).body;
const evaluate = async (stage: string): Promise<string> => {
  const run = (await post(`/campaigns/${campaign}/stages/${stage}/evaluate`, {})).id;
  for await (const _ of studio.studio.runner.progress(run, AbortSignal.timeout(20_000)));
  return run;
};

const diagnosisOf = (run: string): Diagnosis =>
  Diagnosis.parse({
    ...{
      analyst: { kind: "heuristic", endpoint: null },
      run,
      status: "completed",
      failures: 2,
      quarantined: 0,
      invalid: [],
      error: null,
    },
    at: "2026-01-01T00:00:00.000Z",
    clusters: [
      {
        ...{
          id: "c1",
          label: "Curt replies",
          cause: "No rule asks for warmth.",
          owner: "prompt",
          cases: ["case-1", "case-2"],
          share: 1,
        },
        ...{ categories: [], failedChecks: [], medoid: "case-1", boundary: null, nearMisses: [], quotes: [], stability: 0.9 },
        ...{ contrast: [], longTail: false },
      },
    ],
  });

/** A stage with one accepted entry that turns the files of its base into others, evaluated. */
async function evolved(
  parent: string,
  change: (files: Bundle) => Bundle,
  title: string,
): Promise<{ stage: string; version: string }> {
  const store = studio.studio.database;
  const begun = await post(`/campaigns/${campaign}/stages`, { parent });
  const stage: string = begun.id;
  const { files } = await get(`/versions/${begun.baseVersion}/bundle`);
  const operations = operationsBetween(files, change(files));
  const applied = applyOperations(files, operations);
  const head = applied.ok ? applied.bundle : {};
  const paths = [...new Set([...Object.keys(files), ...Object.keys(head)])].filter((path) => files[path] !== head[path]);
  putDiagnosis(store, stage, diagnosisOf(begun.baseRun));
  replaceEntries(store, stage, [
    Entry.parse({
      ...{
        id: `ent_${stage}`,
        stage,
        order: 0,
        cluster: "c1",
        title,
        component: "prompt",
        owner: "prompt",
        whyLevel: "",
        reason: "r",
      },
      ...{ evidence: [], operations, predictedFixes: ["case-1"], predictedRisks: [], status: "accepted", touched: ["case-3"] },
      changes: paths.map((path) => ({ path, kind: "prompt", base: files[path] ?? null, head: head[path] ?? null })),
      ...{ tokensAdded: 3, diagnostics: [], rejectionReason: null, decidedBy: "grace", decidedAt: "2026-01-02T00:00:00.000Z" },
      revision: 2,
    }),
  ]);
  updateStage(store, stage, { step: "edit" });
  const made = await post(`/campaigns/${campaign}/stages/${stage}/apply`, {}, "grace");
  await evaluate(stage);
  return { stage, version: made.version };
}

beforeEach(async () => {
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  version = (await post("/versions/import", { files: SMALL_BUNDLE })).version.hash;
  const dataset = (await post("/datasets/import", { name: "dev", role: "dev", text: smallCaseFile(6) })).dataset.id;
  const made = await post("/campaigns", { name: "C", endpoint: "embedded", dataset, version, seed: 1 });
  campaign = made.id;
  root = made.stages[0].id;
  await evaluate(root);
});
afterEach(() => studio.close());

const blame = (hash: string, path = PROMPT) => get(`/versions/${hash}/blame?path=${encodeURIComponent(path)}`);
const addLine =
  (line: string, path = PROMPT) =>
  (files: Bundle) => ({ ...files, [path]: `${files[path] ?? ""}${line}\n` });

test("a line leads to the version, the entry, the cluster and its cases, who accepted it and what it did", async () => {
  const { stage, version: head } = await evolved(root, addLine("Be warm."), "Ask for warmth");
  putCredit(studio.studio.database, {
    ...{ stage, status: "completed", error: null, discordant: 2, total: 2, done: 2, unexplained: [], budget: Budget.parse({}) },
    ...{ calls: 2, tokens: 0, cost: null, by: "ada", at: "2026-01-03T00:00:00.000Z" },
    entries: [
      {
        entry: `ent_${stage}`,
        title: "",
        fixed: ["case-1"],
        broken: [],
        unmoved: 0,
        same: [],
        unscored: 0,
        verdict: "helps",
        note: "",
      },
    ],
  });
  const { lines, origins } = await blame(head);
  const origin = origins[lines.find((line: { text: string }) => line.text === "Be warm.").origin];
  expect(origin).toMatchObject({ version: head, author: "grace", path: PROMPT, origin: "proposal" });
  expect(origin.entry).toMatchObject({
    ...{ title: "Ask for warmth", campaign, stage, cluster: "Curt replies", cases: ["case-1", "case-2"], decidedBy: "grace" },
    ...{ fixed: ["case-1"], broken: [] },
  });
  expect(origins[lines[0].origin]).toMatchObject({ version, entry: null, origin: "import" });
});

test("a line that a later version took away is told of with who brought it in", async () => {
  const { stage, version: head } = await evolved(root, addLine("Be warm."), "Ask for warmth");
  const saved = await post(`/versions/${head}/save`, { changes: { [PROMPT]: BASE }, message: "too warm", branch: true });
  expect(saved.created).toBe(false);
  const shorter = await post(`/versions/${head}/save`, { changes: { [PROMPT]: `${BASE}Be brief.\n` }, message: "brief" });
  const { lines, origins, removed } = await blame(shorter.version.hash);
  expect(lines.at(-1).text).toBe("Be brief.");
  expect(origins[lines.at(-1).origin]).toMatchObject({ message: "brief", entry: null });
  expect(removed).toMatchObject([{ text: "Be warm.", removedBy: shorter.version.hash }]);
  expect(origins[removed[0].origin].entry).toMatchObject({ stage, title: "Ask for warmth" });
});

test("a renamed file keeps the origins of its lines", async () => {
  const { version: head } = await evolved(root, addLine("Be warm."), "Ask for warmth");
  const text = `${BASE}Be warm.\n`;
  const changes = { [PROMPT]: null, "prompt/02-manner.md": `${text}New.\n` };
  const renamed = (await post(`/versions/${head}/save`, { changes, message: "move" })).version.hash;
  const { lines, origins } = await blame(renamed, "prompt/02-manner.md");
  const of = (word: string) => origins[lines.find((line: { text: string }) => line.text === word).origin];
  expect(of("Be warm.")).toMatchObject({ version: head, path: PROMPT, entry: { title: "Ask for warmth" } });
  expect(of("New.")).toMatchObject({ version: renamed, path: "prompt/02-manner.md" });
});

test("a file or a version that is not there is 404", async () => {
  expect(await blame(version, "prompt/none.md")).toMatchObject({ code: "NOT_FOUND" });
  expect(await blame("0".repeat(64))).toMatchObject({ code: "NOT_FOUND" });
});

test("a chain of two hundred versions is traced without waiting", async () => {
  const store = studio.studio.database;
  const other = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`notes/${index}.md`, "x\n".repeat(200)]));
  let parent = version;
  store.transaction((tx) => {
    for (let index = 1; index <= 200; index++) {
      const files = {
        ...SMALL_BUNDLE,
        ...other,
        "notes/0.md": `${index}\n`,
        [PROMPT]: `${BASE}${Array.from({ length: index }, (_, at) => `Rule ${at}.`).join("\n")}\n`,
      };
      const name = `v${index}`;
      parent = writeVersion(tx, { actor: "ada" }, { project: "p", files, name, message: "", parent, origin: "edit" }).version
        .hash;
    }
  });
  const started = performance.now();
  const { origins, lines } = await blame(parent);
  expect(performance.now() - started).toBeLessThan(5_000);
  expect([origins.length, lines.length]).toEqual([201, 204]);
});

test("the graph has the stages with their scores, what each changed and why, and what they are used for", async () => {
  const warm = await evolved(root, addLine("Be warm."), "Ask for warmth");
  const brief = await evolved(root, addLine("Be brief."), "Ask for brevity");
  const base = `/campaigns/${campaign}/stages`;
  await post(`${base}/${warm.stage}/decide`, { kind: "promote", reason: "better", expectedRelease: null, ...OVERRIDDEN });
  await post(`${base}/${brief.stage}/decide`, { kind: "rollback", reason: "no better" });
  const { nodes } = await get(`/campaigns/${campaign}/graph`);
  expect(nodes).toMatchObject([
    { stage: { id: root, parent: null }, selected: false, released: false, entries: [], difference: null },
    {
      ...{ stage: { id: warm.stage, parent: root }, selected: true, released: true, production: true, rejected: false },
      ...{ fixed: expect.any(Number), avg: { mean: expect.any(Number) }, difference: { mean: expect.any(Number) } },
      entries: [{ title: "Ask for warmth", cluster: "Curt replies", files: [PROMPT], decidedBy: "grace", fixed: null }],
    },
    { stage: { id: brief.stage, parent: root }, rejected: true, production: false },
  ]);
});

test("the chart says how far the entries foresaw what they did, what it took, and what the stop rule would have said", async () => {
  const warm = await evolved(root, addLine("Be warm."), "Ask for warmth");
  const { points, replay, advice } = await get(`/campaigns/${campaign}/chart`);
  expect(points[0]).toMatchObject({ foresight: null, calls: expect.any(Number), callShare: 1 });
  expect(points[1].foresight).toMatchObject({ fixPrecision: expect.any(Number), touchSetShare: expect.any(Number) });
  expect(points[1].calls).toBeGreaterThan(0);
  expect(replay.steps.map((step: { stage: string }) => step.stage)).toEqual([root, warm.stage]);
  expect(replay).toMatchObject({ stoppedAfter: root, choice: root, saved: { stages: 1, cases: 6, calls: points[1].calls } });
  expect(advice.stage).not.toBeNull();
});

test("a stage whose run was ended early is rejected, without scores, with the share of calls that it took", async () => {
  const store = studio.studio.database;
  const chart = await get(`/campaigns/${campaign}/chart`);
  const { run: baseRun, version: baseVersion } = chart.points[0].stage;
  const other = (await post(`/versions/${version}/save`, { changes: { [PROMPT]: `${BASE}Be odd.\n` }, message: "odd" })).version
    .hash;
  const dataset = chart.campaign.dataset;
  const settings = { seed: 1, concurrency: 1, early: { mode: "curtail", base: baseRun, needed: 100 } };
  const run = (await post("/runs", { version: other, endpoint: "embedded", dataset, settings })).id;
  for await (const _ of studio.studio.runner.progress(run, AbortSignal.timeout(20_000)));
  const decision: StageDecision | null = null;
  insertStage(store, {
    ...{
      id: "stg_cut",
      campaign,
      index: 1,
      name: "Cut",
      parent: root,
      step: "evaluate",
      baseVersion,
      baseRun,
      version: other,
      run,
    },
    ...{ heldOutRun: null, decision, autopilot: null, createdAt: "2026-01-01T00:00:00.000Z" },
  });
  expect(findDiagnosis(store, "stg_cut")).toBeNull();
  const { points } = await get(`/campaigns/${campaign}/chart`);
  expect(points[1]).toMatchObject({ rejected: true, metrics: null, early: { decision: "not-enough", total: 6 } });
  expect(points[1].early.cases).toBeLessThan(6);
  expect(points[1].callShare).toBeLessThan(1);
});
