import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";
import { readBundleFolder, writeBundleFolder } from "./bundle-folder";

let studio: TestStudio;

beforeEach(async () => {
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
});
afterEach(() => studio.close());

const importBundle = (files: Record<string, string>, more: object = {}) =>
  studio.call("POST", "/projects/p/versions/import", { files, ...more });

const save = (version: string, more: object, actor?: string) =>
  studio.call("POST", `/projects/p/versions/${version}/save`, { message: "change", ...more }, actor);

const PROMPT = "prompt/01-role.md";

test("equal bundles are one version, whatever their order", async () => {
  const first = await importBundle(SMALL_BUNDLE);
  const second = await importBundle(Object.fromEntries(Object.entries(SMALL_BUNDLE).reverse()));
  expect(first.body.created).toBe(true);
  expect(second.body).toMatchObject({ created: false, version: { hash: first.body.version.hash } });
  expect((await studio.call("GET", "/projects/p/versions")).body).toHaveLength(1);
});

test("a bundle comes back byte for byte, through a folder too", async () => {
  const files = {
    ...SMALL_BUNDLE,
    "notes/bom.md": "\ufeffline\r\nlast without end",
    "notes/empty.md": "",
    "notes/中文.md": "“直播间”\n",
  };
  const { body } = await importBundle(files);
  const out = await studio.call("GET", `/projects/p/versions/${body.version.hash.slice(0, 8)}/bundle`);
  expect(out.body.files).toEqual(files);
  const folder = mkdtempSync(join(tmpdir(), "studio-export-"));
  try {
    await writeBundleFolder(join(folder, "out"), out.body.files);
    expect(readFileSync(join(folder, "out", "notes", "bom.md"))).toEqual(Buffer.from(files["notes/bom.md"]));
    expect(await readBundleFolder(join(folder, "out"))).toEqual(files);
    await expect(writeBundleFolder(join(folder, "out"), files)).rejects.toThrow(/not empty/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("saving makes a child with its author and message", async () => {
  const { body } = await importBundle(SMALL_BUNDLE);
  const saved = await save(
    body.version.hash,
    { changes: { [PROMPT]: "---\norder: 1\n---\nNew.\n" }, message: "shorter" },
    "李雷",
  );
  expect(saved.body.version).toMatchObject({ parent: body.version.hash, origin: "edit", author: "李雷", message: "shorter" });
});

test("saving on top of a version that has an unseen child is a conflict that names who and what", async () => {
  const { hash } = (await importBundle(SMALL_BUNDLE)).body.version;
  const first = await save(hash, { changes: { [PROMPT]: "one" } }, "ada");
  const second = await save(hash, { changes: { [PROMPT]: "two" } }, "bob");
  expect(second.status).toBe(409);
  expect(second.body).toMatchObject({ code: "CONFLICT", defined: true, data: { by: "ada", current: first.body.version.hash } });
  const branch = await save(hash, { changes: { [PROMPT]: "two" }, branch: true }, "bob");
  expect(branch.body.created).toBe(true);
});

test("a child that was seen is no conflict", async () => {
  const { hash } = (await importBundle(SMALL_BUNDLE)).body.version;
  const first = await save(hash, { changes: { [PROMPT]: "one" } });
  const second = await save(hash, { changes: { [PROMPT]: "two" }, seen: [first.body.version.hash] });
  expect(second.status).toBe(200);
});

test("saving the same change twice gives the one version", async () => {
  const { hash } = (await importBundle(SMALL_BUNDLE)).body.version;
  const first = await save(hash, { changes: { [PROMPT]: "one" } });
  const again = await save(hash, { changes: { [PROMPT]: "one" } });
  expect(again.body).toMatchObject({ created: false, version: { hash: first.body.version.hash } });
});

test("errors are refused with their places, and nothing is saved, until they are allowed", async () => {
  const { hash } = (await importBundle(SMALL_BUNDLE)).body.version;
  const changes = { "hooks/broken.js": "export const events = [;" };
  const refused = await save(hash, { changes });
  expect(refused.status).toBe(422);
  expect(refused.body.data.diagnostics[0]).toMatchObject({ path: "hooks/broken.js", severity: "error" });
  expect((await studio.call("GET", "/projects/p/versions")).body).toHaveLength(1);
  expect((await save(hash, { changes, allowErrors: true })).body.version.errors).toBeGreaterThan(0);
});

test("a bundle without a harness.yaml that can be read is refused", async () => {
  const { status, body } = await importBundle({ "harness.yaml": "name: [" });
  expect([status, body.code]).toEqual([422, "UNPROCESSABLE_CONTENT"]);
});

test("a path that leaves the bundle is refused by its name", async () => {
  const { status, body } = await importBundle({ ...SMALL_BUNDLE, "../evil": "x" });
  expect(status).toBe(400);
  expect(body.message).toMatch(/files/);
});

test("two versions are compared file by file", async () => {
  const { hash } = (await importBundle(SMALL_BUNDLE)).body.version;
  const head = (await save(hash, { changes: { [PROMPT]: "one\n", "prompt/02-new.md": "two\n" } })).body.version.hash;
  const { body } = await studio.call("GET", `/projects/p/versions/compare?base=${hash}&head=${head}`);
  expect(body.files.map((file: { path: string; change: string }) => [file.path, file.change])).toEqual([
    [PROMPT, "changed"],
    ["prompt/02-new.md", "added"],
  ]);
  expect(body.unchanged).toBe(1);
});

test("an unknown version is 404, a malformed one 400 and names the field", async () => {
  expect((await studio.call("GET", `/projects/p/versions/${"0".repeat(64)}`)).status).toBe(404);
  const malformed = await studio.call("GET", "/projects/p/versions/not-a-hash");
  expect(malformed.status).toBe(400);
  expect(malformed.body.message).toMatch(/^version: /);
});
