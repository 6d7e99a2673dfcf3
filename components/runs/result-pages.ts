/** Rows a page. */
export const PAGE = 200;

/** Rows beyond what is in sight that are fetched ahead. */
const AHEAD = 60;

/** The pages (from 0) that hold the rows in sight and those just beyond. */
export function pagesInSight(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first - AHEAD) / PAGE);
  const to = Math.floor((Math.max(first, last) + AHEAD) / PAGE);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
