"use client";
import { projectHref } from "@/components/shell/sections";
import { type Column, DataTable } from "@/components/ui/data-table";
import { formatDuration } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { Score } from "@/components/ui/score";
import type { CaseRow } from "@/lib/contracts/run";

interface Result {
  row: CaseRow;
  version: string;
  versionName: string;
  endpointName: string;
  embedded: boolean;
  at: string;
}

/** How each version did on one case, newest first. */
export function CaseResults({ project, results }: { project: string; results: readonly Result[] }) {
  const columns: Column<Result>[] = [
    { id: "version", header: "Version", cell: (each) => each.versionName, link: true, sortBy: (each) => each.versionName },
    {
      id: "hash",
      header: "Hash",
      cell: (each) => <Hash value={each.version} href={projectHref(project, `/harness/${each.version.slice(0, 12)}`)} />,
    },
    {
      id: "accuracy",
      header: "Accuracy",
      cell: ({ row }) => <Score value={row.accuracy} state={row.state} />,
      align: "right",
      sortBy: ({ row }) => row.accuracy,
    },
    {
      id: "effectiveness",
      header: "Effectiveness",
      cell: ({ row }) => <Score value={row.effectiveness} state={row.state} />,
      align: "right",
      sortBy: ({ row }) => row.effectiveness,
    },
    {
      id: "reply",
      header: "Reply",
      cell: ({ row }) => <span title={row.reply}>{row.reply || row.reason || "no reply"}</span>,
      grow: true,
    },
    { id: "failed", header: "Failed checks", cell: ({ row }) => row.failedChecks.join(", ") || "–" },
    {
      id: "latency",
      header: "Latency",
      cell: ({ row }) => {
        if (row.reusedFrom !== null) return <span title="Taken from another run: its time is no measurement">reused</span>;
        return row.attempts === 0 ? "–" : formatDuration(row.wallMs);
      },
      align: "right",
      sortBy: ({ row }) => row.wallMs,
    },
    {
      id: "endpoint",
      header: "Endpoint",
      cell: (each) => (each.embedded ? <Mark kind="stand-in policy" /> : each.endpointName),
    },
    { id: "at", header: "Run", cell: (each) => <RelativeTime at={each.at} />, sortBy: (each) => each.at },
  ];
  return (
    <DataTable
      label="Results"
      rows={results}
      columns={columns}
      rowKey={({ row }) => `${row.run} ${row.repeat}`}
      href={({ row }) =>
        projectHref(project, `/runs/${row.run}/${encodeURIComponent(row.case)}${row.repeat > 0 ? `?repeat=${row.repeat}` : ""}`)
      }
      initialSort={{ column: "at", direction: "descending" }}
      primary
    />
  );
}
