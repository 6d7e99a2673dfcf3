import { expect, test } from "vitest";
import { NO_INCIDENTS } from "@/lib/contracts/run";
import { runMetrics } from "@/lib/evaluation/metrics";
import { sampleRow, sampleRun } from "@/lib/testing/evaluation-samples";
import { evalSummary } from "./eval-summary";

const HOSTILE = "a|b\n\n# c <img src=x onerror=1> @team `x` https://evil.example [y](z)";

test("text from cases, names and reasons stays in its cell, whatever it holds", () => {
  const totals = { prompt: null, completion: null, counted: 0, calls: 1, incidents: NO_INCIDENTS, unscoredBy: {} };
  const metrics = runMetrics([sampleRow({ category: HOSTILE })], { promptPrice: null, completionPrice: null }, totals);
  const run = sampleRun({ versionName: HOSTILE, datasetName: HOSTILE, status: "failed", reason: HOSTILE });
  const item = { name: `avg of ${HOSTILE}`, state: "incomplete" as const, found: HOSTILE, wanted: HOSTILE, why: HOSTILE };
  const text = evalSummary({ run, metrics }, { verdict: { state: "incomplete", items: [item] }, comparison: null });
  const lines = text.split("\n");
  expect(lines.filter((line) => line.startsWith("#"))).toEqual(["## Gates incomplete", "### Scores", "### Categories"]);
  const cells = (line: string) => line.split(/(?<!\\)\|/).length - 2;
  const rows = lines.filter((line) => line.startsWith("|"));
  expect(rows.map(cells)).toEqual([5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6]);
  const outsideCode = text.replace(/(`+)[^\n]*?[^`]\1(?!`)/g, "");
  expect(outsideCode).not.toMatch(/(?<!\\)<img|(?<!\\)@team|(?<!\\):\/\/|(?<!\\)\[y\]/);
});

test("says that a stand-in answered, and what the scores come from", () => {
  const totals = { prompt: null, completion: null, counted: 0, calls: 1, incidents: NO_INCIDENTS, unscoredBy: { "no-judge": 2 } };
  const metrics = runMetrics([sampleRow()], { promptPrice: null, completionPrice: null }, totals);
  const text = evalSummary({ run: sampleRun(), metrics }, null);
  expect(text).toMatch(/^## Evaluation\n/);
  expect(text).toMatch(/> The policy is a stand-in/);
  expect(text).toMatch(/unscored \(no-judge 2\)/);
});
