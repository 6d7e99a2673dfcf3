import { formatCount } from "@/components/ui/format";
import type { RunMetrics } from "@/lib/contracts/run";
import { incidentCounts, incidentKinds } from "./incident-counts";
import classes from "./runs.module.css";

/** How often the runtime stepped in over a run, in all and in how many cases. */
export function IncidentTable({ incidents, cases }: { incidents: RunMetrics["incidents"]; cases: number }) {
  if (incidentCounts(incidents.total).length === 0) {
    return <p className={classes.faint}>Nothing happened: no guard, retry, fallback or refused call.</p>;
  }
  return (
    <div className={classes.overflow}>
      <table className={classes.plain} aria-label="Incidents">
        <thead>
          <tr>
            <th scope="col">In {formatCount(cases)} cases</th>
            {incidentKinds.map(({ id, label, hint }) => (
              <th key={id} scope="col" data-align="right" title={hint}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(["total", "cases"] as const).map((row) => (
            <tr key={row}>
              <th scope="row">{row === "total" ? "Total" : "Cases with it"}</th>
              {incidentKinds.map(({ id }) => (
                <td key={id} data-align="right" className={incidents[row][id] === 0 ? classes.faint : undefined}>
                  {formatCount(incidents[row][id])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
