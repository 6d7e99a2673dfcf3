"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queries } from "@/lib/client/queries";
import type { CaseRow } from "@/lib/contracts/run";
import { type CaseFilters, filterInput } from "./case-filters";

interface Neighbour {
  row: CaseRow;
  /** Place in the filtered list, from 0. */
  at: number;
}

interface Neighbours {
  before: Neighbour | null;
  after: Neighbour | null;
  at: number | null;
  total: number | null;
}

/**
 * The cases before and after one in the filtered list it was opened from. `at` is its place there; without it the server is
 * asked for the place. Three rows are fetched, however long the list is.
 */
export function useNeighbours(
  project: string,
  run: string,
  filters: CaseFilters,
  place: { case: string; repeat: number; at: number | null },
): Neighbours {
  const input = { project, run, ...filterInput(filters) };
  const lookup = useQuery({
    ...queries.runs.place.queryOptions({ input: { ...input, case: place.case, repeat: place.repeat } }),
    enabled: place.at === null,
    staleTime: 30_000,
  });
  const known = place.at ?? lookup.data?.at ?? null;
  const offset = Math.max(0, (known ?? 0) - 1);
  const list = useQuery({
    ...queries.runs.results.queryOptions({ input: { ...input, offset, limit: 3 } }),
    enabled: known !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const items = list.data?.items ?? [];
  const index = items.findIndex((row) => row.case === place.case && row.repeat === place.repeat);
  const neighbour = (shift: number): Neighbour | null => {
    const row = index < 0 ? undefined : items[index + shift];
    return row ? { row, at: offset + index + shift } : null;
  };
  return {
    before: neighbour(-1),
    after: neighbour(1),
    at: index < 0 ? null : offset + index,
    total: list.data?.total ?? null,
  };
}
