import { metricWords } from "@/components/evolve/metric-words";
import { formatScore } from "@/components/runs/format";
import { formatCount, formatShare } from "@/components/ui/format";
import type { Campaign } from "@/lib/contracts/evolution";
import type { Estimate } from "@/lib/contracts/run";
import type { StageColumn } from "./chart-data";
import classes from "./stages.module.css";

function Row({ name, estimate }: { name: string; estimate: Estimate | undefined }) {
  if (!estimate || estimate.mean === null) return null;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{formatScore(estimate.mean)}</td>
      <td>
        {formatShare(estimate.low)} to {formatShare(estimate.high)}
      </td>
      <td>
        n {formatCount(estimate.n)}
        {estimate.unscored > 0 ? `, ${formatCount(estimate.unscored)} unscored` : ""}
      </td>
    </tr>
  );
}

/** What stands behind a stage's points. */
export function StageTooltip({ column, kind }: { column: StageColumn | undefined; kind: Campaign["kind"] }) {
  if (!column) return null;
  const words = metricWords(kind);
  const { stage, metrics, heldOut, fixed, broken, rejected, early, callShare } = column.point;
  return (
    <div className={classes.tooltip}>
      <strong>{stage.name}</strong> <code>{stage.version?.slice(0, 8)}</code>
      {column.selected ? " · selected checkpoint" : rejected ? (early ? " · rejected early" : " · rejected") : ""}
      {early ? (
        <div>
          {formatCount(early.cases)} of {formatCount(early.total)} cases run
          {callShare === null ? "" : `, about ${formatShare(callShare)} % of the calls of all`}. They are no sample, so there is
          no score.
        </div>
      ) : null}
      <table>
        <tbody>
          <Row name={words.accuracy} estimate={metrics?.accuracy} />
          <Row name={words.effectiveness} estimate={metrics?.effectiveness} />
          <Row name={words.avg} estimate={metrics?.avg} />
          <Row name={`Held-out ${words.accuracy}`} estimate={heldOut?.accuracy} />
          <Row name={`Held-out ${words.effectiveness}`} estimate={heldOut?.effectiveness} />
        </tbody>
      </table>
      {fixed !== null && broken !== null ? (
        <div>
          {formatCount(fixed)} fixed, {formatCount(broken)} broken against the stage before{early ? ", of those that ran" : ""}
        </div>
      ) : null}
    </div>
  );
}
