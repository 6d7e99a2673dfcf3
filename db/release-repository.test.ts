import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { storeManifest } from "./bundle-repository";
import { type OpenDatabase, openDatabase } from "./client";
import { insertProject } from "./project-repository";
import { currentRelease, insertRelease, listReleases } from "./release-repository";
import { insertVersion } from "./version-repository";

const AT = "2026-01-01T00:00:00.000Z";
let folder: string;
let open: OpenDatabase;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "studio-db-"));
  open = openDatabase(join(folder, "studio.sqlite"));
  insertProject(open.database, { id: "p", name: "P", description: "", createdAt: AT });
  storeManifest(open.database, { hash: "v", manifest: {}, textOf: () => "", base: null });
  insertVersion(open.database, {
    project: "p",
    hash: "v",
    name: "V",
    parent: null,
    origin: "import",
    author: "ada",
    message: "",
    createdAt: AT,
    files: 0,
    errors: 0,
    warnings: 0,
  });
});
afterEach(() => {
  open.close();
  rmSync(folder, { recursive: true, force: true });
});

const release = (id: string, sequence: number) =>
  insertRelease(open.database, {
    id,
    sequence,
    project: "p",
    channel: "production",
    kind: "promote",
    version: "v",
    endpoint: null,
    run: null,
    reason: "r",
    actor: "ada",
    switched: "both",
    requestedBy: null,
    previous: null,
    restored: null,
    override: null,
    evidence: [],
    gates: null,
    manifest: null,
    manifestHash: null,
    signature: null,
    publicKey: null,
    createdAt: AT,
  });

test("a place in the sequence is taken once", () => {
  expect([release("rel_a", 1), release("rel_b", 1), release("rel_c", 2)]).toEqual([true, false, true]);
  expect(listReleases(open.database, "p").map((one) => one.id)).toEqual(["rel_c", "rel_a"]);
  expect(currentRelease(open.database, "p")).toMatchObject({ id: "rel_c", versionName: "V", sequence: 2 });
});
