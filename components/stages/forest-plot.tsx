"use client";

import { formatCount, formatPoints, formatShare } from "@/components/ui/format";
import type { CategoryComparison, PairedDifference } from "@/lib/contracts/run";
import { ForestBar, forestReach } from "./forest-bar";
import classes from "./forest-plot.module.css";
import { sentenceOf, ticksOf, verdictOf } from "./forest-row";

const WIDTH = 420;
const ROW = 28;

interface ForestPlotProps {
  /** In the order in which they are shown. */
  categories: CategoryComparison[];
  metric: PairedDifference["metric"];
  /** Half-width of the A/A noise of the whole set; null where it was not measured. */
  noise: number | null;
  /** Non-inferiority margin; null for none. */
  margin: number | null;
  current: string | null;
  onOpen: (category: string) => void;
}

/**
 * Paired differences by category, head minus base: point, 95 % interval, the noise ribbon, the non-inferiority margin, n,
 * flips and what the tests say. Each row is a button that shows the category's flips; arrow keys are not needed, Tab walks.
 */
export function ForestPlot({ categories, metric, noise, margin, current, onOpen }: ForestPlotProps) {
  const reach = forestReach(categories.map((row) => row[metric]));
  return (
    <figure className={classes.plot} aria-label="Paired differences by category">
      <div className={classes.head} aria-hidden="true">
        <span>Category</span>
        <span className={classes.number}>n</span>
        <span className={classes.number}>− broken</span>
        <span className={classes.number}>+ fixed</span>
        <Axis reach={reach} />
        <span className={classes.number}>Points</span>
        <span className={classes.number}>Detectable</span>
        <span>Evidence</span>
      </div>
      <ul className={classes.rows}>
        {categories.map((row) => (
          <li key={row.category}>
            <button
              type="button"
              className={classes.row}
              aria-pressed={row.category === current}
              aria-label={sentenceOf(row, metric, noise)}
              title={sentenceOf(row, metric, noise)}
              onClick={() => onOpen(row.category)}
            >
              <span className={classes.name}>{row.category}</span>
              <span className={classes.number}>{formatCount(row.n)}</span>
              <span className={classes.number}>{row.broken === 0 ? "0" : `−${formatCount(row.broken)}`}</span>
              <span className={classes.number}>{row.fixed === 0 ? "0" : `+${formatCount(row.fixed)}`}</span>
              <ForestBar difference={row[metric]} reach={reach} noise={noise} margin={margin} width={WIDTH} height={ROW} />
              <span className={classes.number}>{formatPoints(row[metric].difference)}</span>
              <span className={classes.number}>{formatShare(row[metric].minimumDetectable)}</span>
              <span className={classes.evidence}>{verdictOf(row, metric, noise)}</span>
            </button>
          </li>
        ))}
      </ul>
      <figcaption className={classes.caption}>
        Head minus base in points, with 95 % intervals. ▲ above zero, ▼ below, ● includes it.{" "}
        {noise === null
          ? "The A/A noise was not measured."
          : `Grey: two equal runs differ by up to ${formatShare(noise)} points.`}{" "}
        {margin === null ? "" : `Dashed: ${formatShare(margin)} points worse, the margin.`}
      </figcaption>
    </figure>
  );
}

function Axis({ reach }: { reach: number }) {
  const x = (value: number) => WIDTH / 2 + (value / reach) * (WIDTH / 2 - 4);
  return (
    <svg width={WIDTH} height={18} aria-hidden="true">
      {ticksOf(reach).map((tick) => (
        <text
          key={tick}
          x={x(tick)}
          y={13}
          textAnchor={tick === -reach ? "start" : tick === reach ? "end" : "middle"}
          className={classes.tick}
        >
          {tick === 0 ? "0" : formatPoints(tick)}
        </text>
      ))}
    </svg>
  );
}
