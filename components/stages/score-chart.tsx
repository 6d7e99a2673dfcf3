"use client";

import { useRouter } from "next/navigation";
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { Campaign, CampaignChart } from "@/lib/contracts/evolution";
import { type StageColumn, scoreDomain } from "./chart-data";
import { StageTooltip } from "./stage-tooltip";
import classes from "./stages.module.css";

const ACCURACY = "var(--series-accuracy)";
const EFFECTIVENESS = "var(--series-effectiveness)";

/** Scores closer than this, in points, have their marks beside each other, so that neither hides the other. */
const SIDE_BY_SIDE = 1;

interface DotProps {
  cx?: number;
  cy?: number;
  payload?: StageColumn;
}

type Shape = "circle" | "diamond";

function outline(shape: Shape, x: number, y: number, size: number) {
  if (shape === "circle") return `M${x - size} ${y}a${size} ${size} 0 1 0 ${size * 2} 0a${size} ${size} 0 1 0 ${-size * 2} 0`;
  const reach = size * 1.25;
  return `M${x} ${y - reach}L${x + reach} ${y}L${x} ${y + reach}L${x - reach} ${y}z`;
}

interface StageDotProps extends DotProps {
  shape: Shape;
  colour: string;
  open: (column: StageColumn) => void;
}

/** Filled where the stage stands, hollow where it was rejected, ringed where it is the selected checkpoint. */
function StageDot({ cx, cy, payload, shape, colour, open }: StageDotProps) {
  if (cx === undefined || cy === undefined || !payload || !Number.isFinite(cy)) return <g />;
  const gap = Math.abs((payload.accuracy ?? 0) - (payload.effectiveness ?? 0));
  const x = gap < SIDE_BY_SIDE ? cx + (shape === "circle" ? -7 : 7) : cx;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the stage names under the chart are the keyboard's way to the same places
    <g className={classes.dot} onClick={() => open(payload)}>
      {payload.selected ? <path d={outline("circle", x, cy, 10)} fill="none" stroke={colour} strokeWidth={1.6} /> : null}
      <path
        d={outline(shape, x, cy, 5)}
        fill={payload.point.rejected ? "var(--paper)" : colour}
        stroke={colour}
        strokeWidth={1.8}
      />
    </g>
  );
}

function HeldOutMark({ cx, cy, colour }: DotProps & { colour: string }) {
  if (cx === undefined || cy === undefined || !Number.isFinite(cy)) return <g />;
  return <path d={`M${cx + 12} ${cy - 5}l5 9h-10z`} fill="var(--paper)" stroke={colour} strokeWidth={1.4} />;
}

const ends = (column: StageColumn, parent: StageColumn, key: "accuracy" | "effectiveness") => {
  const from = parent[key];
  const to = column[key];
  if (from === null || to === null) return null;
  return [
    { x: parent.position, y: from },
    { x: column.position, y: to },
  ] as const;
};

/** A hollow square on the axis: the run was ended early, so there is no score to place it by. */
function EarlyMark({ cx, cy, payload, open }: DotProps & { open: (column: StageColumn) => void }) {
  if (cx === undefined || cy === undefined || !payload || !Number.isFinite(cy)) return <g />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the stage names under the chart are the keyboard's way to the same places
    <g className={classes.dot} onClick={() => open(payload)}>
      <path
        d={`M${cx - 5} ${cy - 14}h10v10h-10z`}
        fill="var(--paper)"
        stroke="var(--ink-soft)"
        strokeWidth={1.4}
        strokeDasharray="2.5 2"
      />
    </g>
  );
}

interface ScoreChartProps {
  kind: Campaign["kind"];
  columns: StageColumn[];
  noise: CampaignChart["noise"];
  /** Where the stop rule would first have said stop; null where it never did. */
  stop: number | null;
  /** Width of the y axis in pixels, equal to the heat map's category column. */
  labelWidth: number;
  caseHref: (column: StageColumn) => string | null;
}

/**
 * Accuracy and Effectiveness over the stages in per cent. Each stage is joined to the stage it came from; bands are
 * 95 % intervals; the grey ribbons are the measured A/A noise around the selected (or the newest evaluated) stage.
 */
export function ScoreChart({ kind, columns, noise, stop, labelWidth, caseHref }: ScoreChartProps) {
  const router = useRouter();
  const open = (column: StageColumn) => {
    const href = caseHref(column);
    if (href !== null) router.push(href);
  };
  const domain = scoreDomain(columns);
  const anchor = columns.find((column) => column.selected) ?? columns.findLast((column) => column.accuracy !== null);
  const whiskers = columns.filter((column) => column.point.rejected);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={columns} margin={{ top: 14, right: 0, bottom: 4, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          type="number"
          dataKey="position"
          domain={[-0.5, columns.length - 0.5]}
          ticks={columns.map((column) => column.position)}
          tick={false}
          height={6}
          tickSize={4}
          stroke="var(--line-strong)"
        />
        <YAxis
          width={labelWidth}
          domain={domain}
          ticks={Array.from({ length: Math.round((domain[1] - domain[0]) / 5) + 1 }, (_, step) => domain[0] + step * 5)}
          tick={{ fill: "var(--ink-faint)", fontSize: 11 }}
          axisLine={false}
          tickLine={false}
          interval="preserveStartEnd"
        />
        {noise && anchor
          ? (["accuracy", "effectiveness"] as const).map((key) => {
              const level = anchor[key];
              if (level === null) return null;
              const half = noise[key] * 100;
              return (
                <ReferenceArea
                  key={key}
                  y1={Math.max(domain[0], level - half)}
                  y2={Math.min(domain[1], level + half)}
                  fill="var(--noise)"
                  fillOpacity={1}
                  stroke="none"
                />
              );
            })
          : null}
        <Area
          dataKey="accuracyBand"
          stroke="none"
          fill={ACCURACY}
          fillOpacity={0.13}
          connectNulls
          isAnimationActive={false}
          activeDot={false}
        />
        <Area
          dataKey="effectivenessBand"
          stroke="none"
          fill={EFFECTIVENESS}
          fillOpacity={0.13}
          connectNulls
          isAnimationActive={false}
          activeDot={false}
        />
        {columns.flatMap((column) => {
          const parent = column.parent === null ? undefined : columns[column.parent];
          if (!parent) return [];
          return (["accuracy", "effectiveness"] as const).map((key) => {
            const segment = ends(column, parent, key);
            return segment ? (
              <ReferenceLine
                key={`${column.point.stage.id}-${key}`}
                segment={segment}
                stroke={key === "accuracy" ? ACCURACY : EFFECTIVENESS}
                strokeWidth={2}
                strokeDasharray={column.point.rejected ? "4 4" : undefined}
                ifOverflow="visible"
              />
            ) : null;
          });
        })}
        {whiskers.flatMap((column) =>
          (["accuracy", "effectiveness"] as const).map((key) => {
            const estimate = column.point.metrics?.[key];
            if (!estimate || estimate.low === null || estimate.high === null) return null;
            const x = column.position + (key === "accuracy" ? -0.03 : 0.03);
            return (
              <ReferenceLine
                key={`${column.point.stage.id}-${key}`}
                segment={[
                  { x, y: estimate.low * 100 },
                  { x, y: estimate.high * 100 },
                ]}
                stroke={key === "accuracy" ? ACCURACY : EFFECTIVENESS}
                opacity={0.6}
              />
            );
          }),
        )}
        <Line
          dataKey="accuracy"
          stroke="none"
          dot={(props: DotProps) => (
            <StageDot {...props} key={`a${props.payload?.position}`} shape="circle" colour={ACCURACY} open={open} />
          )}
          activeDot={false}
          isAnimationActive={false}
        />
        <Line
          dataKey="effectiveness"
          stroke="none"
          dot={(props: DotProps) => (
            <StageDot {...props} key={`e${props.payload?.position}`} shape="diamond" colour={EFFECTIVENESS} open={open} />
          )}
          activeDot={false}
          isAnimationActive={false}
        />
        <Line
          dataKey="heldOutAccuracy"
          stroke="none"
          dot={(props: DotProps) => <HeldOutMark {...props} key={`a${props.payload?.position}`} colour={ACCURACY} />}
          activeDot={false}
          isAnimationActive={false}
        />
        <Line
          dataKey="heldOutEffectiveness"
          stroke="none"
          dot={(props: DotProps) => <HeldOutMark {...props} key={`e${props.payload?.position}`} colour={EFFECTIVENESS} />}
          activeDot={false}
          isAnimationActive={false}
        />
        <Line
          dataKey={(column: StageColumn) => (column.early ? domain[0] : null)}
          stroke="none"
          dot={(props: DotProps) => <EarlyMark {...props} key={`c${props.payload?.position}`} open={open} />}
          activeDot={false}
          isAnimationActive={false}
        />
        {stop === null ? null : (
          <ReferenceLine x={stop} stroke="var(--warn)" strokeWidth={1.6} strokeDasharray="5 3" ifOverflow="visible" />
        )}
        <Tooltip
          content={(props) => <StageTooltip column={props.payload?.[0]?.payload as StageColumn | undefined} kind={kind} />}
          cursor={{ stroke: "var(--line-strong)" }}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  );
}
