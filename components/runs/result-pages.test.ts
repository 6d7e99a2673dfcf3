import { expect, test } from "vitest";
import { pagesInSight } from "./result-pages";

test("the pages of the rows in sight, and the next one shortly before its rows come", () => {
  expect(pagesInSight(0, 25)).toEqual([0]);
  expect(pagesInSight(130, 155)).toEqual([0, 1]);
  expect(pagesInSight(300, 325)).toEqual([1]);
  expect(pagesInSight(410, 435)).toEqual([1, 2]);
});

test("a jump far down asks for the pages there and for no other", () => {
  expect(pagesInSight(77_777, 77_800)).toEqual([388, 389]);
});
