"use client";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queries } from "@/lib/client/queries";
import type { Bundle, Diagnostic } from "@/lib/contracts/harness";

const PAUSE_MS = 400;

/** Problems of the files as they stand, checked a moment after the last key; of the saved version while nothing is changed. */
export function useDiagnostics(files: Bundle, dirty: boolean, saved: readonly Diagnostic[]) {
  const [settled] = useDebouncedValue(files, PAUSE_MS);
  const check = useQuery({
    ...queries.versions.check.queryOptions({ input: { files: settled } }),
    enabled: dirty,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
  });
  const diagnostics = dirty ? (check.data?.diagnostics ?? saved) : saved;
  return { diagnostics, checking: dirty && (check.isFetching || settled !== files), failed: dirty && check.isError };
}
