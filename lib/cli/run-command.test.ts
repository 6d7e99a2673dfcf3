import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readBundleFolder, writeBundleFolder } from "@/lib/server/bundle-folder";
import { SMALL_BUNDLE, smallCaseFile } from "@/lib/testing/test-studio";
import { runCommand } from "./run-command";

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "studio-cli-"));
  await writeBundleFolder(join(folder, "harness"), SMALL_BUNDLE);
  writeFileSync(join(folder, "cases.jsonl"), smallCaseFile(3));
  writeFileSync(join(folder, "broken.jsonl"), `${smallCaseFile(1)}{\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command in this process on the test's data folder; what it writes is kept from the terminal. */
async function studio(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const written = { stdout: "", stderr: "" };
  const keep = (stream: "stdout" | "stderr") =>
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      written[stream] += String(text);
      return true;
    });
  const spies = [keep("stdout"), keep("stderr")];
  vi.stubEnv("STUDIO_DATA", join(folder, "data"));
  try {
    const code = await runCommand(args);
    return { code, ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
    process.exitCode = undefined;
  }
}

test("evaluates a folder on a case file, compares its runs, and exports what it imported", async () => {
  const evaluate = ["eval", "--harness", join(folder, "harness"), "--cases", join(folder, "cases.jsonl"), "--json"];
  const first = await studio(...evaluate, "--seed", "1");
  expect([first.code, first.stderr]).toEqual([0, ""]);
  const { run, metrics } = JSON.parse(first.stdout);
  expect([run.status, metrics.cases]).toEqual(["completed", 3]);
  const second = JSON.parse((await studio(...evaluate, "--seed", "2")).stdout);
  const compared = await studio("compare", run.id, second.run.id, "--json");
  expect([compared.code, JSON.parse(compared.stdout).paired]).toEqual([0, 3]);
  const place = ["export", "trajectory", "--run", run.id, "--case", "case-2"];
  const stored = await studio(...place);
  expect([stored.code, JSON.parse(stored.stdout).harness.hash]).toEqual([0, run.version]);
  const readable = await studio(...place, "--format", "markdown", "--prompts");
  expect([readable.code, readable.stdout]).toEqual([0, expect.stringMatching(/^# Trajectory\n/)]);
  expect(readable.stdout).toContain("- Case: `case-2`");
  expect(readable.stdout).toContain("Simulated policy");
  expect((await studio(...place, "--repeat", "1")).code).toBe(2);
  const out = join(folder, "out");
  const exported = await studio("export", "--project", "command-line", "--version", run.version.slice(0, 8), "--out", out);
  expect([exported.code, exported.stdout]).toEqual([0, expect.stringMatching(/^Wrote 2 files/)]);
  expect(await readBundleFolder(out)).toEqual(SMALL_BUNDLE);
  const strict = await studio(...evaluate, "--min-avg", "1", "--seed", "1");
  expect(strict.code).toBe(JSON.parse(strict.stdout).metrics.avg.mean === 1 ? 0 : 1);
});

test("a malformed case file ends with 2 and names the line", async () => {
  const { code, stderr } = await studio("import", "--project", "p", "--cases", join(folder, "broken.jsonl"));
  expect(code).toBe(2);
  expect(stderr).toMatch(/line 2: /);
});

test.each([
  ["an unknown command", ["nothing"]],
  ["a missing option", ["eval"]],
  ["an unknown project", ["versions", "--project", "none"]],
])(
  "%s ends with 2",
  async (_, args) => {
    expect((await studio(...args)).code).toBe(2);
  },
  60_000,
);

test("a studio that cannot be reached ends with 3", async () => {
  const { code, stderr } = await studio("projects", "--url", "http://127.0.0.1:9");
  expect([code, stderr.trim()]).toEqual([3, "The studio cannot be reached."]);
});

test("help states the exit codes", async () => {
  expect((await studio("--help")).stdout).toMatch(/Exit codes:/);
});
