import { expect, it } from "vitest";
import { kappa } from "./kappa";

const items = (...rows: string[]) =>
  rows.map((row) => new Map([...row].flatMap((value, rater) => (value === "-" ? [] : [[`r${rater}`, Number(value)] as const]))));

it("is what the textbook table gives", () => {
  // 20 both yes, 5 and 10 split, 15 both no: observed 0.7, expected 0.5.
  const rows = [...Array(20).fill("11"), ...Array(5).fill("10"), ...Array(10).fill("01"), ...Array(15).fill("00")];
  expect(kappa(items(...rows)).kappa).toBeCloseTo(0.4, 12);
});

it("is 1 for raters who always agree, below 0 for those who never do, and none where chance would agree always", () => {
  expect(kappa(items("11", "00"))).toEqual({ kappa: 1, items: 2 });
  expect(kappa(items("10", "01")).kappa).toBe(-1);
  expect(kappa(items("11", "11")).kappa).toBeNull();
  expect(kappa([])).toEqual({ kappa: null, items: 0 });
});

it("weighs the pairs of several raters by the items that both judged", () => {
  expect(kappa(items("11-", "00-", "-10", "-01", "1--"))).toEqual({ kappa: 0, items: 4 });
});
