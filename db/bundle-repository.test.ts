import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { count } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hashManifest, hashText, manifestOf } from "@/lib/harness/hash";
import { readBundle, readBundleFile, readManifest, storeManifest } from "./bundle-repository";
import { type OpenDatabase, openDatabase } from "./client";
import { blobs, manifestEntries, manifests } from "./schema";

let folder: string;
let open: OpenDatabase;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "studio-db-"));
  open = openDatabase(join(folder, "studio.sqlite"));
});
afterEach(() => {
  open.close();
  rmSync(folder, { recursive: true, force: true });
});

const bundleOf = (files: number) =>
  Object.fromEntries(Array.from({ length: files }, (_, index) => [`skills/s${index}/SKILL.md`, `text of file ${index}`]));

function store(files: Record<string, string>, base: string | null): string {
  const manifest = manifestOf(files);
  const hash = hashManifest(manifest);
  storeManifest(open.database, { hash, manifest, textOf: (path) => files[path] ?? "", base });
  return hash;
}

const rows = (table: typeof blobs | typeof manifests | typeof manifestEntries) =>
  open.database.select({ n: count() }).from(table).get()?.n ?? 0;

test("reads back the files it stored", () => {
  const files = { "harness.yaml": "name: a\r\n", "prompt/01-a.md": "\ufeffHello\n" };
  expect(readBundle(open.database, store(files, null))).toEqual(files);
});

test("reads one file as the version has it, changed, kept or removed since its base", () => {
  const base = store({ "harness.yaml": "name: a", "a.md": "1", "b.md": "2", "c.md": "3", "d.md": "4" }, null);
  const head = store({ "harness.yaml": "name: b", "a.md": "1", "c.md": "3", "d.md": "4" }, base);
  const read = (hash: string, path: string) => readBundleFile(open.database, hash, path);
  expect([read(base, "harness.yaml"), read(head, "harness.yaml")]).toEqual(["name: a", "name: b"]);
  expect([read(head, "a.md"), read(head, "b.md"), read(head, "none.md")]).toEqual(["1", null, null]);
});

test("an unknown hash is null", () => {
  expect(readBundle(open.database, "0".repeat(64))).toBeNull();
});

test("stores beside its base only what differs, removed files among it", () => {
  const first = bundleOf(5);
  const base = store(first, null);
  const { "skills/s0/SKILL.md": _, ...rest } = first;
  const second = { ...rest, "skills/s1/SKILL.md": "changed" };
  const head = store(second, base);
  expect(rows(manifestEntries)).toBe(5 + 2);
  expect(rows(blobs)).toBe(5 + 1);
  expect(readBundle(open.database, head)).toEqual(second);
  expect(readBundle(open.database, base)).toEqual(first);
});

test("stores a bundle that shares little with its base as a full snapshot", () => {
  const base = store(bundleOf(3), null);
  const other = { "a.md": "1", "b.md": "2" };
  const head = store(other, base);
  expect(rows(manifestEntries)).toBe(3 + 2);
  expect(readBundle(open.database, head)).toEqual(other);
});

test("the same bundle is stored once", () => {
  const files = bundleOf(3);
  store(files, null);
  store(files, null);
  expect([rows(manifests), rows(manifestEntries), rows(blobs)]).toEqual([1, 3, 3]);
});

test("ten thousand versions of a forty-file bundle store only what differs", () => {
  const files = bundleOf(40);
  let manifest = manifestOf(files);
  let base: string | null = null;
  const hashes: string[] = [];
  open.database.transaction((tx) => {
    for (let step = 0; step < 10_000; step += 1) {
      const text = `version ${step}`;
      const changed = `skills/s${step % 40}/SKILL.md`;
      manifest = { ...manifest, [changed]: hashText(text) };
      const hash = hashText(`manifest ${step}`);
      const textOf = (path: string): string => (path === changed ? text : (files[path] ?? ""));
      storeManifest(tx, { hash, manifest, textOf, base });
      hashes.push(hash);
      base = hash;
    }
  });
  const snapshots = Math.ceil(10_000 / 33);
  expect(rows(manifests)).toBe(10_000);
  expect(rows(manifestEntries)).toBe(snapshots * 40 + (10_000 - snapshots));
  expect(rows(blobs)).toBe(39 + 10_000);
  expect(readManifest(open.database, hashes[9_999] ?? "")).toEqual(manifest);
}, 60_000);
