import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import Sqlite from "better-sqlite3";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { hashManifest, manifestOf } from "@/lib/harness/hash";
import { sampleCase } from "@/lib/testing/evaluation-samples";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";

const AT = "2026-11-01T00:00:00.000Z";
const manifest = manifestOf(SMALL_BUNDLE);
const version = hashManifest(manifest);
const estimate = { mean: 1, low: 0.2, high: 1, n: 1, unscored: 0 };
const metrics = {
  ...{ cases: 1, scored: 1, unscored: 0, failed: 0, accuracy: estimate, effectiveness: estimate, avg: estimate, categories: [] },
  ...{ latency: { p50: 5, p95: 5, n: 1 }, tokens: { prompt: 1, completion: 1, perCase: 2 }, calls: 1, cost: null },
};
const features = {
  skills: [],
  tools: [],
  toolErrors: [],
  hooks: [],
  promptBlocks: [],
  stopReason: "replied",
  rounds: 1,
  retries: 0,
};
const boundary = {
  round: 1,
  historyLength: 0,
  state: { round: 0, loadedSkills: [], todo: [], stopBlocks: 0, elapsedMs: 0 },
  view: { memory: "full", messages: 0 },
  directive: "",
  exposed: { tools: [], skills: [] },
};
/** A trajectory as it was stored before clock readings, nested agents and refused calls were recorded. */
const trajectory = {
  schemaVersion: 1,
  harness: { name: "Small", hash: version },
  model: { endpoint: "embedded", model: "embedded-policy", checkpoint: "embedded-1" },
  seed: 1,
  channel: "public",
  steps: [
    { type: "boundary", round: 1, atMs: 1, boundary },
    {
      type: "tool-call",
      round: 1,
      atMs: 2,
      callId: "c",
      tool: "t",
      arguments: {},
      outcome: { ok: true, result: 1 },
      durationMs: 1,
    },
    { type: "reply", round: 1, atMs: 3, content: "It is 89.", channel: "public", suppressed: false },
  ],
  history: [],
  reply: "It is 89.",
  stopReason: "replied",
  usage: { promptTokens: 1, completionTokens: 1, calls: 1 },
  timings: { wallMs: 5, modelMs: 4, toolMs: 0, hookMs: 0, ttftMs: null },
};

type Put = (table: string, row: Record<string, unknown>) => void;

const endpoint = {
  ...{ id: "embedded", name: "Embedded", kind: "embedded", baseUrl: "", model: "embedded-policy", checkpoint: "embedded-1" },
  ...{ keyVariable: "", promptPrice: null, completionPrice: null, createdAt: AT },
};
const run = (id: string, dataset: string, more: object = {}) => ({
  ...{ id, project: "p", version, endpoint: "embedded", endpoint_at_start: endpoint, dataset, dataset_version: "v1" },
  ...{ check_version: "checks-1", settings: { concurrency: 1, repeats: 1, seed: 1 }, status: "completed", total: 1, metrics },
  ...{ actor: "a", created_at: AT, started_at: AT, finished_at: AT },
  ...more,
});
const result = (id: string, end: object) => ({
  ...{ run: id, case: "c1", repeat: 0, ordinal: 0, category: "price", priority: "P1", comment: "how much?" },
  ...{ reply: "It is 89.", failed_checks: [], wall_ms: 5, calls: 1, seed: 1, checks: [], features, finished_at: AT },
  ...end,
});

function putSet(put: Put, id: string, role: string): void {
  put("datasets", { id, project: "p", name: id, role, description: "", synthetic: 0, version: "v1", created_at: AT });
  put("dataset_versions", { dataset: id, hash: "v1", shared: {}, cases: 1, actor: "a", created_at: AT });
  put("cases", {
    ...{ dataset: id, version: "v1", ordinal: 0, id: "c1", category: "price", priority: "P1", language: "en" },
    ...{ channel: "public", comment: "how much?", checks: 1, body: sampleCase({ id: "c1" }) },
  });
}

/** A data folder as one of the first schemas left it: one run with one result, and what `more` puts there. */
function oldFolder(schema: number, more: (put: Put, sqlite: Sqlite.Database) => void = () => {}): string {
  const folder = mkdtempSync(join(tmpdir(), "studio-old-"));
  const sqlite = new Sqlite(join(folder, "studio.sqlite"));
  const journal: { entries: { when: number; tag: string }[] } = JSON.parse(readFileSync("drizzle/meta/_journal.json", "utf8"));
  sqlite.exec("create table __drizzle_migrations (id integer primary key autoincrement, hash text not null, created_at numeric)");
  for (const { tag, when } of journal.entries.slice(0, schema)) {
    for (const statement of readFileSync(`drizzle/${tag}.sql`, "utf8").split("--> statement-breakpoint")) sqlite.exec(statement);
    sqlite.prepare("insert into __drizzle_migrations (hash, created_at) values (?, ?)").run(tag, when);
  }
  const put: Put = (table, row) => {
    const names = Object.keys(row);
    const text = `insert into ${table} (${names.map((name) => `"${name}"`).join(", ")}) values (${names.map(() => "?").join(", ")})`;
    sqlite.prepare(text).run(
      names.map((name) => {
        const value = row[name];
        return typeof value === "object" && value !== null && !Buffer.isBuffer(value) ? JSON.stringify(value) : value;
      }),
    );
  };
  put("projects", { id: "p", name: "P", description: "", created_at: AT });
  put("manifests", { hash: version, base_hash: null, depth: 0 });
  for (const [path, blob] of Object.entries(manifest)) {
    put("blobs", { hash: blob, text: SMALL_BUNDLE[path] ?? "" });
    put("manifest_entries", { manifest_hash: version, path, blob_hash: blob });
  }
  put("versions", {
    ...{ project: "p", hash: version, name: "Old", parent: null, origin: "import", author: "a", message: "" },
    ...{ created_at: AT, files: 2, errors: 0, warnings: 0 },
  });
  putSet(put, "ds", "dev");
  put("runs", run("run_old", "ds"));
  put("case_results", result("run_old", { state: "scored", accuracy: 1, effectiveness: 1 }));
  put("trajectories", { run: "run_old", case: "c1", repeat: 0, body: gzipSync(JSON.stringify(trajectory)) });
  put("releases", {
    ...{ id: "rel_old", project: "p", channel: "production", sequence: 1, kind: "promote", version, endpoint: "embedded" },
    ...{ run: "run_old", reason: "r", actor: "a", previous: null, created_at: AT },
  });
  more(put, sqlite);
  sqlite.close();
  return folder;
}

let studio: TestStudio | undefined;
let folder: string;
afterEach(async () => {
  await studio?.close();
  rmSync(folder, { recursive: true, force: true });
});

it("a database of the first schema opens, and what is in it can be seen, compared and served", async () => {
  folder = oldFolder(1);
  studio = openTestStudio({ dataFolder: folder });
  const get = async (path: string) => {
    const answer = await studio?.call("GET", path);
    expect(answer).toMatchObject({ status: 200 });
    return answer?.body;
  };
  expect(await get("/health")).toMatchObject({ schema: 6 });
  expect(await get("/projects/p")).toBeDefined();
  expect(await get("/projects/p/runs/run_old")).toMatchObject({ metrics: { incidents: { total: { guards: 0 } } } });
  expect(await get("/projects/p/runs/run_old/results")).toMatchObject({ total: 1 });
  expect(await get("/projects/p/runs/run_old/results/c1")).toMatchObject({
    result: { features: { incidents: { fallbacks: 0 } } },
    trajectory: { reply: "It is 89.", steps: [{ boundary: { state: { frames: [] } } }, {}, {}] },
  });
  expect(await get("/projects/p/runs/compare?base=run_old&head=run_old")).toMatchObject({ paired: 1 });
  expect(await get("/projects/p/cases/c1/trajectories")).toHaveLength(1);
  expect(await get("/projects/p/faq")).toEqual({ entries: [], hash: null });
  const served = await studio.call("POST", "/respond", { project: "p", input: { comments: [{ text: "hi" }] } });
  expect(served).toMatchObject({ status: 200, body: { release: "rel_old", embedded: true } });
  expect(studio.reported).toEqual([]);
});

it("of the second schema: a held-out set is a gate whose runs were looks, A/A pairs and unscored results keep their meaning", async () => {
  const unscored = "No check could be decided without a judge.";
  folder = oldFolder(2, (put) => {
    putSet(put, "held", "held-out");
    put("runs", run("run_held", "held"));
    put("case_results", result("run_held", { state: "unscored", reason: unscored }));
    put("runs", run("run_held_2", "held", { created_at: "2026-11-02T00:00:00.000Z" }));
    put("case_results", result("run_held_2", { state: "unscored", reason: "timeout: no answer" }));
    put("runs", run("run_noise", "ds", { settings: { concurrency: 1, repeats: 1, seed: 2 } }));
    put("case_results", result("run_noise", { state: "scored", accuracy: 0, effectiveness: 1 }));
    put("endpoints", {
      ...{ id: "embedded", name: "Embedded", kind: "embedded", base_url: "", model: "embedded-policy", checkpoint: "embedded-1" },
      ...{ key_variable: "", created_at: AT },
    });
    put("campaigns", {
      ...{ id: "cmp", project: "p", name: "C", endpoint: "embedded", dataset: "ds", dataset_version: "v1" },
      ...{ held_out_dataset: "held", held_out_version: "v1", seed: 1, status: "active", created_by: "a", created_at: AT },
    });
    put("stages", {
      ...{ id: "stg", campaign: "cmp", index: 0, name: "Base", step: "evaluate", version, run: "run_old" },
      ...{ held_out_run: "run_held", created_at: AT },
    });
    put("noise_runs", { run: "run_noise", campaign: "cmp", base_run: "run_old" });
  });
  studio = openTestStudio({ dataFolder: folder });
  const get = async (path: string) => {
    const answer = await studio?.call("GET", `/projects/p${path}`);
    expect(answer).toMatchObject({ status: 200 });
    return answer?.body;
  };
  expect(await get("/datasets/held")).toMatchObject({ role: "gate", kind: "general", looks: { runs: 2, trajectories: 0 } });
  expect(await get("/datasets/held/looks")).toMatchObject([
    { run: "run_held_2", index: 2, actor: "a", at: "2026-11-02T00:00:00.000Z" },
    { run: "run_held", index: 1, alpha: expect.closeTo(0.0304, 4) },
  ]);
  expect((await get("/runs/run_held/results")).items).toMatchObject([{ unscoredKind: "no-judge", attempts: 1 }]);
  expect((await get("/runs/run_held_2/results")).items).toMatchObject([{ unscoredKind: "infrastructure" }]);
  expect(await get("/runs/run_noise")).toMatchObject({
    run: { noiseOf: "run_old", judge: null, outcome: { spent: { calls: 0 } } },
  });
  expect(await get("/runs/compare?base=run_old&head=run_noise")).toMatchObject({
    noise: { pairs: [{ base: "run_old", run: "run_noise" }] },
  });
  expect(await get("/campaigns/cmp/chart")).toMatchObject({ noise: { runs: 1 }, points: [{ stage: { id: "stg" } }] });
  expect(studio.studio.database.$client.pragma("foreign_key_check")).toEqual([]);
  expect(studio.reported).toEqual([]);
});

it("of the fourth schema: a diagnosis, its entries and a decision as they were stored before", async () => {
  const cluster = {
    ...{ id: "cluster-1", label: "price", cause: "No tool.", owner: "skill", cases: ["c1"], share: 1, categories: [] },
    ...{ failedChecks: [], medoid: "c1", boundary: null, nearMisses: [], quotes: [], stability: null, contrast: [] },
    longTail: false,
  };
  const entry = {
    ...{ cluster: "cluster-1", title: "Say the price", component: "skill", owner: "skill", whyLevel: "w", reason: "r" },
    ...{ evidence: [], operations: [{ op: "create-file", path: "prompt/90-x.md", text: "x" }], predictedFixes: ["c1"] },
    ...{ predictedRisks: [], id: "ent", stage: "stg_1", order: 0, status: "rejected", changes: [], touched: [] },
    ...{ tokensAdded: 1, diagnostics: [], rejectionReason: "no", decidedBy: "ada", decidedAt: AT, revision: 2 },
  };
  folder = oldFolder(4, (put) => {
    put("endpoints", {
      ...{ id: "embedded", name: "Embedded", kind: "embedded", base_url: "", model: "embedded-policy", checkpoint: "embedded-1" },
      ...{ key_variable: "", created_at: AT },
    });
    put("campaigns", {
      ...{ id: "cmp", project: "p", name: "C", endpoint: "embedded", dataset: "ds", dataset_version: "v1" },
      ...{ seed: 1, status: "active", created_by: "a", created_at: AT },
    });
    put("stages", {
      id: "stg",
      campaign: "cmp",
      index: 0,
      name: "Base",
      step: "evaluate",
      version,
      run: "run_old",
      created_at: AT,
    });
    put("stages", {
      ...{ id: "stg_1", campaign: "cmp", index: 1, name: "One", parent: "stg", step: "decided", base_version: version },
      ...{ base_run: "run_old", decision: { kind: "rollback", reason: "no gain", by: "ada", at: AT }, created_at: AT },
    });
    put("diagnoses", {
      stage: "stg_1",
      body: {
        ...{ analyst: { kind: "heuristic", endpoint: null }, run: "run_old", status: "completed", failures: 1 },
        ...{ quarantined: 0, clusters: [cluster], invalid: [], error: null, at: AT },
      },
    });
    put("entries", { id: "ent", stage: "stg_1", order: 0, status: "rejected", revision: 2, superseded: 0, body: entry });
  });
  studio = openTestStudio({ dataFolder: folder });
  const get = async (path: string) => {
    const answer = await studio?.call("GET", `/projects/p/campaigns/cmp${path}`);
    expect(answer).toMatchObject({ status: 200 });
    return answer?.body;
  };
  expect(await get("")).toMatchObject({ kind: "agent", stages: [{ autopilot: null }, { autopilot: null }] });
  expect(await get("/stages/stg_1")).toMatchObject({
    decision: { kind: "rollback", acceptedP0: [] },
    diagnosis: { clusters: [{ madeBy: "program", by: null }], codings: [], spent: { calls: 0 } },
    proposals: [{ attempts: [], replayed: null, copyOf: null }],
    trials: [],
    credit: null,
  });
  expect(await get("/chart")).toMatchObject({ points: [{ stage: { id: "stg" } }, { rejected: true }] });
  expect(studio.studio.database.$client.pragma("foreign_key_check")).toEqual([]);
  expect(studio.reported).toEqual([]);
});

const Columns = z.array(z.object({ name: z.string(), type: z.string(), notnull: z.int(), dflt_value: z.unknown(), pk: z.int() }));
const References = z.array(z.object({ id: z.int(), table: z.string(), from: z.string(), to: z.string() }));
const Row = z.record(z.string(), z.unknown());

const tablesOf = (sqlite: Sqlite.Database): string[] =>
  z
    .array(z.string())
    .parse(
      sqlite
        .prepare(
          "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '\\_\\_%' escape '\\'",
        )
        .pluck()
        .all(),
    );

const rowsOf = (sqlite: Sqlite.Database, table: string) => z.array(Row).parse(sqlite.prepare(`select * from ${table}`).all());

/** A row in the table, which names rows of other tables where it has to; false where one of those has none yet. */
function fill(sqlite: Sqlite.Database, put: Put, table: string): boolean {
  const references = References.parse(sqlite.pragma(`foreign_key_list(${table})`));
  const parents = new Map<string, unknown>();
  for (const id of new Set(references.map((one) => one.id))) {
    const own = references.filter((one) => one.id === id);
    const parent = own[0]?.table ?? "";
    const [row] = parent === table ? [] : rowsOf(sqlite, parent);
    if (!row && parent !== table) return false;
    for (const { from, to } of own) if (row) parents.set(from, row[to]);
  }
  const plain = (type: string) => (/int|real/i.test(type) ? 1 : /blob/i.test(type) ? Buffer.from("x") : "{}");
  const columns = Columns.parse(sqlite.pragma(`table_info(${table})`)).filter((one) => one.notnull === 1 || one.pk > 0);
  put(table, Object.fromEntries(columns.map(({ name, type }) => [name, parents.get(name) ?? plain(type)])));
  return true;
}

/** Leaves a row in every table that is empty. */
function fillAll(put: Put, sqlite: Sqlite.Database): void {
  let left = tablesOf(sqlite).filter((table) => rowsOf(sqlite, table).length === 0);
  while (left.length > 0) {
    const next = left.filter((table) => !fill(sqlite, put, table));
    if (next.length === left.length) throw new Error(`no row for ${next.join(", ")}`);
    left = next;
  }
}

it.each([1, 2, 3, 4, 5])("of schema %i: a row of every table it had is there after the opening", (schema) => {
  let before = new Map<string, Record<string, unknown>[]>();
  folder = oldFolder(schema, (put, sqlite) => {
    fillAll(put, sqlite);
    before = new Map(tablesOf(sqlite).map((table) => [table, rowsOf(sqlite, table)]));
  });
  studio = openTestStudio({ dataFolder: folder });
  const sqlite = studio.studio.database.$client;
  const now = tablesOf(sqlite);
  // Its rows became a column of the runs.
  expect([...before.keys()].filter((table) => !now.includes(table))).toEqual(schema < 4 ? ["noise_runs"] : []);
  for (const [table, rows] of before) {
    if (!now.includes(table)) continue;
    const found = rowsOf(sqlite, table);
    const shared = new Set(Object.keys(found[0] ?? {}));
    const kept = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => shared.has(name))));
    expect(found, table).toEqual(expect.arrayContaining(kept.map((row) => expect.objectContaining(row))));
  }
  expect(sqlite.pragma("foreign_key_check")).toEqual([]);
  expect(sqlite.prepare("select count(*) from audit_events where hash is null").pluck().get()).toBe(0);
  expect(studio.reported).toEqual([]);
});

it("of a schema that this studio does not know: it is refused, and left as it is", () => {
  folder = oldFolder(6);
  const file = join(folder, "studio.sqlite");
  new Sqlite(file).exec("insert into __drizzle_migrations (hash, created_at) values ('later', 9e15)").close();
  const before = readFileSync(file);
  expect(() => openTestStudio({ dataFolder: folder })).toThrow("was written by a newer version of the studio");
  expect(new Sqlite(file, { readonly: true }).prepare("select max(created_at) from __drizzle_migrations").pluck().get()).toBe(
    9e15,
  );
  expect(readFileSync(file).length).toBe(before.length);
});
