import type { Incidents } from "@/lib/contracts/run";

interface IncidentCount {
  id: keyof Incidents;
  label: string;
  count: number;
}

const labels: Record<keyof Incidents, { label: string; hint: string }> = {
  guards: { label: "Guard hits", hint: "Hook decisions other than allow" },
  refusedCalls: { label: "Refused calls", hint: "Tool calls that did not reach their tool" },
  toolErrors: { label: "Tool errors", hint: "Calls that reached their tool and came to an error" },
  retries: { label: "Retries", hint: "Model calls tried again and replies sent back" },
  fallbacks: { label: "Fallbacks", hint: "Model calls that took the compact route" },
  recoveries: { label: "Recoveries", hint: "Trajectories that failed and took the compact route for a last answer" },
  conservative: { label: "Conservative replies", hint: "The harness's own words stood in for a reply of the policy" },
  suppressed: { label: "Suppressed", hint: "Replies that were not given" },
  hookErrors: { label: "Hook errors", hint: "Hooks that failed themselves" },
};

const ids = Object.keys(labels) as (keyof Incidents)[];

/** What the kinds of incident are called and what they count, in the order in which they are shown. */
export const incidentKinds = ids.map((id) => ({ id, ...labels[id] }));

/** Those that happened at least once. */
export const incidentCounts = (incidents: Incidents): IncidentCount[] =>
  ids.flatMap((id) => (incidents[id] === 0 ? [] : [{ id, label: labels[id].label, count: incidents[id] }]));

/** "2 guard hits, 1 retry" in one line; "none" where nothing happened. */
export const incidentText = (incidents: Incidents): string =>
  incidentCounts(incidents)
    .map(({ label, count }) => `${label.toLowerCase()} ${count}`)
    .join(", ") || "none";
