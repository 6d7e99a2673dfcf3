import type { CaseResult } from "@/lib/contracts/run";
import { averageScore } from "../score";
import type { ExportSource } from "./export-source";

type Cell = string | number | null;

const COLUMNS: readonly (readonly [string, (row: CaseResult) => Cell])[] = [
  ["run", (row) => row.run],
  ["case", (row) => row.case],
  ["repeat", (row) => row.repeat],
  ["category", (row) => row.category],
  ["priority", (row) => row.priority],
  ["state", (row) => row.state],
  ["unscored_kind", (row) => row.unscoredKind],
  ["reason", (row) => row.reason],
  ["accuracy", (row) => row.accuracy],
  ["effectiveness", (row) => row.effectiveness],
  ["avg", (row) => averageScore(row)],
  ["comment", (row) => row.comment],
  ["reply", (row) => row.reply],
  ["failed_checks", (row) => row.failedChecks.join("; ")],
  ["wall_ms", (row) => (row.reusedFrom === null ? row.wallMs : null)],
  ["ttft_ms", (row) => (row.reusedFrom === null ? row.ttftMs : null)],
  ["prompt_tokens", (row) => row.promptTokens],
  ["completion_tokens", (row) => row.completionTokens],
  ["calls", (row) => row.calls],
  ["attempts", (row) => row.attempts],
  ["reused_from", (row) => row.reusedFrom],
  ["finished_at", (row) => row.finishedAt],
];

/** RFC 4180 with a byte order mark, which spreadsheets need to read UTF-8. Unscored scores are empty cells, not zeros. */
export function* csvExport({ results }: ExportSource): Generator<string> {
  yield `\uFEFF${COLUMNS.map(([name]) => name).join(",")}\r\n`;
  for (const row of results()) yield `${COLUMNS.map(([, cell]) => csvCell(cell(row))).join(",")}\r\n`;
}

/**
 * A cell that every reader takes for what it is. A text that a spreadsheet would run as a formula (it begins with = + - @, a
 * tab or a line break) gets an apostrophe in front.
 */
export function csvCell(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
