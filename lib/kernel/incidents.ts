import { Incidents } from "@/lib/contracts/run";
import type { Trajectory } from "@/lib/contracts/trajectory";

/** Counts where the runtime stepped in (TaoLive report, section 6.2): what an incident review looks for. */
export function incidentsOf({ steps, stopReason, reply }: Pick<Trajectory, "steps" | "stopReason" | "reply">): Incidents {
  const counts = Incidents.parse({});
  for (const step of steps) {
    switch (step.type) {
      case "hook":
        if (step.decision === "error") counts.hookErrors += 1;
        else if (step.decision !== "allow") counts.guards += 1;
        break;
      case "tool-call":
        if (step.executed === false) counts.refusedCalls += 1;
        else if (!step.outcome.ok) counts.toolErrors += 1;
        break;
      case "retry":
        counts.retries += 1;
        break;
      case "fallback":
        if (step.scope === "call") counts.fallbacks += 1;
        else counts.recoveries += 1;
        break;
      case "reply":
        if (step.suppressed) counts.suppressed += 1;
        break;
      default:
        break;
    }
  }
  const ownWords = stopReason === "replied" || stopReason === "recovered";
  if (!ownWords && reply !== "") counts.conservative += 1;
  return counts;
}

/** Whether anything happened that an incident review would look at. */
export function hasIncident(incidents: Incidents): boolean {
  return Object.values(incidents).some((count) => count > 0);
}
