import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runCommand } from "../run-command";

let folder: string;
let written = { stdout: "", stderr: "" };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "studio-types-"));
  written = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      written[stream] += String(text);
      return true;
    });
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = undefined;
});

test("prints the declarations, or writes the same text into a file", async () => {
  expect(await runCommand(["types"])).toBe(0);
  const printed = written.stdout;
  expect(printed).toContain("export interface StopEvent {");
  const out = join(folder, "harness.d.ts");
  expect(await runCommand(["types", "--out", out])).toBe(0);
  expect(readFileSync(out, "utf8")).toBe(printed);
});

test.each([
  ["a file that TypeScript would not take for declarations", "harness.txt", /does not end in \.d\.ts/],
  ["a folder that is not there", join("none", "harness.d.ts"), /cannot be written/],
])("refuses %s", async (_, name, message) => {
  expect(await runCommand(["types", "--out", join(folder, name)])).toBe(2);
  expect(written.stderr).toMatch(message);
});
