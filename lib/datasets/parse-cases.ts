import { Case, FixtureTables } from "@/lib/contracts/case";
import { CaseCollector, type CaseFile, describeIssues } from "./case-collector";
import { parseJson } from "./parse-json";

const CASE_FIELDS = Object.keys(Case.shape);

/**
 * Parses a case file: JSON Lines, one case a line, and lines `{"shared": {table: [...]}}` with tables for all cases.
 * A byte order mark, CRLF and blank lines are tolerated. `input` may be short: a string or an array of strings (comments).
 * A line with a problem is left out and reported by its number (from 1); the others are returned.
 */
export function parseCaseFile(text: string): CaseFile {
  const collector = new CaseCollector();
  const shared: FixtureTables = {};
  const lineOfTable = new Map<string, number>();
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  for (const [index, raw] of lines.entries()) {
    const source = raw.trim();
    if (source === "") continue;
    const line = index + 1;
    const report = (message: string) => collector.report(line, message);
    const json = parseJson(source);
    if (!json.ok) report(json.message);
    else if (!isObject(json.value)) report('must be a JSON object: a case, or {"shared": {…}}');
    else if ("shared" in json.value && !("id" in json.value)) addShared(json.value, shared, line, lineOfTable, report);
    else addCase(json.value, collector, line);
  }
  return { cases: collector.cases, shared, problems: collector.problems };
}

function addCase(value: object, collector: CaseCollector, line: number): void {
  const unknown = Object.keys(value).filter((key) => !CASE_FIELDS.includes(key));
  if (unknown.length === 0) {
    collector.add(line, expandInput(value));
    return;
  }
  const names = unknown.map((key) => `"${key}"`).join(", ");
  collector.report(line, `unknown field ${names}; a case has ${CASE_FIELDS.join(", ")}`);
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

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
