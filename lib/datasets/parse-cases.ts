import type { z } from "zod";
import { Case, FixtureTables, type LineProblem } from "@/lib/contracts/case";

export interface CaseFile {
  cases: Case[];
  /** Recorded tool returns that every case of the file shares. */
  shared: FixtureTables;
  problems: LineProblem[];
}

const CASE_FIELDS = Object.keys(Case.shape);
const ISSUES_A_LINE = 4;

/**
 * Parses a case file: JSON Lines, one case a line, and lines `{"shared": {table: [...]}}` with tables for all cases.
 * A byte order mark, CRLF and blank lines are tolerated. `input` may be short: a string or an array of strings (comments).
 * A line with a problem is left out and reported by its number (from 1); the others are returned.
 */
export function parseCaseFile(text: string): CaseFile {
  const file: CaseFile = { cases: [], shared: {}, problems: [] };
  const lineOfId = new Map<string, number>();
  const lineOfTable = new Map<string, number>();
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  for (const [index, raw] of lines.entries()) {
    const source = raw.trim();
    if (source === "") continue;
    const line = index + 1;
    const report = (message: string) => file.problems.push({ line, message });
    const json = parseJson(source);
    if (!json.ok) report(json.message);
    else if (!isObject(json.value)) report('must be a JSON object: a case, or {"shared": {…}}');
    else if ("shared" in json.value && !("id" in json.value)) addShared(json.value, file.shared, line, lineOfTable, report);
    else addCase(json.value, file.cases, line, lineOfId, report);
  }
  return file;
}

function addCase(value: object, cases: Case[], line: number, lineOfId: Map<string, number>, report: (message: string) => void) {
  const unknown = Object.keys(value).filter((key) => !CASE_FIELDS.includes(key));
  if (unknown.length > 0)
    return report(`unknown field ${unknown.map((key) => `"${key}"`).join(", ")}; a case has ${CASE_FIELDS.join(", ")}`);
  const parsed = Case.safeParse(expandInput(value));
  if (!parsed.success) return report(describeIssues(parsed.error.issues));
  const item = parsed.data;
  const first = lineOfId.get(item.id);
  if (first !== undefined) return report(`duplicate id "${item.id}": line ${first} has it already`);
  const twice = firstDuplicate(item.checks.map((check) => check.id));
  if (twice !== undefined) return report(`case "${item.id}": two checks have the id "${twice}"`);
  lineOfId.set(item.id, line);
  cases.push(item);
}

function addShared(
  value: object,
  shared: FixtureTables,
  line: number,
  lineOfTable: Map<string, number>,
  report: (message: string) => void,
) {
  const { shared: tables, ...rest } = value as { shared: unknown };
  const others = Object.keys(rest);
  if (others.length > 0)
    return report(`a shared line has the one field "shared", not ${others.map((key) => `"${key}"`).join(", ")}`);
  const parsed = FixtureTables.safeParse(tables);
  if (!parsed.success) return report(describeIssues(parsed.error.issues, ["shared"]));
  for (const [table, entries] of Object.entries(parsed.data)) {
    const first = lineOfTable.get(table);
    if (first !== undefined) {
      report(`shared table "${table}": line ${first} has it already`);
      continue;
    }
    lineOfTable.set(table, line);
    shared[table] = entries;
  }
}

/** `"hello"` → one comment; `["a", "b"]` → two; anything else as it is. */
function expandInput(value: object): unknown {
  if (!("input" in value)) return value;
  const { input } = value;
  const comments = typeof input === "string" ? [input] : input;
  if (!Array.isArray(comments)) return value;
  return { ...value, input: { comments: comments.map((text: unknown) => (typeof text === "string" ? { text } : text)) } };
}

function parseJson(source: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: JSON.parse(source) };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `not valid JSON: ${detail}` };
  }
}

function describeIssues(issues: z.core.$ZodIssue[], prefix: PropertyKey[] = []): string {
  const described = issues.slice(0, ISSUES_A_LINE).map((issue) => {
    const place = formatPath([...prefix, ...issue.path]);
    return place === "" ? issue.message : `${place}: ${issue.message}`;
  });
  const left = issues.length - described.length;
  return described.join("; ") + (left > 0 ? `; and ${left} more` : "");
}

function formatPath(path: PropertyKey[]): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else text += text === "" ? String(key) : `.${String(key)}`;
  }
  return text;
}

function firstDuplicate(ids: string[]): string | undefined {
  return ids.find((id, index) => ids.indexOf(id) !== index);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
