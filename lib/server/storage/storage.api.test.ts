import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase } from "@/db/client";
import { openTestStudio, SMALL_BUNDLE, smallCaseFile, type TestStudio } from "@/lib/testing/test-studio";
import { checkIntegrity } from "./check-integrity";
import { purge, purgeable } from "./purge";

let studio: TestStudio;
let version: string;

beforeEach(async () => {
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  version = (await studio.call("POST", "/projects/p/versions/import", { files: SMALL_BUNDLE })).body.version.hash;
});
afterEach(() => studio.close());

const sqlite = () => studio.studio.database.$client;
const get = async (path: string) => (await studio.call("GET", path)).body;
const count = (table: string) => Number(sqlite().prepare(`select count(*) from ${table}`).pluck().get());
const importSet = async (name: string, cases: number): Promise<string> =>
  (await studio.call("POST", "/projects/p/datasets/import", { name, role: "dev", text: smallCaseFile(cases) })).body.dataset.id;
const startRun = async (dataset: string, settings: object = {}) =>
  (await studio.call("POST", "/projects/p/runs", { version, endpoint: "embedded", dataset, settings })).body.id;
async function ended(id: string): Promise<string> {
  for await (const _ of studio.studio.runner.progress(id, AbortSignal.timeout(20_000)));
  return id;
}

/** Lets the file grow no further: what SQLite then says is what it says of a full disk. */
const fillDisk = () => sqlite().pragma(`max_page_count = ${Number(sqlite().pragma("page_count", { simple: true }))}`);
const makeRoom = () => sqlite().pragma("max_page_count = 1073741823");

it("a full disk is told of, keeps what there is, and writing goes on when there is room", async () => {
  expect(await get("/storage")).toMatchObject({ state: "ok", message: "", lastBackupAt: null });
  fillDisk();
  const big = { files: { ...SMALL_BUNDLE, "prompt/02-long.md": `---\norder: 2\n---\n${"long ".repeat(100_000)}` } };
  const refused = await studio.call("POST", "/projects/p/versions/import", big);
  expect([refused.status, refused.body.message]).toEqual([
    507,
    expect.stringContaining("disk that holds the studio's data is full"),
  ]);
  expect(await get("/storage")).toMatchObject({ state: "full" });
  expect(await get("/projects/p/versions")).toHaveLength(1);
  studio.studio.storage.tryNow();
  expect(await get("/storage")).toMatchObject({ state: "full" });
  makeRoom();
  studio.studio.storage.tryNow();
  expect(await get("/storage")).toMatchObject({ state: "ok", message: "" });
  expect((await studio.call("POST", "/projects/p/versions/import", big)).status).toBe(200);
  expect(sqlite().pragma("integrity_check", { simple: true })).toBe("ok");
});

it("a run waits for room with the results that it has, and loses none", async () => {
  const dataset = await importSet("dev", 200);
  const run = await startRun(dataset);
  fillDisk();
  for await (const progress of studio.studio.runner.progress(run, AbortSignal.timeout(20_000))) {
    if (progress.status !== "paused") continue;
    expect(progress.reason).toContain("disk that holds the studio's data is full");
    break;
  }
  expect(count("case_results")).toBeLessThan(200);
  expect(sqlite().prepare("select status from runs").pluck().get()).toBe("running");
  makeRoom();
  studio.studio.storage.tryNow();
  await ended(run);
  expect(await get(`/projects/p/runs/${run}`)).toMatchObject({
    run: { status: "completed", counts: { done: 200, scored: 200, unscored: 0, failed: 0 } },
  });
});

it("a studio closes although results wait for room, and the next one goes on with the run", async () => {
  const folder = mkdtempSync(join(tmpdir(), "studio-full-"));
  await studio.close();
  studio = openTestStudio({ dataFolder: folder });
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  await studio.call("POST", "/projects/p/versions/import", { files: SMALL_BUNDLE });
  const run = await startRun(await importSet("dev", 200));
  fillDisk();
  for await (const { status } of studio.studio.runner.progress(run, AbortSignal.timeout(20_000))) if (status === "paused") break;
  await studio.studio.close();
  studio = openTestStudio({ dataFolder: folder });
  await studio.studio.runner.recover();
  await ended(run);
  expect(await get(`/projects/p/runs/${run}`)).toMatchObject({ run: { status: "completed", counts: { scored: 200 } } });
});

it("a disk that takes no writes is told of, and reading goes on", async () => {
  sqlite().pragma("query_only = ON");
  const refused = await studio.call("POST", "/projects", { id: "q", name: "Q" });
  expect([refused.status, refused.body.message]).toEqual([507, expect.stringContaining("read-only")]);
  expect(await get("/storage")).toMatchObject({ state: "read-only" });
  expect(await get("/projects")).toMatchObject([{ id: "p" }]);
  sqlite().pragma("query_only = OFF");
  studio.studio.storage.tryNow();
  expect((await studio.call("POST", "/projects", { id: "q", name: "Q" })).status).toBe(200);
  expect(await get("/storage")).toMatchObject({ state: "ok" });
});

it("a download says of a damaged data file what every operation says", async () => {
  const run = await ended(await startRun(await importSet("dev", 2)));
  sqlite().pragma("wal_checkpoint(TRUNCATE)");
  const root = Number(sqlite().prepare("select rootpage from sqlite_master where name = 'runs'").pluck().get());
  const size = Number(sqlite().pragma("page_size", { simple: true }));
  const file = openSync(sqlite().name, "r+");
  writeSync(file, Buffer.alloc(size, 0xa5), 0, size, (root - 1) * size);
  closeSync(file);
  sqlite().pragma("shrink_memory");
  const refused = await studio.call("GET", `/projects/p/runs/${run}/export?format=csv`);
  expect([refused.status, refused.body.message]).toEqual([503, expect.stringContaining("damaged")]);
});

it("the check finds a damaged page, and a studio with one is read and no longer written", async () => {
  await importSet("dev", 2_000);
  await checkIntegrity(studio.studio);
  expect(await get("/storage")).toMatchObject({ state: "ok", checkedAt: expect.stringMatching(/^20/) });
  sqlite().pragma("wal_checkpoint(TRUNCATE)");
  const root = Number(sqlite().prepare("select rootpage from sqlite_master where name = 'cases_category'").pluck().get());
  const size = Number(sqlite().pragma("page_size", { simple: true }));
  const path = sqlite().name;
  expect(statSync(path).size).toBeGreaterThan(root * size);
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(size, 0xa5), 0, size, (root - 1) * size);
  closeSync(file);
  await checkIntegrity(studio.studio);
  expect(await get("/storage")).toMatchObject({ state: "damaged", message: expect.stringContaining("restore") });
  expect(await get("/projects")).toMatchObject([{ id: "p" }]);
  const refused = await studio.call("POST", "/projects", { id: "q", name: "Q" });
  expect([refused.status, refused.body.message]).toEqual([503, expect.stringContaining("damaged")]);
});

it("a data file that cannot be opened says what to do", async () => {
  const folder = mkdtempSync(join(tmpdir(), "studio-bad-"));
  const path = join(folder, "studio.sqlite");
  openDatabase(path).close();
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(100, 0x20), 0, 100, 0);
  closeSync(file);
  expect(() => openDatabase(path)).toThrow(/is damaged. Bring back the last backup/);
  rmSync(folder, { recursive: true });
});

it("a purge takes away for good what was deleted, with all it had, and keeps the log", async () => {
  const tables = [
    "case_results",
    "trajectories",
    "runs",
    "cases",
    "dataset_versions",
    "datasets",
    "versions",
    "manifests",
    "blobs",
  ];
  const made = await ended(await startRun(await importSet("dev", 3)));
  const other = await importSet("other", 2);
  await ended(await startRun(other));
  await studio.call("POST", "/projects", { id: "kept", name: "Kept" });
  await studio.call("POST", "/projects/kept/versions/import", {
    files: { ...SMALL_BUNDLE, "prompt/02-more.md": "---\norder: 2\n---\nMore.\n" },
  });
  await studio.call("DELETE", `/projects/p/runs/${made}`);
  const context = { studio: studio.studio, actor: "ada" };
  const later = "9999";
  expect(purgeable(context, "2000")).toEqual([]);
  expect(purge(context, purgeable(context, later))).toMatchObject({ gone: [{ kind: "run", id: made }], kept: [] });
  expect([count("case_results"), count("runs"), count("datasets")]).toEqual([2, 1, 2]);
  await studio.call("DELETE", `/projects/p/datasets/${other}`);
  purge(context, purgeable(context, later));
  expect([count("case_results"), count("runs"), count("datasets"), count("cases")]).toEqual([0, 0, 1, 3]);
  await studio.call("DELETE", "/projects/p");
  const events = count("audit_events");
  expect(purge(context, purgeable(context, later))).toMatchObject({ gone: [{ kind: "project", id: "p" }], kept: [] });
  expect(tables.map(count)).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 3]);
  expect(count("audit_events")).toBe(events + 1);
  expect((await get("/audit/verify")).intact).toBe(true);
  expect(sqlite().pragma("foreign_key_check")).toEqual([]);
  expect((await get(`/projects/kept/versions`)).length).toBe(1);
  expect((await studio.call("POST", "/projects", { id: "p", name: "Anew" })).status).toBe(200);
});
