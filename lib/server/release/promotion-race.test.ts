import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listAuditEvents } from "@/db/audit-repository";
import { type Database, openDatabase } from "@/db/client";
import { listReleases, releaseRecord } from "@/db/release-repository";
import { createRandom, randomUnit } from "@/lib/stats/random";
import { bundleProcess } from "@/lib/testing/bundle-process";
import { openReleaseRoom, type ReleaseRoom } from "@/lib/testing/release-room";
import { verifyFully } from "./verification";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** Inside node_modules, so that the bundle finds the native database module. */
const bundleFolder = join(root, "node_modules", ".cache", `promote-worker-${process.pid}`);
let room: ReleaseRoom;
const children: ChildProcess[] = [];

beforeEach(async () => {
  room = await openReleaseRoom();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await room.close();
  rmSync(bundleFolder, { recursive: true, force: true });
});

/** The history is one chain from the first release on: places, predecessors, manifests, audit events and verification agree. */
function expectOneChain(database: Database): string[] {
  const releases = listReleases(database, "p").reverse();
  const events = auditEventsOf(database);
  let before: (typeof releases)[number] | undefined;
  for (const [index, release] of releases.entries()) {
    expect(release).toMatchObject({ sequence: index + 1, previous: before?.id ?? null });
    expect(releaseRecord(database, "p", release.id)?.manifest?.previous).toBe(before?.manifestHash ?? null);
    expect(verifyFully(database, release)).toEqual({ state: "verified", problems: [] });
    before = release;
  }
  expect(events).toEqual(releases.map(({ id }) => `release:${id}`));
  return releases.map(({ id }) => id);
}

const auditEventsOf = (database: Database): string[] =>
  listAuditEvents(database, { project: "p", action: "release-promoted", offset: 0, limit: 10_000 })
    .items.map(({ subject }) => subject)
    .reverse();

it("of a hundred promotions at once one wins in each round, and the history is one chain", { timeout: 60_000 }, async () => {
  const winners: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const [now] = await room.releases();
    const version = now?.version === room.first ? room.second : room.first;
    const body = { version, endpoint: "embedded", reason: "Race.", expectedRelease: now?.id ?? null };
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => room.post("/releases/promote", body, `person ${index}`)),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect([won.length, answers.filter(({ status }) => status === 409).length]).toEqual([1, 99]);
    expect(answers.find(({ status }) => status === 409)?.body.data.current).toBe(won[0]?.body.id);
    winners.push(won[0]?.body.id);
  }
  expect(expectOneChain(room.studio.database)).toEqual(winners);
});

/** Starts a process that promotes; `wrote` resolves when it has reported that many lines, or is gone. */
function startWorker(file: string, name: string, wins: number) {
  const env = { ...process.env, STUDIO_DATA: room.studio.dataFolder, STUDIO_ROOT: root };
  const args = [file, name, String(wins), room.first, room.second];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let [text, errors, over] = ["", "", false];
  let wake = () => {};
  child.stdout.on("data", (chunk) => {
    text += String(chunk);
    wake();
  });
  child.stderr.on("data", (chunk) => {
    errors += String(chunk);
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) =>
    child.on("close", (code) => {
      over = true;
      wake();
      resolve({ code, errors });
    }),
  );
  // What ends without a line break was cut off by the kill.
  const told = () =>
    text
      .split("\n")
      .slice(0, -1)
      .filter((line) => line.startsWith("rel_"));
  const wrote = async (count: number) => {
    while (!over && told().length < count) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { told, wrote, ended, kill: () => child.kill("SIGKILL") };
}

it("two processes and kills at random moments leave old or new, never neither and never both", { timeout: 120_000 }, async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);
  const random = createRandom(seed);
  const file = await bundleProcess("lib/server/release/promote-worker.ts", bundleFolder);
  const told: string[] = [];
  for (let kill = 1; kill <= 2; kill += 1) {
    const workers = ["one", "two"].map((name) => startWorker(file, name, 10_000));
    await Promise.all(workers.map(({ wrote }) => wrote(1 + Math.floor(randomUnit(random) * 8))));
    for (const worker of workers) worker.kill();
    for (const { ended } of workers) expect(await ended, `seed ${seed}`).toEqual({ code: null, errors: "" });
    told.push(...workers.flatMap((worker) => worker.told()));
    // A process that opens the data anew finds what this one does.
    const open = openDatabase(join(room.studio.dataFolder, "studio.sqlite"));
    try {
      const ids = new Set(expectOneChain(open.database));
      expect(
        told.filter((id) => !ids.has(id)),
        `seed ${seed}: what a process was told it has won is there`,
      ).toEqual([]);
    } finally {
      open.close();
    }
  }
  const last = startWorker(file, "last", 1);
  expect(await last.ended, `seed ${seed}`).toEqual({ code: 0, errors: "" });
  expect(expectOneChain(room.studio.database).at(-1)).toBe(last.told()[0]);
});
