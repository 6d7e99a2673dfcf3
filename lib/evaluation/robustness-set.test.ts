import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readCatalogue } from "@/examples/live-room/generate";
import { generateRobustness } from "@/examples/live-room/robustness/generate";
import type { Case } from "@/lib/contracts/case";
import { parseCaseFile } from "@/lib/datasets/parse-cases";
import { parseHarness } from "@/lib/harness/parse";
import type { HookSandbox } from "@/lib/kernel/ports";
import { createEmbeddedModel } from "@/lib/testing/embedded-model";
import { evaluateCase } from "./evaluate-case";
import { rubricMetrics } from "./rubrics";

const file = (name: string) =>
  readFileSync(new URL(`../../examples/live-room/cases/${name}-robustness.jsonl`, import.meta.url), "utf8");
const tool = parseCaseFile(file("tool"));
const prompt = parseCaseFile(file("prompt"));
const folder = new URL("../../examples/live-room/harnesses/react/", import.meta.url).pathname;
const bundle = Object.fromEntries(
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => [path, readFileSync(join(folder, path), "utf8")]),
);
const sandbox: HookSandbox = { run: async () => ({ ok: true, value: { decision: "allow" }, durationMs: 0 }) };

async function rubricsOf(set: typeof tool, change: (item: Case) => Case = (item) => item) {
  const { harness } = parseHarness(bundle);
  if (!harness) throw new Error("the example harness does not parse");
  const model = createEmbeddedModel();
  const cases = set.cases.map(change);
  const rows = [];
  for (const item of cases) {
    const { shared } = set;
    const clock = { now: () => performance.now() };
    const { state, checks } = await evaluateCase({ item, shared, harness, hash: "0", model, sandbox, clock, seed: 1 });
    rows.push({ case: item.id, state, checks });
  }
  return rubricMetrics(rows, cases);
}

describe("the robustness sets of the demo room", () => {
  test("are what the generator makes, byte for byte, and small", () => {
    const made = generateRobustness(readCatalogue());
    expect([made.tool === file("tool"), made.prompt === file("prompt")]).toEqual([true, true]);
    expect(made.tool.length + made.prompt.length).toBeLessThan(400_000);
  });

  test("parse without a problem, each case with what makes it a robustness case", () => {
    expect([...tool.problems, ...prompt.problems]).toEqual([]);
    expect([tool.cases.length, prompt.cases.length]).toEqual([40, 20]);
    expect(tool.cases.every((item) => item.distractorTools.length === 3)).toBe(true);
    expect(prompt.cases.every((item) => item.instructions.length === 2)).toBe(true);
  });
});

describe("the embedded policy on them", () => {
  let distracted: Awaited<ReturnType<typeof rubricsOf>>;
  let undisturbed: typeof distracted;
  beforeAll(async () => {
    distracted = await rubricsOf(tool);
    undisturbed = await rubricsOf(tool, (item) => ({ ...item, distractorTools: [] }));
  });
  const passed = (rubrics: typeof distracted, name: string) => rubrics.each.find((one) => one.name === name)?.passed ?? -1;

  test("calls the expected tool less often with distractors beside it", () => {
    expect(passed(undisturbed, "TC")).toBeGreaterThan(20);
    expect(passed(undisturbed, "TC") - passed(distracted, "TC")).toBeGreaterThanOrEqual(4);
    expect((undisturbed.avg.mean ?? 0) - (distracted.avg.mean ?? 0)).toBeGreaterThan(0.1);
  });

  test("leaves what only a judge can say unscored", () => {
    expect(distracted.each.find((one) => one.name === "ADR")).toEqual({ name: "ADR", passed: 0, failed: 0, unscored: 40 });
  });

  test("is scored on the order of its calls", async () => {
    const { each, avg } = await rubricsOf(prompt);
    const order = each.find((one) => one.name === "TCO");
    expect((order?.passed ?? 0) + (order?.failed ?? 0)).toBe(20);
    expect(avg.n).toBe(20);
  });
});
