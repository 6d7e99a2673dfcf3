import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCaller } from "@/lib/server/caller";
import { openStudio } from "@/lib/server/studio";
import { SMALL_BUNDLE, smallCaseFile } from "@/lib/testing/test-studio";
import { delta, sendStream, startWireServer, usageChunk, type WireServer } from "@/lib/testing/wire-server";
import { runCommand } from "../run-command";

const JUDGE = join(import.meta.dirname, "../../../examples/live-room/judges/reply-judge");

let data: string;
let judge: WireServer;
let stdout = "";
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), "studio-judge-"));
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    stdout += String(text);
    return true;
  });
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  judge = await startWireServer((response) =>
    sendStream(response, [
      delta({ role: "assistant", content: '{"accuracy":1,"effectiveness":0.5,"rationale":"Fine."}' }),
      delta({}, "stop"),
      usageChunk(100, 10),
    ]),
  );
});
afterEach(async () => {
  vi.restoreAllMocks();
  await judge.close();
  rmSync(data, { recursive: true, force: true });
  process.exitCode = undefined;
});

async function studio(...args: string[]) {
  stdout = "";
  const code = await runCommand([...args, "--data", data]);
  return { code, stdout };
}

test("saves the example judge, lists it, and judges a run's replies anew", async () => {
  const open = openStudio({ dataFolder: data });
  const client = createCaller(open, "ada");
  await client.projects.create({ id: "p", name: "P" });
  await client.endpoints.save({ id: "voter", name: "Voter", baseUrl: judge.url, model: "voter" });
  const { version } = await client.versions.import({ project: "p", files: SMALL_BUNDLE });
  const { dataset } = await client.datasets.import({ project: "p", name: "dev", role: "dev", text: smallCaseFile(3) });
  const run = await client.runs.start({ project: "p", version: version.hash, endpoint: "embedded", dataset: dataset.id });
  for await (const _ of await client.runs.progress({ project: "p", run: run.id }));
  await open.close();

  const saved = await studio(
    "judge",
    "save",
    "--project",
    "p",
    "--id",
    "panel",
    "--harness",
    JUDGE,
    "--voter",
    "voter",
    "embedded",
  );
  expect(saved).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Judge panel is version \w{12}: live-room-judge with voter, embedded/),
  });
  expect((await studio("judge", "list", "--project", "p")).stdout).toMatch(
    /panel +\w{12} +live-room-judge \w{8} +voter, embedded +0/,
  );

  const again = await studio("rejudge", "--project", "p", "--run", run.id, "--judge", "panel");
  // The stand-in votes too, by simple rules; of two voters the lower Effectiveness counts.
  expect(again.stdout).toMatch(/Voter +3 +0 +0[\s\S]*Embedded policy.* 3 +0 +0[\s\S]*Accuracy 100\.0, Effectiveness 50\.0/);
  expect(again.code).toBe(0);
  expect((await studio("rejudge", "--project", "p", "--run", run.id, "--judge", "nobody")).code).toBe(2);
}, 60_000);
