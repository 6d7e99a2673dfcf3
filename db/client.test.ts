import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DatabaseUnusable, openDatabase } from "./client";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "studio-db-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("makes the folder, and opens with write-ahead log and foreign keys", () => {
  const { database, close } = openDatabase(join(folder, "a", "b", "studio.sqlite"));
  expect(database.get(sql`pragma journal_mode`)).toEqual({ journal_mode: "wal" });
  expect(database.get(sql`pragma foreign_keys`)).toEqual({ foreign_keys: 1 });
  close();
});

test("refuses a database of a newer studio and says so", () => {
  const path = join(folder, "studio.sqlite");
  const { database, close } = openDatabase(path);
  database.run(sql`insert into __drizzle_migrations (hash, created_at) values ('x', ${Date.now() + 1e12})`);
  close();
  expect(() => openDatabase(path)).toThrow(/newer version of the studio/);
});

test("refuses a file that is no database", () => {
  const path = join(folder, "studio.sqlite");
  writeFileSync(path, "this is not a database, and long enough to be looked at as one ".repeat(30));
  expect(() => openDatabase(path)).toThrow(DatabaseUnusable);
});

test("refuses a path that is a folder", () => {
  expect(() => openDatabase(folder)).toThrow(DatabaseUnusable);
});
