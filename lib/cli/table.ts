/** Rows as columns of plain text; numbers to the right. `rows` have as many cells as `heads`. */
export function formatTable(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  // A name of any origin stays in its cell.
  const texts = rows.map((row) => row.map((cell) => String(cell).replace(/\s+/g, " ")));
  const widths = heads.map((head, column) => Math.max(head.length, ...texts.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[], right: (column: number) => boolean) =>
    cells
      .map((cell, column) => (right(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  const numeric = (column: number) =>
    rows.length > 0 && rows.every((row) => typeof row[column] === "number" || row[column] === "–");
  return [line(heads, numeric), ...texts.map((row) => line(row, numeric))].join("\n");
}

/** A score of 0 to 1 in percent with one decimal; a dash where there is none. */
export const percent = (value: number | null): string => (value === null ? "–" : `${(100 * value).toFixed(1)}`);

/** A difference of scores in points, with its sign; a dash where there is none. */
export const points = (value: number | null): string =>
  value === null ? "–" : `${value < 0 ? "−" : "+"}${Math.abs(100 * value).toFixed(1)}`;
