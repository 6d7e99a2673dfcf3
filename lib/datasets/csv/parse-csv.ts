import type { CaseField, CsvMapping } from "@/lib/contracts/case-import";
import { CaseCollector, type CaseFile } from "../case-collector";
import { type CsvRow, readCsvRows } from "./read-rows";
import { type RowFields, rowCase } from "./row-case";
import { suggestMapping } from "./suggest-mapping";

export interface CsvColumn {
  name: string;
  field: CaseField | null;
  /** The first cell that is not empty. */
  sample: string;
}

export interface CsvCaseFile extends CaseFile {
  columns: CsvColumn[];
}

const SAMPLE = 120;
/** Fields that several columns may fill together. */
const MANY = new Set<string>(["expected", "excludes", "tool", "tags"]);

/**
 * Parses a table with a header into cases. Rows with a problem are left out and reported by the line on which they begin.
 * Columns are mapped as given, or by their header where no mapping is. `truncated`: the text ends anywhere, so its last row
 * does not count.
 */
export function parseCsvCases(
  text: string,
  settings: { mapping?: CsvMapping | undefined; defaultChecks: boolean; truncated?: boolean },
): CsvCaseFile {
  const collector = new CaseCollector();
  const table: { columns: CsvColumn[] | null; usable: boolean; held: CsvRow | null } = {
    columns: null,
    usable: false,
    held: null,
  };
  const take = ({ cells, line, problem }: CsvRow): boolean => {
    const { columns } = table;
    if (columns === null) {
      const headers = distinct(cells.map((cell) => cell.trim()));
      table.columns = columnsOf(headers, settings.mapping ?? suggestMapping(headers));
      const wrong = problem ?? mappingProblem(headers, table.columns, settings.mapping);
      if (wrong !== null) collector.report(line, wrong);
      table.usable = wrong === null;
      return true;
    }
    for (const [index, column] of columns.entries()) column.sample ||= cells[index]?.trim().slice(0, SAMPLE) ?? "";
    if (!table.usable) return columns.some((column) => column.sample === "");
    if (problem !== null) collector.report(line, problem);
    else if (cells.slice(columns.length).some((cell) => cell.trim() !== "")) {
      collector.report(line, `has ${cells.length} cells; the header has ${columns.length}`);
    } else addRow(collector, line, fieldsOf(cells, columns), settings.defaultChecks);
    return true;
  };
  readCsvRows(text, (row) => {
    const before = table.held;
    table.held = row;
    return before === null || take(before);
  });
  if (table.held !== null && (!settings.truncated || table.columns === null)) take(table.held);
  return { cases: collector.cases, shared: {}, problems: collector.problems, columns: table.columns ?? [] };
}

/** The second column of a name is called `name (2)`, so that each can be mapped. */
function distinct(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}

function addRow(collector: CaseCollector, line: number, fields: RowFields, defaultChecks: boolean): void {
  const made = rowCase(fields, { defaultChecks, taken: (id) => collector.has(id) });
  if (made.ok) collector.add(line, made.value);
  else collector.report(line, made.message);
}

const columnsOf = (headers: readonly string[], mapping: CsvMapping): CsvColumn[] =>
  headers.map((name) => ({ name, field: (Object.hasOwn(mapping, name) ? mapping[name] : null) ?? null, sample: "" }));

function mappingProblem(
  headers: readonly string[],
  columns: readonly CsvColumn[],
  mapping: CsvMapping | undefined,
): string | null {
  const unknown = Object.keys(mapping ?? {}).find((name) => !headers.includes(name));
  if (unknown !== undefined) return `there is no column "${unknown}"; there are ${headers.map((name) => `"${name}"`).join(", ")}`;
  const mapped = columns.filter((column) => column.field !== null);
  const doubled = mapped.find(
    (column, index) => !MANY.has(column.field ?? "") && mapped.findIndex((other) => other.field === column.field) !== index,
  );
  if (doubled) return `two columns are mapped to ${doubled.field}`;
  if (!mapped.some((column) => column.field === "comment")) return "no column is mapped to the comment";
  return null;
}

function fieldsOf(cells: readonly string[], columns: readonly CsvColumn[]): RowFields {
  const fields = new Map<CaseField, string[]>();
  for (const [index, { field }] of columns.entries()) {
    const cell = cells[index]?.trim() ?? "";
    if (field === null || cell === "") continue;
    const list = fields.get(field);
    if (list) list.push(cell);
    else fields.set(field, [cell]);
  }
  return fields;
}
