import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checksOfRun } from "@/db/result-repository";
import { BARE_BUNDLE, bareHash } from "@/lib/release/capability/bare-bundle";
import { capabilityOf } from "@/lib/release/capability/capability-of";
import { openTestStudio, type TestStudio } from "@/lib/testing/test-studio";

const PROMPTS = readFileSync(join(import.meta.dirname, "../../examples/live-room/cases/general.jsonl"), "utf8");

let studio: TestStudio;
beforeEach(async () => {
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
});
afterEach(() => studio.close());

test("the bare policy answers prompts of every instruction, and each reply is scored in all four ways", async () => {
  // One prompt for each of the 25 instructions comes first.
  const text = PROMPTS.split("\n").slice(0, 25).join("\n");
  const set = { name: "general", role: "dev", format: "ifeval", text };
  const { dataset } = (await studio.call("POST", "/projects/p/datasets/import", set)).body;
  const made = await studio.call("POST", "/projects/p/versions/import", { files: BARE_BUNDLE });
  expect(made.body.version.hash).toBe(bareHash());
  const input = { version: bareHash(), endpoint: "embedded", dataset: dataset.id };
  const { id } = (await studio.call("POST", "/projects/p/runs", input)).body;
  const run = async () => (await studio.call("GET", `/projects/p/runs/${id}`)).body;
  await vi.waitUntil(async () => (await run()).run.status === "completed", { timeout: 30_000, interval: 50 });

  const { metrics } = await run();
  expect(metrics).toMatchObject({ scored: 25, unscored: 0, failed: 0 });
  const { levels, unscored, prompts } = capabilityOf(checksOfRun(studio.studio.database, id));
  expect(unscored).toBe(0);
  expect(prompts).toHaveLength(25);
  expect(levels.instructionStrict.n).toBe(25);
  expect(levels.promptStrict.correct / 25).toBeCloseTo(metrics.accuracy.mean);
  expect(levels.promptLoose.correct / 25).toBeCloseTo(metrics.effectiveness.mean);
}, 60_000);
