import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import Sqlite from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { openDatabase } from "@/db/client";
import { integrityProblems } from "@/db/data-file";
import { insertProject, listProjects } from "@/db/project-repository";
import { bundleProcess } from "@/lib/testing/bundle-process";
import { openTestStudio } from "@/lib/testing/test-studio";
import { recordAudit } from "../context";
import { verifyAudit } from "../use-cases/audit";
import { storageState } from "../use-cases/storage";
import { backUp } from "./backup";
import { restore } from "./restore";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** Inside node_modules, so that the bundle finds the native database module. */
const bundleFolder = join(root, "node_modules", ".cache", `data-process-${process.pid}`);
const children: ChildProcess[] = [];
let program: string;
let folder: string;
let dataFile: string;
let file: string;

beforeAll(async () => {
  program = await bundleProcess("lib/server/storage/data-process.ts", bundleFolder);
});
afterAll(() => rmSync(bundleFolder, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "studio-data-"));
  dataFile = join(folder, "studio.sqlite");
  file = join(folder, "backup.sqlite");
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the process of a task; it is at its work when this resolves. */
async function start(task: string, argument = ""): Promise<ChildProcess> {
  const env = { ...process.env, STUDIO_ROOT: root };
  const child = spawn(process.execPath, [program, task, dataFile, argument], { env, stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  if (child.stdout) await once(child.stdout, "data");
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await ended(child);
}

/** Projects, and whether the chain holds, of the data as it is. */
async function look() {
  const { database, close } = openDatabase(dataFile);
  try {
    const { intact, events } = await verifyAudit({ studio: { database } });
    return { projects: listProjects(database).map(({ id }) => id), intact, events };
  } finally {
    close();
  }
}

function withProjects(...ids: string[]): void {
  const { database, close } = openDatabase(dataFile);
  for (const id of ids) {
    insertProject(database, { id, name: id, description: "", createdAt: `2026-11-01T00:00:0${ids.indexOf(id)}.000Z` });
    recordAudit(database, { actor: "test" }, { action: "project-created", project: id, subject: `project:${id}` });
  }
  close();
}

const actor = { actor: "ada" };

it("two processes that write at once make one chain", async () => {
  withProjects("one");
  await Promise.all((await Promise.all([start("write", "30"), start("write", "30")])).map(ended));
  const { projects, intact, events } = await look();
  expect([projects.length, intact, events]).toEqual([61, true, 61]);
});

it("a backup that is made while another process writes is whole, and what is restored is what it held", async () => {
  withProjects("one", "two");
  const writer = await start("write", "100000");
  const made = await backUp(dataFile, file, { ...actor, force: false });
  await kill(writer);
  expect(integrityProblems(file)).toEqual([]);
  const copy = new Sqlite(file, { readonly: true });
  const count = (table: string) => copy.prepare(`select count(*) from ${table}`).pluck().get();
  const [projects, events] = [count("projects"), count("audit_events")];
  copy.close();
  expect(made.bytes).toBeGreaterThan(0);
  const later = await look();
  const done = restore(dataFile, file, actor);
  // The restored studio has one event more: that of the restore.
  expect(await look()).toMatchObject({ intact: true, events: Number(events) + 1 });
  expect((await look()).projects).toHaveLength(Number(projects));
  expect(later.projects.length).toBeGreaterThanOrEqual(Number(projects));
  const kept = new Sqlite(done.kept ?? "", { readonly: true });
  expect(kept.prepare("select count(*) from projects").pluck().get()).toBe(later.projects.length);
  kept.close();
});

it("the state says when the last backup was made", async () => {
  const { studio, close } = openTestStudio({ dataFolder: folder });
  const context = { studio, actor: "test" };
  expect(storageState(context).lastBackupAt).toBeNull();
  await backUp(dataFile, join(tmpdir(), `studio-backup-${process.pid}.sqlite`), { ...actor, force: true });
  expect(storageState(context).lastBackupAt).toMatch(/^20/);
  rmSync(join(tmpdir(), `studio-backup-${process.pid}.sqlite`));
  await close();
});

it("refuses to replace a file, and to restore what is open, unsound, no studio's or of a newer one", async () => {
  withProjects("one");
  await backUp(dataFile, file, { ...actor, force: false });
  await expect(backUp(dataFile, file, { ...actor, force: false })).rejects.toThrow("--force");
  await expect(backUp(dataFile, dataFile, { ...actor, force: true })).rejects.toThrow("another file");
  const holder = await start("hold");
  expect(() => restore(dataFile, file, actor)).toThrow("has this data folder open");
  await kill(holder);
  const spoilt = join(folder, "spoilt");
  const bytes = readFileSync(file);
  writeFileSync(spoilt, Buffer.concat([bytes.subarray(0, 8_192), Buffer.alloc(8_192, 7), bytes.subarray(16_384)]));
  expect(() => restore(dataFile, spoilt, actor)).toThrow("is not sound");
  new Sqlite(join(folder, "other")).exec("create table t (x)").close();
  expect(() => restore(dataFile, join(folder, "other"), actor)).toThrow("no data of a studio");
  copyFileSync(file, join(folder, "newer"));
  new Sqlite(join(folder, "newer")).exec("insert into __drizzle_migrations (hash, created_at) values ('x', 9e15)").close();
  expect(() => restore(dataFile, join(folder, "newer"), actor)).toThrow("newer version of the studio");
  expect((await look()).projects).toEqual(["one"]);
  expect(readdirSync(folder).filter((name) => name.includes("restoring"))).toEqual([]);
});

it("restores into an empty folder", async () => {
  withProjects("one");
  await backUp(dataFile, file, { ...actor, force: false });
  const empty = join(folder, "empty", "studio.sqlite");
  expect(restore(empty, file, actor)).toMatchObject({ kept: null });
  dataFile = empty;
  expect((await look()).projects).toEqual(["one"]);
});

it("killed at a backup or a restore, a studio has its data whole, the old or the new", async () => {
  withProjects("one", "two");
  await backUp(dataFile, file, { ...actor, force: false });
  for (const wait of [0, 11]) {
    const backingUp = await start("back-up-again-and-again", file);
    await sleep(wait);
    await kill(backingUp);
    expect(integrityProblems(file)).toEqual([]);
    const restoring = await start("restore-again-and-again", file);
    await sleep(wait);
    await kill(restoring);
    expect(existsSync(dataFile)).toBe(true);
    expect(await look()).toMatchObject({ projects: ["one", "two"], intact: true });
  }
});
