import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readBundleFolder } from "@/lib/server/bundle-folder";
import { openTestStudio, smallCaseFile, type TestStudio } from "@/lib/testing/test-studio";

const ROOM = join(import.meta.dirname, "../../examples/live-room");

let studio: TestStudio;
let bundle: string;
let labels: string;

beforeEach(async () => {
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  const files = await readBundleFolder(join(ROOM, "judges/reply-judge"));
  bundle = (await studio.call("POST", "/projects/p/versions/import", { files })).body.version.hash;
  const text = readFileSync(join(ROOM, "labels/dev.jsonl"), "utf8").split("\n").slice(0, 13).join("\n");
  labels = (await importSet({ name: "labels", format: "labels", synthetic: true, text })).id;
  await studio.call("PUT", "/projects/p/judges/panel", { id: "panel", name: "Panel", bundle, voters: ["embedded"] });
}, 30_000);
afterEach(() => studio.close());

const importSet = async (body: object) =>
  (await studio.call("POST", "/projects/p/datasets/import", { role: "dev", ...body })).body.dataset;
const calibrate = (dataset = labels) => studio.call("POST", "/projects/p/judges/panel/calibrate", { dataset });
const list = async () => (await studio.call("GET", "/projects/p/judges/calibrations")).body;
const ended = (run: string) =>
  vi.waitUntil(async () => (await studio.call("GET", `/projects/p/runs/${run}`)).body.run.status === "completed", {
    timeout: 30_000,
    interval: 50,
  });

test("starts what it lacks, waits for it, and measures the judge once it has ended", async () => {
  const first = await calibrate();
  expect(first).toMatchObject({ status: 200, body: { calibration: null, waiting: [expect.stringMatching(/^run_/)] } });
  const [run] = first.body.waiting;
  const again = await calibrate();
  if (again.body.calibration === null) expect(again.body.waiting).toEqual([run]);
  await ended(run);

  const { calibration } = (await calibrate()).body;
  expect(calibration).toMatchObject({ judge: "panel", dataset: labels, synthetic: true, runs: [run], actor: "ada" });
  const { accuracy, effectiveness } = calibration.metrics;
  expect(accuracy.truePositive.n + accuracy.trueNegative.n).toBeGreaterThan(8);
  // The stand-in grades this set well; a judge that voted by chance, or upside down, would not come near.
  expect(accuracy.truePositive.rate).toBeGreaterThan(0.6);
  expect(effectiveness.truePositive.n + effectiveness.trueNegative.n).toBeGreaterThan(8);

  // Nothing new: no second calibration, no second run.
  expect((await calibrate()).body.calibration).toEqual(calibration);
  expect(await list()).toEqual([calibration]);
  expect((await studio.call("GET", "/projects/p/runs")).body.total).toBe(1);
  const { body } = await studio.call("GET", "/audit?project=p");
  expect(JSON.stringify(body)).toContain("judge-calibrated");
}, 60_000);

test("a voter that serves another model since, a set without labels and an unknown judge are refused", async () => {
  const general = await importSet({ name: "general", text: smallCaseFile(1) });
  expect(await calibrate(general.id)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/general holds no human labels/) },
  });
  await studio.call("PUT", "/endpoints/voter", { id: "voter", name: "Voter", baseUrl: "http://127.0.0.1:1/v1", model: "a" });
  await studio.call("PUT", "/projects/p/judges/panel", { id: "panel", name: "Panel", bundle, voters: ["voter"] });
  await studio.call("PUT", "/endpoints/voter", { id: "voter", name: "Voter", baseUrl: "http://127.0.0.1:1/v1", model: "b" });
  expect(await calibrate()).toMatchObject({ status: 409, body: { message: expect.stringMatching(/Save the judge again/) } });
  expect((await studio.call("POST", "/projects/p/judges/nobody/calibrate", { dataset: labels })).status).toBe(404);
  expect((await studio.call("GET", "/projects/p/runs")).body.total).toBe(0);
});
