"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { plural } from "@/components/ui/format";
import { queries } from "@/lib/client/queries";
import type { DraftCheck } from "@/lib/contracts/trial";
import type { Draft } from "./drafts";
import type { StageKey } from "./use-stage-actions";

const PAUSE_MS = 400;

export interface LiveCheck {
  /** Of the edit as it stood a moment ago; null before the first answer. */
  result: DraftCheck | null;
  checking: boolean;
  error: Error | null;
  retry: () => void;
}

/** The check in a sentence; empty before the first answer. */
export function checkWords({ result, checking }: LiveCheck): string {
  if (checking) return "Checking.";
  if (result === null) return "";
  const errors = result.diagnostics.filter((problem) => problem.severity === "error").length;
  return result.ok ? "It verifies." : `It does not verify: ${plural(errors, "problem")}.`;
}

/**
 * What is to be said about an edit while it is written, a moment after the last key. Only the newest answer counts: an
 * earlier question is called off when another is asked.
 */
export function useDraftCheck(key: StageKey, entry: string | null, draft: Draft | null, on: string | null): LiveCheck {
  const files = draft?.files ?? null;
  const written = useMemo(() => (entry === null || files === null ? null : { entry, files }), [entry, files]);
  const [paused] = useDebouncedValue(written, PAUSE_MS);
  // Another entry is shown by now: what was written for the one before is not asked about it.
  const settled = paused !== null && paused.entry === written?.entry ? paused : null;
  const check = useQuery({
    ...queries.stages.checkDraft.queryOptions({
      input: settled === null ? skipToken : { ...key, ...settled, ...(on === null ? {} : { case: on }) },
    }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    retry: false,
  });
  const last = useRef<{ entry: string; result: DraftCheck } | null>(null);
  if (settled && check.data) last.current = { entry: settled.entry, result: check.data };
  if (written === null) last.current = null;
  return {
    result: last.current !== null && last.current.entry === written?.entry ? last.current.result : null,
    checking: written !== null && (check.isFetching || settled !== written),
    error: settled === null ? null : check.error,
    retry: () => void check.refetch(),
  };
}
