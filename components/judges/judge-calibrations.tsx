"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { formatCount, formatShare } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { Mark } from "@/components/ui/mark";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { queries } from "@/lib/client/queries";
import type { Judge } from "@/lib/contracts/judge";
import type { JudgeCalibration } from "@/lib/contracts/release-gate";
import { CalibrateDialog } from "./calibrate-dialog";
import { type CalibrationState, calibrationState, isBelow, rateText } from "./calibration-state";
import classes from "./judges.module.css";

/** Where the thresholds of the project have not come yet. */
const DEFAULT_FLOOR = 0.8;

interface Row extends CalibrationState {
  judge: Judge;
}

type Metric = keyof JudgeCalibration["metrics"];
const METRICS: readonly { metric: Metric; name: string }[] = [
  { metric: "accuracy", name: "Accuracy" },
  { metric: "effectiveness", name: "Effectiveness" },
];
const SIDES = [
  {
    side: "truePositive",
    name: "true +",
    hint: "Share of the replies that people gave full marks which the judge gives full marks too",
  },
  { side: "trueNegative", name: "true −", hint: "Share of the replies that people marked down which the judge marks down too" },
] as const;

function columnsOf(floor: number, onCalibrate: (judge: Judge) => void): Column<Row>[] {
  const rate = (metric: Metric, side: (typeof SIDES)[number]["side"]) => (row: Row) => {
    if (!row.calibration) return "–";
    const value = row.calibration.metrics[metric][side];
    const below = isBelow(value, floor);
    return (
      <span className={below ? classes.below : undefined}>
        {rateText(value)}
        {below ? " below the floor" : ""}
      </span>
    );
  };
  return [
    { id: "judge", header: "Judge", cell: ({ judge }) => <strong>{judge.name}</strong>, sortBy: ({ judge }) => judge.name },
    ...METRICS.flatMap(({ metric, name }): Column<Row>[] => [
      ...SIDES.map(
        (side): Column<Row> => ({
          ...{ id: `${metric}-${side.side}`, header: `${name} ${side.name}, %`, align: "right", hint: side.hint },
          cell: rate(metric, side.side),
        }),
      ),
      {
        ...{ id: `${metric}-kappa`, header: "κ", align: "right", hint: `Agreement on ${name} beyond chance, −1 to 1` },
        cell: ({ calibration }) => calibration?.metrics[metric].kappa?.toFixed(2) ?? "–",
      },
    ]),
    {
      ...{ id: "abstained", header: "Abstained", align: "right", hint: "Replies on which the panel came to nothing" },
      cell: ({ calibration }) => {
        if (!calibration) return "–";
        const { accuracy, effectiveness } = calibration.metrics;
        return `${formatCount(accuracy.abstained)} / ${formatCount(effectiveness.abstained)}`;
      },
    },
    {
      id: "labels",
      header: "Measured on",
      grow: true,
      cell: ({ calibration, changed }) => {
        if (!calibration) return <span className={classes.faint}>not calibrated</span>;
        return (
          <span className={classes.named}>
            {calibration.datasetName} <Hash value={calibration.datasetVersion} copy={false} />
            {calibration.synthetic ? <Mark kind="synthetic" /> : null}
            {changed ? <span className={classes.below}>changed since</span> : null}
            <RelativeTime at={calibration.createdAt} />
          </span>
        );
      },
    },
    {
      id: "calibrate",
      header: "",
      cell: ({ judge }) => (
        <Button size="compact-xs" variant="default" onClick={() => onCalibrate(judge)} aria-label={`Calibrate ${judge.name}`}>
          Calibrate
        </Button>
      ),
    },
  ];
}

/** How each judge agrees with people's labels: what decides whether it may gate. */
export function JudgeCalibrations({ project, judges }: { project: string; judges: readonly Judge[] }) {
  const calibrations = useQuery(queries.judges.calibrations.queryOptions({ input: { project } }));
  const settings = useQuery(queries.gates.settings.queryOptions({ input: { project } }));
  const [asked, setAsked] = useState<Judge | null>(null);
  const floor = settings.data?.[0]?.settings.judges.floor ?? DEFAULT_FLOOR;
  return (
    <section aria-label="Agreement with people">
      <h2>Agreement with people</h2>
      <p className={classes.caution}>
        Measured on replies with human labels. A judge below {formatShare(floor)} % in any rate, or changed since, cannot gate a
        promotion. An abstention agrees with nobody and counts in n.
      </p>
      <QueryState query={calibrations} rows={2}>
        {(list) => (
          <DataTable
            label="Agreement with people"
            rows={judges.map((judge): Row => ({ judge, ...calibrationState(judge, list) }))}
            columns={columnsOf(floor, setAsked)}
            rowKey={(row) => row.judge.id}
          />
        )}
      </QueryState>
      {asked ? <CalibrateDialog key={asked.id} project={project} judge={asked} onClose={() => setAsked(null)} /> : null}
    </section>
  );
}
