import { describe, expect, it } from "vitest";
import { sortRows } from "./sort-rows";

const values = (rows: { value: string | number | null }[]) => rows.map((row) => row.value);

describe("sorting rows", () => {
  it("sorts numbers as numbers", () => {
    const rows = [{ value: 10 }, { value: 9 }, { value: 100 }];
    expect(values(sortRows(rows, (row) => row.value, "ascending"))).toEqual([9, 10, 100]);
  });

  it("sorts names with the numbers in them as numbers", () => {
    const rows = [{ value: "stage 10" }, { value: "stage 9" }];
    expect(values(sortRows(rows, (row) => row.value, "ascending"))).toEqual(["stage 9", "stage 10"]);
  });

  it("keeps rows without a value last in both directions", () => {
    const rows = [{ value: null }, { value: 1 }, { value: 2 }];
    expect(values(sortRows(rows, (row) => row.value, "ascending"))).toEqual([1, 2, null]);
    expect(values(sortRows(rows, (row) => row.value, "descending"))).toEqual([2, 1, null]);
  });

  it("keeps the order of equal rows in both directions", () => {
    const rows = [
      { value: 1, id: "a" },
      { value: 1, id: "b" },
    ];
    expect(sortRows(rows, (row) => row.value, "descending").map((row) => row.id)).toEqual(["a", "b"]);
  });

  it("does not change the rows it is given", () => {
    const rows = [{ value: 2 }, { value: 1 }];
    sortRows(rows, (row) => row.value, "ascending");
    expect(values(rows)).toEqual([2, 1]);
  });
});
