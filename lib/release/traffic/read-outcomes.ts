import { z } from "zod";
import { readCsvRows } from "@/lib/datasets/csv/read-rows";
import { parseJson } from "@/lib/datasets/parse-json";

/** Orders and value of one user; `line` is where the row begins. */
export type OutcomeRow =
  | { line: number; problem: null; user: string; orders: number; value: number }
  | { line: number; problem: string };

const COLUMNS = ["user", "orders", "value"] as const;
const MOST_CHARACTERS = 500;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

const JsonRow = z.object({
  user: z.union([z.string(), z.number()]),
  orders: z.union([z.number(), z.string()]),
  value: z.union([z.number(), z.string()]),
});

/**
 * Gives the rows of an outcome file one by one, also those that cannot be read, with the reason. Reasons quote nothing of a row.
 * @returns what is wrong with the file as a whole, or null.
 */
export function readOutcomes(text: string, format: "csv" | "jsonl", onRow: (row: OutcomeRow) => void): string | null {
  return format === "csv" ? readTable(text, onRow) : readLines(text, onRow);
}

function readTable(text: string, onRow: (row: OutcomeRow) => void): string | null {
  let places: number[] | null = null;
  let wrong: string | null = "The file is empty. Its first line names the columns user, orders and value.";
  readCsvRows(text, ({ cells, line, problem }) => {
    if (places === null) {
      const names = cells.map((cell) => cell.trim().toLowerCase());
      places = COLUMNS.map((column) => names.indexOf(column));
      const missing = COLUMNS.filter((column) => !names.includes(column));
      wrong = missing.length === 0 ? null : `The first line names no column ${missing.join(", ")}.`;
      return wrong === null;
    }
    const [user = "", orders = "", value = ""] = places.map((place) => cells[place] ?? "");
    onRow(problem === null ? toRow(line, user, orders.trim(), value.trim()) : { line, problem });
    return true;
  });
  return wrong;
}

function readLines(text: string, onRow: (row: OutcomeRow) => void): string | null {
  let line = 0;
  let rows = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found === -1 ? text.length : found;
    const source = text
      .slice(start, end)
      .replace(/^\uFEFF/, "")
      .trim();
    line += 1;
    start = end + 1;
    if (source === "") continue;
    rows += 1;
    onRow(jsonRow(line, source));
  }
  return rows === 0 ? 'The file is empty. Each line is an object {"user", "orders", "value"}.' : null;
}

function jsonRow(line: number, source: string): OutcomeRow {
  const json = parseJson(source);
  if (!json.ok) return { line, problem: "the line is no JSON" };
  const parsed = JsonRow.safeParse(json.value);
  if (!parsed.success) return { line, problem: "the line lacks user, orders or value, or one of them is no text and no number" };
  const { user, orders, value } = parsed.data;
  if (typeof user === "number" && !Number.isSafeInteger(user))
    return { line, problem: "user is a number that is not exact; write it in quotes" };
  return toRow(line, String(user), String(orders).trim(), String(value).trim());
}

function toRow(line: number, user: string, orders: string, value: string): OutcomeRow {
  if (user.trim() === "") return { line, problem: "user is empty" };
  if (user.length > MOST_CHARACTERS) return { line, problem: `user is longer than ${MOST_CHARACTERS} characters` };
  const [ordered, valued] = [numberOf(orders), numberOf(value)];
  if (ordered === null || ordered < 0) return { line, problem: "orders is no number from 0; a user without orders has 0" };
  if (valued === null) return { line, problem: "value is no number; a user without orders has 0" };
  return { line, problem: null, user, orders: ordered, value: valued };
}

function numberOf(text: string): number | null {
  const found = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(found) ? found : null;
}
