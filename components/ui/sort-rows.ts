export type SortValue = string | number | null;

export interface SortState {
  column: string;
  direction: "ascending" | "descending";
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function compare(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
}

/** Rows by a value of each, equal ones in the order they came; rows without a value go last in either direction. */
export function sortRows<Row>(rows: readonly Row[], by: (row: Row) => SortValue, direction: SortState["direction"]): Row[] {
  const sign = direction === "ascending" ? 1 : -1;
  return rows
    .map((row, index) => ({ row, index, value: by(row) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null) || a.index - b.index;
      return sign * compare(a.value, b.value) || a.index - b.index;
    })
    .map(({ row }) => row);
}
