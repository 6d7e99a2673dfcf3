import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCaller } from "@/lib/server/caller";
import { SAMPLE_BUNDLE } from "@/lib/testing/evolution-samples";
import { openTestStudio, type TestStudio } from "@/lib/testing/test-studio";
import { demoReport } from "./demo";
import type { DemoRule } from "./demo-stage";
import { DEMO_RULES, type DemoOutcome, playDemo } from "./play-demo";

const said: string[] = [];

/** Cases that a rule can mend: Chinese comments, of which the policy answers some in English. */
const chinese = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${prefix}-zh-${index}`,
    category: "greetings",
    language: "zh",
    input: { comments: [{ text: `你好，我是第${index + 1}个读者` }] },
    checks: [{ id: "language", metric: "effectiveness", kind: "reply-language", language: "zh" }],
  }));

/** Cases that fail whatever the policy says: no reply is short enough. */
const hopeless = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${prefix}-short-${index}`,
    category: "loans",
    input: { comments: [{ text: `when is loan number ${index} due` }] },
    checks: [{ id: "short", metric: "effectiveness", kind: "reply-length", min: 1, max: 2 }],
  }));

const lines = (cases: readonly object[]) => cases.map((one) => JSON.stringify(one)).join("\n");

async function played(studio: TestStudio, rule: DemoRule, cases: (count: number, prefix: string) => object[]) {
  const client = createCaller(studio.studio, "ada");
  const project = `desk-${rule}`;
  await client.projects.create({ id: project, name: "Desk" });
  const { version } = await client.versions.import({ project, files: SAMPLE_BUNDLE });
  const dev = await client.datasets.import({ project, name: "dev", role: "dev", text: lines(cases(14, "dev")) });
  const heldOut = await client.datasets.import({ project, name: "held-out", role: "gate", text: lines(cases(5, "held")) });
  await client.campaigns.create({
    ...{ project, name: "Desk", endpoint: "embedded", version: version.hash, seed: 1 },
    ...{ dataset: dev.dataset.id, heldOutDataset: heldOut.dataset.id },
  });
  return playDemo(client, project, 1, (text) => said.push(text), rule);
}

let studio: TestStudio;
let careful: DemoOutcome;
let naive: DemoOutcome;

beforeAll(async () => {
  studio = openTestStudio();
  careful = await played(studio, "careful", chinese);
  naive = await played(studio, "naive", hopeless);
}, 120_000);
afterAll(() => studio.close());

describe("playDemo by the careful rule", () => {
  it("keeps a stage whose entry stood its trial and whose AVG rose, and measures what both took", () => {
    const [start, evolution] = careful.stages;
    expect(start).toMatchObject({ outcome: "start", callShare: 1, spentShare: null, fixPrecision: null });
    expect(evolution).toMatchObject({ outcome: "kept", callShare: 1, broken: 0, reason: null });
    expect(evolution?.entries.length).toBeGreaterThan(0);
    expect(evolution?.fixed).toBeGreaterThan(0);
    expect(evolution?.spentShare).toBeGreaterThan(1);
    expect(evolution?.fixPrecision).toBeGreaterThan(0);
    expect(evolution?.fixRecall).toBeGreaterThan(0);
  });

  it("names the stop rule's choice and the best held-out stage", () => {
    expect(careful.stop?.bestHeldOut).not.toBeNull();
    expect(careful.stages.map(({ name }) => name)).toContain(careful.stop?.choice);
  });
});

describe("playDemo by the naive rule", () => {
  it("plays the first stage and the evolution, each a version of its own on both sets", () => {
    expect(naive.stages.map((row) => row.name)).toEqual(["Library desk", "Evolution 1"]);
    expect(new Set(naive.stages.map((row) => row.version)).size).toBe(2);
    for (const row of naive.stages) expect(row.heldOutAvg).not.toBeNull();
    expect(naive.stages[1]).toMatchObject({ outcome: "kept", fixed: 0, broken: 0, trialCalls: 0 });
    expect(naive.stages[1]?.entries).toHaveLength(1);
  });

  it("marks one stage as selected, the one the advice names, and keeps it in the campaign", async () => {
    expect(naive.stages.filter((row) => row.selected).map((row) => row.name)).toEqual([naive.selected]);
    const [campaign] = await createCaller(studio.studio, "ada").campaigns.list({ project: "desk-naive" });
    expect(campaign?.selectedStage).toBe(naive.advice.stage);
  });

  it("gives every clause of the stop rule", () => {
    expect(naive.advice.clauses).toHaveLength(5);
    expect(naive.advice.clauses.find((one) => one.clause === "sparse")?.holds).not.toBeNull();
  });
});

describe("demoReport", () => {
  it("prints a row a stage, its foresight and calls, the rule and that the policy is a stand-in", () => {
    const text = demoReport(careful, 1.26);
    for (const row of careful.stages) expect(text).toContain(`${row.name.padEnd(12)}  ${row.version.slice(0, 8)}`);
    expect(text).toContain("touch-set recall");
    expect(text).toContain(DEMO_RULES.careful);
    expect(text).toContain("stand-in");
    expect(text).toContain("1.3 s");
    expect(text.match(/selected/g)?.length).toBeGreaterThanOrEqual(1);
  });
});
