"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { queries } from "@/lib/client/queries";
import type { Run, RunProgress } from "@/lib/contracts/run";
import { isOver } from "./run-state";

const RECONNECT_MS = 1_500;

/**
 * Follows a run that is not over by server-sent events, reconnecting where the stream breaks off. What else shows the run
 * (its figures, lists of runs) is loaded again when its status changes.
 */
export function useRunProgress(run: Pick<Run, "project" | "id" | "status">): {
  progress: RunProgress | null;
  /** The stream is lost and being opened again. */
  interrupted: boolean;
} {
  const client = useQueryClient();
  const live = useQuery({
    ...queries.runs.progress.experimental_liveOptions({ input: { project: run.project, run: run.id } }),
    enabled: !isOver(run.status),
    retry: true,
    retryDelay: RECONNECT_MS,
    staleTime: 0,
    refetchInterval: (query) =>
      query.state.fetchStatus === "idle" && query.state.data && !isOver(query.state.data.status) ? RECONNECT_MS : false,
  });
  const status = live.data?.status;
  const before = useRef(run.status);
  useEffect(() => {
    if (status === undefined || status === before.current) return;
    before.current = status;
    void client.invalidateQueries({ queryKey: queries.runs.get.key() });
    void client.invalidateQueries({ queryKey: queries.runs.list.key() });
    void client.invalidateQueries({ queryKey: queries.runs.results.key() });
    if (isOver(status)) void client.invalidateQueries({ queryKey: queries.campaigns.key() });
    if (isOver(status)) void client.invalidateQueries({ queryKey: queries.stages.key({ type: "query" }) });
  }, [status, client]);
  return { progress: isOver(run.status) ? null : (live.data ?? null), interrupted: live.failureCount > 0 && !isOver(run.status) };
}
