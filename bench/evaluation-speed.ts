/**
 * Cases a second of a whole evaluation (kernel, Hooks in the sandbox, checks, storing) on the embedded policy, in a temporary
 * data folder, for both harnesses of the demo room.
 * `npm run bench -- evaluation-speed`.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@/db/client";
import { findRun } from "@/db/run-repository";
import { parseCaseFile } from "@/lib/datasets/parse-cases";
import { readBundleFolder } from "@/lib/server/bundle-folder";
import { createRunner } from "@/lib/server/runs/runner";
import { storeSampleRun } from "@/lib/server/runs/sample-run";
import { createSandbox } from "@/lib/server/sandbox/sandbox";
import { EMBEDDED_ENDPOINT } from "@/lib/simulation/embedded-fetch";

const { cases, shared } = parseCaseFile(readFileSync("examples/live-room/cases/dev.jsonl", "utf8"));
const report = (error: unknown) => console.error(error);
console.log(`${cases.length} cases, ${cpus().length} processors`);
for (const name of ["react", "modular"]) {
  const folder = mkdtempSync(join(tmpdir(), "evaluation-speed-"));
  const file = join(folder, "studio.sqlite");
  const open = openDatabase(file);
  const sandbox = createSandbox();
  const runner = createRunner({ database: open.database, sandbox, report });
  const bundle = await readBundleFolder(`examples/live-room/harnesses/${name}`);
  const run = storeSampleRun(open.database, { cases, shared, endpoint: EMBEDDED_ENDPOINT, bundle });
  const began = performance.now();
  const used = process.cpuUsage();
  runner.start(run);
  for await (const _ of runner.progress(run));
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(used);
  const metrics = findRun(open.database, run)?.metrics;
  await runner.close();
  await sandbox.close();
  open.close();
  const bytes = statSync(file).size;
  rmSync(folder, { recursive: true });
  const percent = (value: number | null | undefined) => `${((value ?? 0) * 100).toFixed(2)} %`;
  console.log(
    `${name}: ${seconds.toFixed(1)} s, ${(cases.length / seconds).toFixed(0)} cases a second, ${((user + system) / 1e6).toFixed(1)} s of processor time, ` +
      `${metrics?.calls} model calls, ${(bytes / 1e6).toFixed(1)} MB stored, Accuracy ${percent(metrics?.accuracy.mean)}, Effectiveness ${percent(metrics?.effectiveness.mean)}`,
  );
}
