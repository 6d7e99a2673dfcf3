import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCaller } from "@/lib/server/caller";
import { SAMPLE_BUNDLE } from "@/lib/testing/evolution-samples";
import { openTestStudio, type TestStudio } from "@/lib/testing/test-studio";
import { demoReport } from "./demo";
import { DEMO_RULE, type DemoOutcome, playDemo } from "./play-demo";

let studio: TestStudio;
let outcome: DemoOutcome;
const said: string[] = [];

/** Cases that fail whatever the policy says: no reply is short enough. */
const caseFile = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      id: `${prefix}-${index}`,
      category: "loans",
      input: { comments: [{ text: `when is loan number ${index} due` }] },
      checks: [{ id: "short", metric: "effectiveness", kind: "reply-length", min: 1, max: 2 }],
    }),
  ).join("\n");

beforeAll(async () => {
  studio = openTestStudio();
  const client = createCaller(studio.studio, "ada");
  const project = "desk";
  await client.projects.create({ id: project, name: "Desk" });
  const { version } = await client.versions.import({ project, files: SAMPLE_BUNDLE });
  const dev = await client.datasets.import({ project, name: "dev", role: "dev", text: caseFile(12, "dev") });
  const heldOut = await client.datasets.import({ project, name: "held-out", role: "gate", text: caseFile(6, "held") });
  await client.campaigns.create({
    project,
    name: "Desk",
    endpoint: "embedded",
    dataset: dev.dataset.id,
    heldOutDataset: heldOut.dataset.id,
    version: version.hash,
    seed: 1,
  });
  outcome = await playDemo(client, project, 1, (text) => said.push(text));
}, 120_000);
afterAll(() => studio.close());

describe("playDemo", () => {
  it("plays the first stage and the evolution, each a version of its own on both sets", () => {
    expect(outcome.stages.map((row) => row.name)).toEqual(["Library desk", "Evolution 1"]);
    expect(new Set(outcome.stages.map((row) => row.version)).size).toBe(2);
    for (const row of outcome.stages) expect(row.heldOutAvg).not.toBeNull();
    expect(outcome.stages[1]?.entries).toHaveLength(1);
    expect(outcome.stages[1]).toMatchObject({ fixed: expect.any(Number), broken: expect.any(Number) });
  });

  it("marks one stage as selected, the one the advice names, and keeps it in the campaign", async () => {
    expect(outcome.stages.filter((row) => row.selected).map((row) => row.name)).toEqual([outcome.selected]);
    const [campaign] = await createCaller(studio.studio, "ada").campaigns.list({ project: "desk" });
    expect(campaign?.selectedStage).toBe(outcome.advice.stage);
  });

  it("gives every clause of the stop rule", () => {
    expect(outcome.advice.clauses).toHaveLength(5);
    expect(outcome.advice.clauses.find((one) => one.clause === "sparse")?.holds).not.toBeNull();
  });
});

describe("demoReport", () => {
  it("prints a row a stage, the rule and that the policy is a stand-in", () => {
    const text = demoReport(outcome, 1.26);
    for (const row of outcome.stages) expect(text).toContain(`${row.name.padEnd(12)}  ${row.version.slice(0, 8)}`);
    expect(text).toContain(DEMO_RULE);
    expect(text).toContain("stand-in");
    expect(text).toContain("1.3 s");
    expect(text.match(/ selected/g)?.length).toBeGreaterThanOrEqual(1);
  });
});
