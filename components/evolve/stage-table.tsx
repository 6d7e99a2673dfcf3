"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import Link from "next/link";
import { FlipCount } from "@/components/runs/case-marks";
import { ScoreWithInterval } from "@/components/runs/score-with-interval";
import { casesHref } from "@/components/stages/cases-href";
import { type StageColumn, stageColumns } from "@/components/stages/chart-data";
import { type Column, DataTable } from "@/components/ui/data-table";
import { formatCount, formatShare } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { Icon } from "@/components/ui/icon";
import { Rate } from "@/components/ui/rate";
import { StatusBadge } from "@/components/ui/status-badge";
import type { CampaignChart, StageSummary } from "@/lib/contracts/evolution";
import classes from "./evolve.module.css";
import { metricWords } from "./metric-words";
import { entryCounts, LOOP } from "./steps";

export interface StageActions {
  onRestore: (stage: StageSummary) => void;
  onSelect: (stage: StageSummary) => void;
  onHeldOut: (stage: StageSummary) => void;
  onBranch: (stage: StageSummary) => void;
}

/** What the columns of the table are about. */
export type StageFacet = "scores" | "foresight";

interface StageTableProps extends StageActions {
  project: string;
  chart: CampaignChart;
  facet: StageFacet;
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

/** A run that was ended early has no score, and says how far it came. */
function NoScore({ point: { early, rejected } }: { point: StageColumn["point"] }) {
  if (early === undefined) return "–";
  return (
    <span className={classes.faint} title="The cases that ran are no sample of the whole">
      {rejected ? "rejected early" : "ended early"}, {formatCount(early.cases)} of {formatCount(early.total)} cases run
    </span>
  );
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
        <Menu.Item disabled={!metrics || column.selected} onClick={() => actions.onRestore(stage)}>
          Restore this checkpoint
        </Menu.Item>
        <Menu.Item disabled={!metrics || column.selected} onClick={() => actions.onSelect(stage)}>
          Select as checkpoint, with a reason
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

const share = (value: number | null | undefined) =>
  value == null ? <span className={classes.faint}>–</span> : formatShare(value);

/** How far the entries foresaw what they did, and what the stage took. */
const foresightColumns: Column<StageColumn>[] = [
  {
    id: "fixPrecision",
    header: "Fix precision, %",
    align: "right",
    hint: "Of the cases said to be fixed, those that were",
    cell: ({ point }) => share(point.foresight?.fixPrecision),
  },
  {
    id: "fixRecall",
    header: "Fix recall, %",
    align: "right",
    hint: "Of the fixed cases, those that had been said",
    cell: ({ point }) => share(point.foresight?.fixRecall),
  },
  {
    id: "riskRecall",
    header: "Risk recall, %",
    align: "right",
    hint: "Of the broken cases, those that the analyst itself said might break",
    cell: ({ point }) => share(point.foresight?.riskRecall),
  },
  {
    id: "touchSetRecall",
    header: "Touch-set recall, %",
    align: "right",
    hint: "Of the broken cases, those in the touch-set: passing cases whose trajectory used what was edited",
    cell: ({ point }) => share(point.foresight?.touchSetRecall),
  },
  {
    id: "touchSetShare",
    header: "Touch-set, %",
    align: "right",
    hint: "The touch-set as a share of the passing cases of the run before",
    cell: ({ point }) => share(point.foresight?.touchSetShare),
  },
  {
    id: "calls",
    header: "Model calls",
    align: "right",
    cell: ({ point }) => formatCount(point.calls),
  },
  {
    id: "callShare",
    header: "Calls, % of all",
    align: "right",
    hint: "As a share of what every case takes; for a run that ended early, what did not run counts as the run before took it",
    cell: ({ point }) => share(point.callShare),
  },
];

function columnsFor(props: StageTableProps, all: StageColumn[]): Column<StageColumn>[] {
  const { project, chart } = props;
  const words = metricWords(chart.campaign.kind);
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
      header: `${words.accuracy}, %`,
      align: "right",
      cell: ({ point }) => (point.metrics ? <ScoreWithInterval estimate={point.metrics.accuracy} /> : <NoScore point={point} />),
    },
    {
      id: "effectiveness",
      header: `${words.effectiveness}, %`,
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
      header: `Held-out ${words.avgWithin}, %`,
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
    ...foresightColumns,
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
const SPARED = new Set(["from", "n", "heldOut", "riskRecall", "touchSetShare", "calls"]);

const FACETS: Record<StageFacet, ReadonlySet<string>> = {
  scores: new Set(["name", "from", "hash", "entries", "accuracy", "effectiveness", "n", "heldOut", "flips", "decision", "menu"]),
  foresight: new Set([
    ...["name", "flips", "fixPrecision", "fixRecall", "riskRecall", "touchSetRecall", "touchSetShare"],
    ...["calls", "callShare", "menu"],
  ]),
};

/** The stages of a campaign in their order, with what came of each and what can be done with it. */
export function StageTable(props: StageTableProps) {
  const narrow = useMediaQuery("(max-width: 1200px)") ?? false;
  const columns = stageColumns(props.chart);
  return (
    <DataTable
      label="Stages"
      primary
      rows={columns}
      columns={columnsFor(props, columns).filter(
        (column) => FACETS[props.facet].has(column.id) && (!narrow || !SPARED.has(column.id)),
      )}
      rowKey={(column) => column.point.stage.id}
      href={(column) => `/p/${props.project}/evolve/${props.chart.campaign.id}/${column.point.stage.id}`}
    />
  );
}
