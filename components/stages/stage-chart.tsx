"use client";

import { metricWords } from "@/components/evolve/metric-words";
import { plural } from "@/components/ui/format";
import type { CampaignChart } from "@/lib/contracts/evolution";
import { casesHref } from "./cases-href";
import { type HeatMetric, type HeatOrder, orderCategories, type StageColumn, stageColumns, stopPlace } from "./chart-data";
import { HeatMap } from "./heat-map";
import { ScoreChart } from "./score-chart";
import classes from "./stages.module.css";

const LABEL_WIDTH = 176;
const COLUMN_WIDTH = 84;

function Swatch({ colour, shape }: { colour: string; shape: "circle" | "diamond" }) {
  return (
    <svg width={26} height={12} aria-hidden="true">
      <line x1={0} x2={26} y1={6} y2={6} stroke={colour} strokeWidth={2} />
      {shape === "circle" ? <circle cx={13} cy={6} r={4.5} fill={colour} /> : <path d="M13 0l6 6-6 6-6-6z" fill={colour} />}
    </svg>
  );
}

interface LegendProps {
  kind: CampaignChart["campaign"]["kind"];
  noise: CampaignChart["noise"];
  heldOut: boolean;
  early: boolean;
  stop: boolean;
}

function Legend({ kind, noise, heldOut, early, stop }: LegendProps) {
  const words = metricWords(kind);
  return (
    <ul className={classes.legend}>
      <li>
        <Swatch colour="var(--series-accuracy)" shape="circle" /> {words.accuracy}, %
      </li>
      <li>
        <Swatch colour="var(--series-effectiveness)" shape="diamond" /> {words.effectiveness}, %
      </li>
      <li>
        <svg width={26} height={12} aria-hidden="true">
          <rect width={26} height={12} fill="var(--series-accuracy)" opacity={0.2} />
        </svg>
        95 % interval
      </li>
      <li>
        <svg width={26} height={12} aria-hidden="true">
          <rect width={26} height={12} fill="var(--noise)" />
        </svg>
        {noise ? `A/A noise, ${plural(noise.runs, "run")}` : "A/A noise: not measured"}
      </li>
      <li>
        <svg width={26} height={14} aria-hidden="true">
          <circle cx={13} cy={7} r={6} fill="none" stroke="var(--ink-soft)" strokeWidth={1.4} />
          <circle cx={13} cy={7} r={3} fill="var(--ink-soft)" />
        </svg>
        selected
      </li>
      <li>
        <svg width={26} height={12} aria-hidden="true">
          <circle cx={13} cy={6} r={4} fill="var(--paper)" stroke="var(--ink-soft)" strokeWidth={1.6} />
        </svg>
        rejected
      </li>
      {early ? (
        <li>
          <svg width={26} height={12} aria-hidden="true">
            <path d="M9 2h8v8H9z" fill="var(--paper)" stroke="var(--ink-soft)" strokeWidth={1.4} strokeDasharray="2 1.5" />
          </svg>
          rejected early, no score
        </li>
      ) : null}
      {stop ? (
        <li>
          <svg width={26} height={12} aria-hidden="true">
            <path d="M13 0v12" stroke="var(--warn)" strokeWidth={1.6} strokeDasharray="3 2" />
          </svg>
          the rule said stop
        </li>
      ) : null}
      {heldOut ? (
        <li>
          <svg width={26} height={12} aria-hidden="true">
            <path d="M13 1l5 9H8z" fill="var(--paper)" stroke="var(--ink-soft)" strokeWidth={1.4} />
          </svg>
          held-out
        </li>
      ) : null}
    </ul>
  );
}

interface StageChartProps {
  project: string;
  chart: CampaignChart;
  metric?: HeatMetric;
  order?: HeatOrder;
  /** Leaves the heat map out. */
  compact?: boolean;
}

/** The chart of a campaign: scores over its stages and, on the same x axis, the categories they gained and lost. */
export function StageChart({ project, chart, metric = "avg", order = "name", compact = false }: StageChartProps) {
  const columns = stageColumns(chart);
  const stop = stopPlace(chart);
  const href = (column: StageColumn, category: string | null) => casesHref(project, columns, column, category);
  return (
    <div className={classes.scroller}>
      <div className={classes.block} style={{ minWidth: LABEL_WIDTH + columns.length * COLUMN_WIDTH }}>
        <div className={classes.chart}>
          <Legend
            kind={chart.campaign.kind}
            noise={chart.noise}
            heldOut={chart.points.some((point) => point.heldOut !== null)}
            early={columns.some((column) => column.early)}
            stop={stop !== null}
          />
          <ScoreChart
            kind={chart.campaign.kind}
            columns={columns}
            noise={chart.noise}
            stop={stop}
            labelWidth={LABEL_WIDTH}
            caseHref={(column) => href(column, null)}
          />
        </div>
        <HeatMap
          showScale={!compact}
          columns={columns}
          categories={compact ? [] : orderCategories(columns, chart.categories, metric, order)}
          metric={metric}
          caseHref={href}
          stageHref={(column) => `/p/${project}/evolve/${chart.campaign.id}/${column.point.stage.id}`}
          labelWidth={LABEL_WIDTH}
        />
      </div>
    </div>
  );
}
