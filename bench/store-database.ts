import { insertCampaign, insertStage, replaceEntries } from "@/db/campaign-repository";
import { type Database, openDatabase } from "@/db/client";
import { putDataset, putDatasetVersion } from "@/db/dataset-repository";
import { findRun, insertRun } from "@/db/run-repository";
import { Case } from "@/lib/contracts/case";
import { Endpoint } from "@/lib/contracts/endpoint";
import { Entry } from "@/lib/contracts/evolution";
import { RunSettings } from "@/lib/contracts/run-settings";
import { hashDataset } from "@/lib/datasets/hash";
import { prepareComparisons } from "@/lib/server/paired-results";
import { endRun } from "@/lib/server/runs/run-store";
import { storeSampleRun } from "@/lib/server/runs/sample-run";
import { createRandom, randomUnit } from "@/lib/stats/random";
import { type BenchCase, CATEGORIES, writeResults } from "./store-rows";

export const SIZES = { runs: 200, noiseRuns: 10, cases: 5_000, largeCases: 100_000, half: 50_000, open: 99_000 };

/** Ids of what the measurements ask for. */
export const IDS = { project: "sample", campaign: "cmp_bench", ended: "run_ended", half: "run_half", open: "run_open" };

export const runId = (index: number): string => `run_${String(index).padStart(4, "0")}`;

const CREATED_AT = "2026-11-30T10:00:00.000Z";

function benchCases(count: number): BenchCase[] {
  const random = createRandom(17);
  return Array.from({ length: count }, (_, index) => ({
    id: `case-${String(index).padStart(6, "0")}`,
    category: CATEGORIES[index % CATEGORIES.length] ?? "",
    priority: index % 20 === 0 ? "P0" : index % 3 === 0 ? "P2" : "P1",
    group: `room-${Math.floor(index / 20)}`,
    comment: `how much is the one on the left, and does the coupon still count for it? (${index})`,
    hardness: randomUnit(random),
  }));
}

const toCase = (item: BenchCase): Case =>
  Case.parse({
    ...{ id: item.id, category: item.category, priority: item.priority, group: item.group },
    input: { comments: [{ text: item.comment }] },
    context: { room: item.group, product: { id: item.id, name: "Desk lamp", price: 89 }, anchorSpeech: "Only today, everyone." },
    checks: [
      { id: "has-price", kind: "reply-contains", metric: "accuracy", any: ["ready", "89"] },
      { id: "no-promise", kind: "reply-excludes", metric: "accuracy", any: ["guarantee"] },
      { id: "grounded", kind: "grounded", metric: "accuracy" },
      { id: "length", kind: "reply-length", metric: "effectiveness", min: 1, max: 2_000 },
      { id: "addresses", kind: "reply-contains", metric: "effectiveness", core: false, any: ["ready", "price"] },
    ],
  });

function putCases(database: Database, id: string, cases: readonly BenchCase[]): string {
  const items = cases.map(toCase);
  const version = hashDataset(items, {});
  const row = { id, project: IDS.project, name: id, role: "dev", kind: "general", description: "", synthetic: true } as const;
  database.transaction((tx) => {
    putDataset(tx, { ...row, version, createdAt: CREATED_AT });
    putDatasetVersion(tx, { dataset: id, hash: version, shared: {}, items, actor: "bench", createdAt: CREATED_AT });
  });
  return version;
}

function entriesOf(stage: string, cases: readonly BenchCase[]): Entry[] {
  return Array.from({ length: 5 }, (_, order) =>
    Entry.parse({
      id: `ent_${stage}_${order}`,
      stage,
      order,
      ...{ cluster: "c1", title: `Say the price first (${order})`, component: "skill", owner: "skill", whyLevel: "A rule." },
      ...{ reason: "Prices came late.", evidence: [], predictedRisks: [], status: "accepted", changes: [], tokensAdded: 30 },
      operations: [{ op: "create-file", path: "skills/price/SKILL.md", text: "Say the price first." }],
      predictedFixes: cases.slice(order * 40, order * 40 + 40).map((item) => item.id),
      touched: cases.slice(order * 200, order * 200 + 400).map((item) => item.id),
      ...{ diagnostics: [], rejectionReason: null, decidedBy: "bench", decidedAt: CREATED_AT, revision: 1 },
    }),
  );
}

/**
 * A database as a campaign of many stages leaves it: 200 runs of 5,000 results, of which 190 are stages and 10 repetitions for
 * the noise floor, each ended as the product ends a run; and three runs of 100,000 cases, one ended, one half done and paused,
 * one all but done and paused. Answers how many results there are, those of the large runs apart.
 */
export function makeDatabase(
  file: string,
  endpointUrl: string,
  note: (text: string) => void,
): { results: number; large: number; fileMB: number } {
  const open = openDatabase(file);
  const { database } = open;
  // What is lost with the machine is made again.
  for (const pragma of ["synchronous = OFF", "cache_size = -400000", "wal_autocheckpoint = 20000"])
    database.$client.pragma(pragma);
  const endpoint = Endpoint.parse({
    ...{ id: "mock", name: "Mock", kind: "openai", baseUrl: endpointUrl, model: "mock", checkpoint: "", keyVariable: "" },
    ...{ promptPrice: 0.5, completionPrice: 1.5, createdAt: CREATED_AT },
  });
  const sample = storeSampleRun(database, { cases: [toCase({ ...(benchCases(1)[0] as BenchCase) })], endpoint, id: "run_first" });
  const first = findRun(database, sample);
  if (!first) throw new Error("the first run is missing");
  endRun(database, first, { status: "completed", reason: null }, () => first.outcome);

  const large = benchCases(SIZES.largeCases);
  const small = large.slice(0, SIZES.cases);
  const sets = { small: putCases(database, "ds_small", small), large: putCases(database, "ds_large", large) };
  note("cases are stored");
  const insert = (id: string, dataset: "small" | "large", more: { noiseOf?: string; status: "running" | "paused" }) =>
    insertRun(database, {
      ...{ id, project: IDS.project, version: first.version, endpoint: "mock", endpointAtStart: endpoint },
      ...{ dataset: `ds_${dataset}`, datasetVersion: sets[dataset], checkVersion: first.checkVersion },
      settings: RunSettings.parse({ concurrency: 8 }),
      ...{ total: dataset === "small" ? SIZES.cases : SIZES.largeCases, actor: "bench", createdAt: CREATED_AT },
      ...{ startedAt: CREATED_AT, ...more },
    });
  const end = (id: string) => {
    const run = findRun(database, id);
    if (run) endRun(database, run, { status: "completed", reason: null }, () => run.outcome);
    prepareComparisons(database, id);
  };

  insertCampaign(database, {
    ...{
      id: IDS.campaign,
      project: IDS.project,
      name: "Bench",
      endpoint: "mock",
      dataset: "ds_small",
      datasetVersion: sets.small,
    },
    ...{ heldOutDataset: null, heldOutVersion: null, seed: 1, status: "active", selectedStage: null, createdBy: "bench" },
    createdAt: CREATED_AT,
  });
  const stages = SIZES.runs - SIZES.noiseRuns;
  for (let index = 0; index < SIZES.runs; index += 1) {
    const id = runId(index);
    const repeats = index - stages;
    insert(id, "small", { status: "running", ...(repeats >= 0 && { noiseOf: runId(repeats * 10) }) });
    writeResults(database, {
      run: id,
      cases: small,
      count: SIZES.cases,
      skill: 0.5 + 0.0015 * Math.min(index, 150),
      seed: index + 1,
    });
    if (repeats < 0) {
      const stage = `stg_${String(index).padStart(4, "0")}`;
      const parent = index === 0 ? null : `stg_${String(index - 1).padStart(4, "0")}`;
      insertStage(database, {
        ...{ id: stage, campaign: IDS.campaign, index, name: `Evolution ${index}`, parent, step: "decided" },
        ...{ baseVersion: first.version, baseRun: index === 0 ? null : runId(index - 1), version: first.version, run: id },
        ...{ heldOutRun: null, autopilot: null, createdAt: CREATED_AT },
        decision: { kind: "another-stage", acceptedP0: [], reason: "", by: "bench", at: CREATED_AT },
      });
      if (index > 0) replaceEntries(database, stage, entriesOf(stage, small));
    }
    end(id);
    if (index % 50 === 49) note(`${index + 1} runs are stored`);
  }
  for (const [id, count] of [
    [IDS.ended, SIZES.largeCases],
    [IDS.half, SIZES.half],
    [IDS.open, SIZES.open],
  ] as const) {
    insert(id, "large", { status: "paused" });
    writeResults(database, { run: id, cases: large, count, skill: 0.7, seed: 1_000 });
  }
  end(IDS.ended);
  const counted = (where: string) =>
    Number(database.$client.prepare(`select count(*) from case_results where ${where}`).pluck().get());
  const results = counted("run like 'run_0%'");
  const largeResults = counted("run in ('run_ended', 'run_half', 'run_open')");
  database.$client.pragma("wal_checkpoint(TRUNCATE)");
  const pages =
    Number(database.$client.pragma("page_count", { simple: true })) *
    Number(database.$client.pragma("page_size", { simple: true }));
  open.close();
  return { results, large: largeResults, fileMB: Math.round(pages / 1e6) };
}
