import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCaller } from "@/lib/server/caller";
import { openStudio } from "@/lib/server/studio";
import { OVERRIDDEN } from "@/lib/testing/overridden";
import { SMALL_BUNDLE } from "@/lib/testing/test-studio";
import { runCommand } from "../run-command";

let data: string;
let stdout = "";
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "studio-traffic-"));
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

async function traffic(...args: string[]) {
  stdout = "";
  const code = await runCommand(["traffic", ...args, "--project", "p", "--data", data, "--actor", "ada"]);
  return { code, stdout };
}

test("starts an experiment, imports what its users did, shows it and ends it", async () => {
  const studio = openStudio({ dataFolder: data });
  const client = createCaller(studio, "ada");
  await client.projects.create({ id: "p", name: "P" });
  const { version } = await client.versions.import({ project: "p", files: SMALL_BUNDLE });
  const move = { project: "p", version: version.hash, endpoint: "embedded", reason: "serve it", expectedRelease: null };
  for (const channel of ["production", "canary"] as const) await client.releases.promote({ ...move, ...OVERRIDDEN, channel });
  await studio.close();

  expect((await traffic("start", "--name", "Kind", "--share", "half")).code).toBe(2);
  const started = await traffic("start", "--name", "Kind", "--share", "0.5", "--salt", "salt-of-may");
  expect(started).toMatchObject({ code: 0, stdout: expect.stringContaining("treatment: canary, 50.0 %\nsalt salt-of-may") });
  const id = /\((exp_\w+)\)/.exec(started.stdout)?.[1] ?? expect.fail(started.stdout);
  const file = join(data, "outcomes.csv");
  writeFileSync(
    file,
    `user,orders,value\n${Array.from({ length: 40 }, (_, index) => `user-${index},1,${index}`).join("\n")}\nx,-1,0\n`,
  );
  const imported = await traffic("import", id, file, "--through", "2026-05-07", "--synthetic");
  expect(imported.code).toBe(0);
  expect(imported.stdout).toMatch(/^Outcomes through 2026-05-07 \(synthetic\); preliminary: the experiment was still running\n/);
  expect(imported.stdout).toContain("1 rows were skipped");
  expect(await traffic("end", id, "--conclusion", "enough was seen")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(": ended"),
  });
  expect((await traffic("show", id)).stdout).toContain("served: control 0, treatment 0");
  expect((await traffic("end", id, "--conclusion", "again")).code).not.toBe(0);
});
