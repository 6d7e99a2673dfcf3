"use client";
import { Button } from "@mantine/core";
import Link from "next/link";
import { doneWords } from "@/components/runs/run-state";
import { RunStatusBadge } from "@/components/runs/run-status";
import { projectHref } from "@/components/shell/sections";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { Mark } from "@/components/ui/mark";
import { Rate } from "@/components/ui/rate";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Run } from "@/lib/contracts/run";

function columnsFor(project: string): Column<Run>[] {
  return [
    { id: "version", header: "Version", cell: (run) => run.versionName, link: true },
    {
      id: "hash",
      header: "Hash",
      cell: (run) => <Hash value={run.version} href={projectHref(project, `/harness/${run.version.slice(0, 12)}`)} />,
    },
    { id: "dataset", header: "Cases", cell: (run) => run.datasetName },
    {
      id: "marks",
      header: "Endpoint",
      cell: (run) => (
        <span style={{ display: "inline-flex", gap: 6 }}>
          {run.embedded ? <Mark kind="stand-in policy" /> : run.endpointName}
          {run.syntheticData && <Mark kind="synthetic" />}
        </span>
      ),
    },
    { id: "status", header: "State", cell: (run) => <RunStatusBadge run={run} /> },
    { id: "accuracy", header: "Accuracy, %", cell: (run) => <Rate estimate={run.accuracy} show="value" />, align: "right" },
    {
      id: "effectiveness",
      header: "Effectiveness, %",
      cell: (run) => <Rate estimate={run.effectiveness} show="value" />,
      align: "right",
    },
    { id: "avg", header: "AVG, %", cell: (run) => <Rate estimate={run.avg} show="value" />, align: "right" },
    {
      id: "done",
      header: "Done",
      cell: doneWords,
      align: "right",
    },
    { id: "unscored", header: "Unscored", cell: (run) => formatCount(run.counts.unscored), align: "right" },
    { id: "actor", header: "By", cell: (run) => run.actor },
    { id: "at", header: "Started", cell: (run) => <RelativeTime at={run.createdAt} /> },
  ];
}

export function RecentRuns({ project, runs }: { project: string; runs: readonly Run[] }) {
  return (
    <DataTable
      label="Recent runs"
      rows={runs}
      columns={columnsFor(project)}
      rowKey={(run) => run.id}
      href={(run) => projectHref(project, `/runs/${run.id}`)}
      primary
      empty={
        <EmptyState
          title="No run yet"
          action={
            <Button component={Link} href={projectHref(project, "/runs?new=1")}>
              Start a run
            </Button>
          }
        >
          A run plays every case of a set under one version of the harness and scores the replies.
        </EmptyState>
      }
    />
  );
}
