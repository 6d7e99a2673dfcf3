import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import Sqlite from "better-sqlite3";
import { afterEach, expect, it } from "vitest";
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

/** A data folder as the first schema left it: one run with one result. */
function oldFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "studio-old-"));
  const sqlite = new Sqlite(join(folder, "studio.sqlite"));
  for (const statement of readFileSync("drizzle/0000_initial.sql", "utf8").split("--> statement-breakpoint"))
    sqlite.exec(statement);
  const journal: { entries: { when: number }[] } = JSON.parse(readFileSync("drizzle/meta/_journal.json", "utf8"));
  sqlite.exec("create table __drizzle_migrations (id integer primary key autoincrement, hash text not null, created_at numeric)");
  sqlite.prepare("insert into __drizzle_migrations (hash, created_at) values ('first', ?)").run(journal.entries[0]?.when);
  const put = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row);
    const text = `insert into ${table} (${names.map((name) => `"${name}"`).join(", ")}) values (${names.map(() => "?").join(", ")})`;
    sqlite.prepare(text).run(
      names.map((name) => {
        const value = row[name];
        return typeof value === "object" && value !== null && !Buffer.isBuffer(value) ? JSON.stringify(value) : value;
      }),
    );
  };
  const endpoint = {
    ...{ id: "embedded", name: "Embedded", kind: "embedded", baseUrl: "", model: "embedded-policy", checkpoint: "embedded-1" },
    ...{ keyVariable: "", promptPrice: null, completionPrice: null, createdAt: AT },
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
  const set = { id: "ds", project: "p", name: "dev", role: "dev", description: "", synthetic: 0, version: "v1", created_at: AT };
  put("datasets", set);
  put("dataset_versions", { dataset: "ds", hash: "v1", shared: {}, cases: 1, actor: "a", created_at: AT });
  put("cases", {
    ...{ dataset: "ds", version: "v1", ordinal: 0, id: "c1", category: "price", priority: "P1", language: "en" },
    ...{ channel: "public", comment: "how much?", checks: 1, body: sampleCase() },
  });
  put("runs", {
    ...{ id: "run_old", project: "p", version, endpoint: "embedded", endpoint_at_start: endpoint, dataset: "ds" },
    ...{
      dataset_version: "v1",
      check_version: "checks-1",
      settings: { concurrency: 1, repeats: 1, seed: 1 },
      status: "completed",
    },
    ...{ total: 1, metrics, actor: "a", created_at: AT, started_at: AT, finished_at: AT },
  });
  put("case_results", {
    ...{ run: "run_old", case: "c1", repeat: 0, ordinal: 0, category: "price", priority: "P1", state: "scored", accuracy: 1 },
    ...{
      effectiveness: 1,
      comment: "how much?",
      reply: "It is 89.",
      failed_checks: [],
      wall_ms: 5,
      calls: 1,
      seed: 1,
      checks: [],
    },
    ...{ features, finished_at: AT },
  });
  put("trajectories", { run: "run_old", case: "c1", repeat: 0, body: gzipSync(JSON.stringify(trajectory)) });
  put("releases", {
    ...{ id: "rel_old", project: "p", channel: "production", sequence: 1, kind: "promote", version, endpoint: "embedded" },
    ...{ run: "run_old", reason: "r", actor: "a", previous: null, created_at: AT },
  });
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
  folder = oldFolder();
  studio = openTestStudio({ dataFolder: folder });
  const get = async (path: string) => {
    const answer = await studio?.call("GET", path);
    expect(answer).toMatchObject({ status: 200 });
    return answer?.body;
  };
  expect(await get("/health")).toMatchObject({ schema: 4 });
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
