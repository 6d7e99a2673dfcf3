import { expect, test } from "vitest";
import { sampleCase } from "@/lib/testing/evaluation-samples";
import { type RubricRow, rubricMetrics } from "./rubrics";

const metric = "accuracy";
const item = (id: string) =>
  sampleCase({
    id,
    checks: [
      { id: "tc", kind: "tool-called", metric, tool: "get_price" },
      { id: "rc", kind: "reply-contains", metric, any: ["89"] },
      { id: "adr", kind: "judge", metric, question: "addresses-query" },
      { id: "short", kind: "reply-length", metric, max: 100 },
    ],
  });
const row = (id: string, verdicts: ("passed" | "failed" | "unscored")[], state: RubricRow["state"] = "scored"): RubricRow => ({
  case: id,
  state,
  checks: ["tc", "rc", "adr", "short"].map((check, index) => ({ id: check, verdict: verdicts[index] ?? "unscored" })),
});

test("counts each rubric, and averages the share passed of those decided over cases", () => {
  const rows = [row("a", ["passed", "failed", "unscored", "failed"]), row("b", ["passed", "passed", "passed", "failed"])];
  const { each, avg } = rubricMetrics(rows, [item("a"), item("b")]);
  expect(each).toEqual([
    { name: "TC", passed: 2, failed: 0, unscored: 0 },
    { name: "RC", passed: 1, failed: 1, unscored: 0 },
    { name: "ADR", passed: 1, failed: 0, unscored: 1 },
  ]);
  expect(avg).toMatchObject({ mean: 0.75, n: 2, unscored: 0 });
});

test("repeats of a case are averaged before cases are", () => {
  const rows = [
    row("a", ["passed", "passed"]),
    row("a", ["failed", "failed"]),
    row("a", ["failed", "failed"]),
    row("b", ["passed", "passed"]),
  ];
  expect(rubricMetrics(rows, [item("a"), item("b")]).avg.mean).toBeCloseTo((1 / 3 + 1) / 2);
});

test("a case without a decided rubric is unscored, and one without a reply fails them all", () => {
  const rows = [row("a", ["passed", "passed"], "unscored"), row("b", ["passed", "unscored"], "failed")];
  const { each, avg } = rubricMetrics(rows, [item("a"), item("b")]);
  expect(avg).toMatchObject({ mean: 0, n: 1, unscored: 1 });
  expect(each.every((one) => one.passed === 0 && one.failed === 1 && one.unscored === 1)).toBe(true);
});

test("order and instruction rubrics have their names", () => {
  const ordered = sampleCase({
    id: "o",
    checks: [
      { id: "tco", kind: "tool-order", metric, tools: ["a", "b"] },
      { id: "llm", kind: "judge", metric, question: "follows-instruction" },
    ],
  });
  const rows: RubricRow[] = [
    {
      case: "o",
      state: "scored",
      checks: [
        { id: "llm", verdict: "passed" },
        { id: "tco", verdict: "failed" },
      ],
    },
  ];
  expect(rubricMetrics(rows, [ordered]).each.map(({ name, passed }) => [name, passed])).toEqual([
    ["LLM", 1],
    ["TCO", 0],
  ]);
});
