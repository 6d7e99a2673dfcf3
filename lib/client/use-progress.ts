"use client";

import { useQuery } from "@tanstack/react-query";
import type { RunProgress, RunStatus } from "@/lib/contracts/run";
import { isNotFound } from "./errors";
import { queries } from "./queries";

const ENDED: ReadonlySet<RunStatus> = new Set(["completed", "cancelled", "failed"]);
const LONGEST_WAIT_MS = 10_000;

/** Whether the run will report nothing more. */
export const hasEnded = (status: RunStatus): boolean => ENDED.has(status);

/**
 * Live progress of a run over server-sent events; the newest report, or undefined before the first. A broken connection
 * is made again after a wait that doubles up to ten seconds.
 */
export function useProgress(run: { project: string; run: string }, enabled = true): RunProgress | undefined {
  const { data } = useQuery(
    queries.runs.progress.experimental_liveOptions({
      input: run,
      enabled,
      staleTime: Number.POSITIVE_INFINITY,
      retry: (_, error) => !isNotFound(error),
      retryDelay: (attempt) => Math.min(LONGEST_WAIT_MS, 500 * 2 ** attempt),
    }),
  );
  return data;
}
