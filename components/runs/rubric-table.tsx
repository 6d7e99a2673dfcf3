"use client";

import { type Column, DataTable } from "@/components/ui/data-table";
import { formatCount, formatShare } from "@/components/ui/format";
import type { RubricMetric, RunMetrics } from "@/lib/contracts/run";
import { formatScore } from "./format";

const meanings: Record<RubricMetric["name"], string> = {
  TC: "the expected tool was called",
  RC: "the reply has what the tools returned",
  ADR: "the reply addresses the viewer's query",
  LLM: "the reply follows the instructions in force",
  TCO: "the tools were called in the order asked for",
};

const shareOf = ({ passed, failed }: RubricMetric) => (passed + failed === 0 ? null : passed / (passed + failed));

const columns: Column<RubricMetric>[] = [
  { id: "rubric", header: "Rubric", width: 90, cell: (row) => row.name },
  { id: "meaning", header: "Passes where", grow: true, cell: (row) => meanings[row.name] },
  {
    id: "share",
    header: "Passed, %",
    hint: "Of those that were decided",
    width: 100,
    align: "right",
    cell: (row) => formatScore(shareOf(row)),
  },
  { id: "passed", header: "Passed", width: 90, align: "right", cell: (row) => formatCount(row.passed) },
  { id: "failed", header: "Failed", width: 90, align: "right", cell: (row) => formatCount(row.failed) },
  { id: "unscored", header: "Unscored", width: 90, align: "right", cell: (row) => formatCount(row.unscored) },
];

/** The rubrics of a robustness set, each over the checks of its kind, and the mean over cases of the share passed. */
export function RubricTable({ rubrics }: { rubrics: NonNullable<RunMetrics["rubrics"]> }) {
  return <DataTable label="Rubrics" rows={rubrics.each} columns={columns} rowKey={(row) => row.name} />;
}

/** The average over cases in words, with its interval and denominators. */
export function rubricAverage({ avg }: NonNullable<RunMetrics["rubrics"]>): string {
  if (avg.mean === null) return "no rubric was decided: without a judge, questions for one stay unscored";
  const interval = avg.low === null ? "" : ` (${formatShare(avg.low)} to ${formatShare(avg.high)})`;
  const unscored = avg.unscored > 0 ? `, ${formatCount(avg.unscored)} unscored` : "";
  return `AVG ${formatScore(avg.mean)} %${interval}, n ${formatCount(avg.n)}${unscored}`;
}
