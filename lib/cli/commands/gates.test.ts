import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GateReport, GateSettings } from "@/lib/contracts/release-gate";
import { createCaller } from "@/lib/server/caller";
import { openStudio } from "@/lib/server/studio";
import { SMALL_BUNDLE, smallCaseFile } from "@/lib/testing/test-studio";
import { runCommand } from "../run-command";

let data: string;
let stdout = "";
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "studio-gates-"));
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    stdout += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(data, { recursive: true, force: true });
  process.exitCode = undefined;
});

async function gates(...args: string[]) {
  stdout = "";
  const code = await runCommand(["gates", ...args, "--project", "p", "--data", data]);
  return { code, stdout };
}

test("prints what each gate found and lacks, measures it where asked, and exits with 1 until the gates pass", async () => {
  const studio = openStudio({ dataFolder: data });
  const client = createCaller(studio, "ada");
  await client.projects.create({ id: "p", name: "P" });
  const { version } = await client.versions.import({ project: "p", files: SMALL_BUNDLE });
  const text = smallCaseFile(6);
  const { dataset } = await client.datasets.import({ project: "p", name: "shop", role: "gate", text });
  const settings = GateSettings.parse({
    ...{ latency: { warmUp: 1, minimumCases: 5 }, regression: { dataset: dataset.id } },
    required: { canary: ["latency"] },
  });
  await client.gates.saveSettings({ project: "p", settings, reason: "small", expectedVersion: 0 });
  await studio.close();

  const canary = [version.hash.slice(0, 12), "--channel", "canary", "--endpoint", "embedded"];
  const before = await gates(...canary);
  expect(before.code).toBe(1);
  expect(before.stdout).toContain("Lacks: a run of Small on shop, 2 at once");
  expect(before.stdout).toContain("The gates do not pass: latency. --measure starts the runs that are lacking.");

  const after = await gates(...canary, "--measure", "--reason", "release");
  expect(after.code).toBe(0);
  expect(after.stdout).toMatch(/^latency: passed \[stand-in policy\], from run_/m);
  expect(after.stdout).toMatch(/^passed +P95 wall time +[\d.]+ s \(95 % interval .* n = 5\) +at most 15 s$/m);
  expect(after.stdout).toContain("regression: failed (not required)");
  expect(after.stdout).toContain("The gates pass.");
  expect(GateReport.parse(JSON.parse((await gates(...canary, "--json")).stdout))).toMatchObject({
    channel: "canary",
    passed: true,
  });
});
