"use client";

import { useThrottledCallback } from "@mantine/hooks";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "@/lib/client/queries";
import type { CaseRow, Run } from "@/lib/contracts/run";
import { type CaseFilters, filterInput } from "./case-filters";
import { PAGE, pagesInSight } from "./result-pages";
import { isLive } from "./run-state";

/** Pages that were scrolled past are dropped after this, in milliseconds: the browser never holds the whole run. */
const KEPT_MS = 60_000;

/**
 * A filtered list of results, of which only the pages in sight are fetched. `first` is the query of its first page, which
 * also says how long the list is; `at` answers undefined for a row that has not come.
 */
export function useResultWindow(run: Run, filters: CaseFilters, start: number) {
  const [pages, setPages] = useState(() => pagesInSight(start, start));
  const onRange = useThrottledCallback((first: number, last: number) => {
    const next = pagesInSight(first, last);
    setPages((before) => (before.join() === next.join() ? before : next));
  }, 120);
  const optionsOf = (page: number) => ({
    ...queries.runs.results.queryOptions({
      input: { project: run.project, run: run.id, ...filterInput(filters), offset: page * PAGE, limit: PAGE },
    }),
    refetchInterval: isLive(run.status) ? 3_000 : (false as const),
    gcTime: KEPT_MS,
  });
  const first = useQuery({ ...optionsOf(0), placeholderData: keepPreviousData });
  const shown = pages.filter((page) => page > 0);
  const others = useQueries({ queries: shown.map(optionsOf) });
  const itemsOf = (page: number): readonly CaseRow[] | undefined =>
    page === 0 ? first.data?.items : others[shown.indexOf(page)]?.data?.items;
  return {
    first,
    onRange,
    at: (index: number): CaseRow | undefined => itemsOf(Math.floor(index / PAGE))?.[index % PAGE],
    /** A page in sight that could not be fetched. */
    failed: others.find((query) => query.isError) ?? null,
  };
}
