import Papa from "papaparse";

export interface CsvRow {
  cells: string[];
  /** Line of the file on which the row begins, from 1; quoted cells may span several. */
  line: number;
  /** What is wrong with its quotes; null where nothing is. */
  problem: string | null;
}

const DELIMITERS = [",", "\t", ";", "|"];
const QUOTES: Record<string, string> = {
  MissingQuotes: "a quoted cell is never closed",
  InvalidQuotes: "text follows the closing quote of a cell; double the quotes inside a cell",
};

/**
 * Gives the rows of a table one by one, without those that are empty. The delimiter is found from the header, or named by a
 * first line `sep=;` as spreadsheets write it. `onRow` answers whether to go on.
 */
export function readCsvRows(text: string, onRow: (row: CsvRow) => boolean): void {
  const source = text.replace(/^\uFEFF/, "");
  const named = /^sep=(.)\r?\n/.exec(source);
  const body = named ? source.slice(named[0].length) : source;
  let counted = 0;
  let line = named ? 2 : 1;
  Papa.parse<string[]>(body, {
    delimiter: named?.[1] ?? guessDelimiter(body),
    step: ({ data, errors, meta }, parser) => {
      const started = line;
      line += countLines(body, counted, meta.cursor, meta.linebreak === "\r" ? "\r" : "\n");
      counted = meta.cursor;
      if (data.every((cell) => cell.trim() === "")) return;
      const wrong = errors.find((error) => error.type === "Quotes");
      const problem = wrong ? (QUOTES[wrong.code] ?? wrong.message) : null;
      if (!onRow({ cells: data, line: started, problem })) parser.abort();
    },
  });
}

/** The one that the header has most often outside quotes; rows are no witness, as their text has commas of its own. */
function guessDelimiter(text: string): string {
  const counts = new Map<string, number>();
  let quoted = false;
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === "\n" || char === "\r") break;
    else if (DELIMITERS.includes(char)) counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ",";
}

function countLines(text: string, from: number, to: number, newline: string): number {
  let lines = 0;
  for (let at = text.indexOf(newline, from); at !== -1 && at < to; at = text.indexOf(newline, at + 1)) lines += 1;
  return lines;
}
