"use client";
import { ForestBar, forestReach } from "@/components/stages/forest-bar";
import { type Column, DataTable } from "@/components/ui/data-table";
import { formatCount, formatPoints, plural } from "@/components/ui/format";
import { Mark } from "@/components/ui/mark";
import { Section } from "@/components/ui/page-header";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import type { ArmMean, ArmOutcome, ExperimentDetail, OutcomeSnapshot, RelativeChange } from "@/lib/contracts/traffic";
import { changeWords, meanInterval, meanText, preliminaryWords, sampleRatioWords } from "./outcome-words";
import classes from "./traffic.module.css";

const METRICS = { orders: "Orders per user", value: "Value per user" } as const;

const meanCell = (mean: ArmMean, decimals: number) => (
  <span>
    {meanText(mean, decimals)}
    <span className={classes.interval}>{meanInterval(mean, decimals)}</span>
  </span>
);

const armColumns = (detail: ExperimentDetail): Column<ArmOutcome>[] => [
  { id: "arm", header: "Arm", cell: (row) => row.name },
  {
    id: "channel",
    header: "Gets",
    grow: true,
    cell: (row) => detail.experiment.arms.find(({ name }) => name === row.name)?.channel,
  },
  { id: "share", header: "Share, %", align: "right", cell: (row) => (row.share * 100).toFixed(1) },
  { id: "users", header: "Users", align: "right", cell: (row) => formatCount(row.users) },
  {
    id: "served",
    header: "Served here",
    align: "right",
    hint: "Requests of the arm among the served ones that are kept",
    cell: (row) => formatCount(detail.served[row.name]),
  },
  { id: "orders", header: "Orders per user, 95 %", align: "right", cell: (row) => meanCell(row.orders, 4) },
  { id: "value", header: "Value per user, 95 %", align: "right", cell: (row) => meanCell(row.value, 2) },
];

function changeColumns(changes: readonly RelativeChange[]): Column<RelativeChange>[] {
  const reach = forestReach(changes);
  return [
    { id: "metric", header: "Treatment against control", cell: (row) => METRICS[row.metric] },
    { id: "change", header: "Change, %", align: "right", cell: (row) => formatPoints(row.relative) },
    {
      id: "interval",
      header: "95 %",
      align: "right",
      cell: (row) => (row.low === null ? "–" : `${formatPoints(row.low)} to ${formatPoints(row.high)}`),
    },
    {
      id: "plot",
      header: `±${Math.round(reach * 100)} %`,
      cell: ({ relative, low, high }) => (
        <ForestBar difference={{ difference: relative, low, high }} reach={reach} unit="percent" width={220} />
      ),
    },
    { id: "words", header: "In words", grow: true, cell: (row) => changeWords(row) },
  ];
}

/** What one snapshot says; the label for preliminary figures stands before them as long as they are that. */
export function OutcomeFigures({ detail, snapshot }: { detail: ExperimentDetail; snapshot: OutcomeSnapshot }) {
  const preliminary = preliminaryWords(snapshot);
  return (
    <Section
      title={`Outcomes through ${snapshot.through}`}
      aside={
        <>
          {preliminary && (
            <StatusBadge status="preliminary" tone="warn" icon="warning">
              preliminary
            </StatusBadge>
          )}{" "}
          {snapshot.synthetic && <Mark kind="synthetic" />}
        </>
      }
    >
      {preliminary && <p className={classes.notice}>{preliminary}</p>}
      <DataTable label="Arms" rows={snapshot.arms} columns={armColumns(detail)} rowKey={(row) => row.name} />
      <p className={snapshot.sampleRatio.mismatch ? classes.warn : classes.lead} style={{ marginTop: 8 }}>
        {sampleRatioWords(snapshot.sampleRatio)}
      </p>
      <DataTable label="Changes" rows={snapshot.changes} columns={changeColumns(snapshot.changes)} rowKey={(row) => row.metric} />
      <p className={classes.faint} style={{ marginTop: 8 }}>
        Imported by {snapshot.actor} <RelativeTime at={snapshot.createdAt} />. Unadjusted estimates; looked at more than once, an
        interval holds less often than 95 times of 100.
      </p>
      {snapshot.skipped > 0 && (
        <details>
          <summary>{plural(snapshot.skipped, "row was", "rows were")} skipped</summary>
          <ul className={classes.problems}>
            {snapshot.problems.map(({ reason, rows, line }) => (
              <li key={reason}>
                {formatCount(rows)} × {reason} (first on line {line})
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}
