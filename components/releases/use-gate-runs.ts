"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isOver } from "@/components/runs/run-state";
import { queries } from "@/lib/client/queries";
import type { GateReport } from "@/lib/contracts/release-gate";
import type { Run } from "@/lib/contracts/run";
import { givesWhat } from "./run-state-words";

const RECENT = 50;
const POLL_MS = 1_000;

/**
 * The newest runs that give the gates of a report what they lack, whoever started them. While one is under way the list is
 * renewed every second, and where one ends the gates are asked again.
 */
export function useGateRuns(project: string, report: GateReport | undefined): readonly Run[] {
  const client = useQueryClient();
  const remedies = report?.gates.flatMap((gate) => gate.remedies) ?? [];
  const wanted = (runs: readonly Run[]) => runs.filter((run) => remedies.some((remedy) => givesWhat(remedy, run)));
  const list = useQuery({
    ...queries.runs.list.queryOptions({ input: { project, limit: RECENT } }),
    enabled: remedies.length > 0,
    refetchInterval: ({ state }) => (wanted(state.data?.items ?? []).some((run) => !isOver(run.status)) ? POLL_MS : false),
  });
  const runs = wanted(list.data?.items ?? []);
  const over = runs
    .filter((run) => isOver(run.status))
    .map(({ id }) => id)
    .join(" ");
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (list.data === undefined) return;
    if (before.current !== null && before.current !== over)
      void client.invalidateQueries({ queryKey: queries.gates.report.key() });
    before.current = over;
  }, [over, list.data, client]);
  return runs;
}
