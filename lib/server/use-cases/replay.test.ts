import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { trajectories } from "@/db/schema";
import { ReplayReport } from "@/lib/contracts/run";
import { EMBEDDED_ENDPOINT } from "@/lib/simulation/embedded-fetch";
import { sampleCase } from "@/lib/testing/evaluation-samples";
import { openTestStudio, type TestStudio } from "@/lib/testing/test-studio";
import { storeSampleRun } from "../runs/sample-run";

let studio: TestStudio;
let run: string;
beforeEach(async () => {
  studio = openTestStudio();
  const cases = [sampleCase({ input: { comments: [{ text: "多少钱？" }] } })];
  run = storeSampleRun(studio.studio.database, { cases, endpoint: EMBEDDED_ENDPOINT });
  studio.studio.runner.start(run);
  for await (const progress of studio.studio.runner.progress(run)) if (progress.status === "completed") break;
});
afterEach(() => studio.close());

const replay = () => studio.call("POST", `/projects/sample/runs/${run}/results/c1/replay`, { repeat: 0 });
const stored = (text: string) =>
  studio.studio.database
    .update(trajectories)
    .set({ body: gzipSync(text) })
    .run();

test("a stored trajectory replays byte for byte, and its size is said in bytes", async () => {
  const { status, body } = await replay();
  expect([status, body.equal]).toEqual([200, true]);
  const [row] = studio.studio.database.select().from(trajectories).all();
  const text = gunzipSync(row?.body ?? "").toString("utf8");
  expect(text).toContain("多少钱");
  expect(body.bytes).toBe(Buffer.byteLength(text));
});

test.each(["{", "null", '{"schemaVersion": 1}', '"text"'])("a stored trajectory of %s is said to be unreadable", async (text) => {
  stored(text);
  const { status, body } = await replay();
  expect(status).toBe(200);
  expect(ReplayReport.parse(body)).toMatchObject({
    equal: false,
    note: expect.stringContaining("cannot be read"),
    difference: { place: "", stored: text },
  });
});
