"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import Link from "next/link";
import { FlipCount } from "@/components/runs/case-marks";
import { ScoreWithInterval } from "@/components/runs/score-with-interval";
import { casesHref } from "@/components/stages/cases-href";
import { type StageColumn, stageColumns } from "@/components/stages/chart-data";
import { type Column, DataTable } from "@/components/ui/data-table";
import { formatCount } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { Icon } from "@/components/ui/icon";
import { Rate } from "@/components/ui/rate";
import { StatusBadge } from "@/components/ui/status-badge";
import type { CampaignChart, StageSummary } from "@/lib/contracts/evolution";
import classes from "./evolve.module.css";
import { entryCounts, LOOP } from "./steps";

export interface StageActions {
  onSelect: (stage: StageSummary) => void;
  onHeldOut: (stage: StageSummary) => void;
  onBranch: (stage: StageSummary) => void;
}

interface StageTableProps extends StageActions {
  project: string;
  chart: CampaignChart;
}

function Decision({ column }: { column: StageColumn }) {
  const { stage } = column.point;
  if (stage.decision) {
    const words = { promote: "promoted", rollback: "rolled back", "another-stage": "went on", stop: "stopped" };
    return (
      <span title={`${stage.decision.by}: ${stage.decision.reason}`}>
        <StatusBadge status={stage.decision.kind}>{words[stage.decision.kind]}</StatusBadge>
      </span>
    );
  }
  return <span className={classes.faint}>{LOOP.find((step) => step.id === stage.step)?.name ?? stage.step}</span>;
}

function RowMenu({
  project,
  column,
  columns,
  chart,
  ...actions
}: StageTableProps & { column: StageColumn; columns: StageColumn[] }) {
  const { stage, metrics } = column.point;
  const href = casesHref(project, columns, column, null);
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${stage.name}`}>
          <Icon name="chevronDown" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {href ? (
          <Menu.Item component={Link} href={href}>
            {column.parent === null ? "Show its cases" : "Compare with the stage before"}
          </Menu.Item>
        ) : null}
        <Menu.Item disabled={!metrics || column.selected} onClick={() => actions.onSelect(stage)}>
          Select as checkpoint
        </Menu.Item>
        {stage.heldOutRun ? (
          <Menu.Item component={Link} href={`/p/${project}/runs/${stage.heldOutRun}`}>
            Show its held-out run
          </Menu.Item>
        ) : (
          <Menu.Item
            disabled={stage.version === null || chart.campaign.heldOutDataset === null}
            onClick={() => actions.onHeldOut(stage)}
          >
            Run on the held-out set
          </Menu.Item>
        )}
        <Menu.Item disabled={!metrics || chart.campaign.status !== "active"} onClick={() => actions.onBranch(stage)}>
          Begin a stage from here
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function columnsFor(props: StageTableProps, all: StageColumn[]): Column<StageColumn>[] {
  const { project, chart } = props;
  return [
    {
      id: "name",
      header: "Stage",
      link: true,
      grow: true,
      cell: ({ point, selected }) => (
        <>
          {point.stage.name}
          {selected ? <span className={classes.small}> · selected</span> : null}
        </>
      ),
    },
    {
      id: "from",
      header: "From",
      cell: ({ parent }) =>
        parent === null ? (
          <span className={classes.faint}>–</span>
        ) : (
          <span className={classes.clip} title={all[parent]?.point.stage.name}>
            {all[parent]?.point.stage.name}
          </span>
        ),
    },
    {
      id: "hash",
      header: "Version",
      cell: ({ point }) =>
        point.stage.version ? (
          <Hash value={point.stage.version} href={`/p/${project}/harness/${point.stage.version}`} />
        ) : (
          <span className={classes.faint}>–</span>
        ),
    },
    {
      id: "entries",
      header: "Entries kept",
      align: "right",
      cell: ({ point }) => {
        const { entries } = point.stage;
        const all = entries.proposed + entries.accepted + entries.edited + entries.rejected + entries.invalid;
        return (
          <span title={entryCounts(entries)}>
            {all === 0 ? <span className={classes.faint}>–</span> : `${entries.accepted + entries.edited} of ${all}`}
          </span>
        );
      },
    },
    {
      id: "accuracy",
      header: "Accuracy, %",
      align: "right",
      cell: ({ point }) => (point.metrics ? <ScoreWithInterval estimate={point.metrics.accuracy} /> : "–"),
    },
    {
      id: "effectiveness",
      header: "Effectiveness, %",
      align: "right",
      cell: ({ point }) => (point.metrics ? <ScoreWithInterval estimate={point.metrics.effectiveness} /> : "–"),
    },
    {
      id: "n",
      header: "n",
      align: "right",
      cell: ({ point }) => (
        <>
          {formatCount(point.metrics?.avg.n)}
          {point.metrics && point.metrics.unscored > 0 ? (
            <span className={classes.small}> {formatCount(point.metrics.unscored)} unscored</span>
          ) : null}
        </>
      ),
    },
    {
      id: "heldOut",
      header: "Held-out AVG, %",
      align: "right",
      cell: ({ point }) => (point.heldOut ? <Rate estimate={point.heldOut.avg} show="value" /> : "–"),
    },
    {
      id: "flips",
      header: "Fixed, broken",
      cell: ({ point }) =>
        point.fixed === null || point.broken === null ? (
          <span className={classes.faint}>–</span>
        ) : (
          <>
            <FlipCount direction="fixed" count={point.fixed} /> <FlipCount direction="broken" count={point.broken} />
            {point.brokenP0.length > 0 ? ` (${point.brokenP0.length} P0)` : ""}
          </>
        ),
    },
    { id: "decision", header: "Decision", cell: (column) => <Decision column={column} /> },
    {
      id: "menu",
      header: "",
      width: 44,
      cell: (column) => <RowMenu {...props} column={column} columns={all} chart={chart} />,
    },
  ];
}

/** Left out where the page is narrow; the chart above shows them. */
const SPARED = new Set(["from", "n", "heldOut"]);

/** The stages of a campaign in their order, with what came of each and what can be done with it. */
export function StageTable(props: StageTableProps) {
  const narrow = useMediaQuery("(max-width: 1200px)") ?? false;
  const columns = stageColumns(props.chart);
  return (
    <DataTable
      label="Stages"
      primary
      rows={columns}
      columns={columnsFor(props, columns).filter((column) => !narrow || !SPARED.has(column.id))}
      rowKey={(column) => column.point.stage.id}
      href={(column) => `/p/${props.project}/evolve/${props.chart.campaign.id}/${column.point.stage.id}`}
    />
  );
}
