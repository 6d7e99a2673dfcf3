import Link from "next/link";
import { formatPoints, formatShare, plural } from "@/components/ui/format";
import { type HeatMetric, heatCell, type StageColumn } from "./chart-data";
import { differenceColour, FULL_DIFFERENCE } from "./palette";
import classes from "./stages.module.css";

const RAMP = [-0.3, -0.15, -0.05, 0, 0.05, 0.15, 0.3];

interface HeatMapProps {
  columns: StageColumn[];
  categories: string[];
  metric: HeatMetric;
  /** Where the cases behind a cell are; the whole stage where the category is null; null where there are none yet. */
  caseHref: (column: StageColumn, category: string | null) => string | null;
  stageHref: (column: StageColumn) => string;
  /** Width of the category column in pixels, equal to the chart's y axis. */
  labelWidth: number;
  /** Explains colours and dots under the map. */
  showScale: boolean;
}

function Cell({ columns, position, category, metric, href }: CellProps) {
  const cell = heatCell(columns, position, category, metric);
  const first = columns[position]?.parent === null;
  const title = [
    category,
    cell.difference === null
      ? `${formatShare(cell.head)}, no stage before to compare with`
      : `${formatShare(cell.base)} to ${formatShare(cell.head)}, ${formatPoints(cell.difference)} points`,
    `n ${cell.n}, unscored ${cell.unscored}`,
    ...(cell.brokenP0.length > 0 ? [`P0 broken: ${cell.brokenP0.join(", ")}`] : []),
  ].join("\n");
  const content = (
    <>
      {cell.difference === null ? (
        <span className={classes.level}>{first ? formatShare(cell.head) : "–"}</span>
      ) : (
        formatPoints(cell.difference)
      )}
      {cell.brokenP0.map((id) => (
        <span key={id} className={classes.p0} role="img" aria-label={`P0 case broken: ${id}`} />
      ))}
    </>
  );
  const style = cell.difference === null ? undefined : { background: differenceColour(cell.difference) };
  if (href === null || cell.head === null) {
    return (
      <span className={classes.cell} style={style} title={title}>
        {content}
      </span>
    );
  }
  return (
    <Link className={classes.cell} style={style} title={title} href={href}>
      {content}
    </Link>
  );
}

interface CellProps {
  columns: StageColumn[];
  position: number;
  category: string;
  metric: HeatMetric;
  href: string | null;
}

/** "3 entries", "2 to review", "start"; a stage that began with a version has no entries. */
function entryNote({ entries, parent }: StageColumn["point"]["stage"]): string {
  const kept = entries.accepted + entries.edited;
  if (entries.proposed > 0) return `${entries.proposed} to review`;
  if (kept > 0) return plural(kept, "entry", "entries");
  return parent === null ? "start" : "no entries";
}

/** Categories × stages: each cell the difference to the stage before, in points, with a dot for each P0 case broken there. */
export function HeatMap({ columns, categories, metric, caseHref, stageHref, labelWidth, showScale }: HeatMapProps) {
  return (
    <>
      <table className={classes.heat} aria-label="Difference to the stage before by category, in points">
        <colgroup>
          <col style={{ width: labelWidth }} />
          {columns.map((column) => (
            <col key={column.point.stage.id} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{showScale ? "Points to the stage before" : ""}</th>
            {columns.map((column) => {
              const { stage, early, rejected } = column.point;
              return (
                <th key={stage.id} scope="col">
                  <Link className={classes.stageName} href={stageHref(column)}>
                    {stage.name}
                  </Link>
                  <span className={classes.stageFacts}>
                    <code>{stage.version?.slice(0, 8) ?? "no version yet"}</code>
                  </span>
                  <span className={classes.stageFacts}>
                    {entryNote(stage)}
                    {column.selected ? " · selected" : rejected ? (early ? " · rejected early" : " · rejected") : ""}
                  </span>
                  {early ? (
                    <span className={classes.stageFacts}>
                      {early.cases} of {early.total} run
                    </span>
                  ) : null}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {categories.map((category) => (
            <tr key={category}>
              <th scope="row" title={category}>
                {category}
              </th>
              {columns.map((column) => (
                <td key={column.point.stage.id}>
                  <Cell
                    columns={columns}
                    position={column.position}
                    category={category}
                    metric={metric}
                    href={caseHref(column, category)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {showScale ? <Scale /> : null}
    </>
  );
}

function Scale() {
  return (
    <div className={classes.scale}>
      <span>
        worse
        <span className={classes.ramp} aria-hidden="true">
          {RAMP.map((difference) => (
            <i key={difference} style={{ background: differenceColour(difference) }} />
          ))}
        </span>
        better, full colour at {FULL_DIFFERENCE * 100} points
      </span>
      <span>
        <span className={classes.p0} aria-hidden="true" /> a P0 case broken
      </span>
      <span>A stage without a stage before shows its level in grey.</span>
    </div>
  );
}
