import { StatusBadge } from "@/components/ui/status-badge";
import type { Run } from "@/lib/contracts/run";
import { statusWords } from "./run-state";

/** The status of a run in word, icon and colour; one that its budget stopped stands out, as it is not complete. */
export function RunStatusBadge({ run }: { run: Pick<Run, "status" | "outcome" | "reason"> }) {
  const words = statusWords(run);
  if (run.status !== "stopped") return <StatusBadge status={run.status}>{words}</StatusBadge>;
  return (
    <span title={run.reason ?? undefined}>
      <StatusBadge status={run.status} tone={run.outcome.stop?.cause === "early" ? "neutral" : "warn"}>
        {words}
      </StatusBadge>
    </span>
  );
}
