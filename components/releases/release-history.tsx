"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { projectHref } from "@/components/shell/sections";
import { type Column, DataTable } from "@/components/ui/data-table";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { queries } from "@/lib/client/queries";
import type { Release } from "@/lib/contracts/release";
import { GateMarks } from "./gate-marks";
import { OverrideMark } from "./release-marks";
import classes from "./releases.module.css";
import { policyText, servesSame, switchedWords } from "./switches";

interface ReleaseHistoryProps {
  project: string;
  /** Of one channel, newest first. */
  releases: readonly Release[];
  /** Why the reader may not move the channel; null where they may. */
  refusal: string | null;
  onRollback: (release: Release) => void;
  empty: React.ReactNode;
}

/** Every move of a channel, newest first. */
export function ReleaseHistory({ project, releases, refusal, onRollback, empty }: ReleaseHistoryProps) {
  const endpoints = useQuery(queries.endpoints.list.queryOptions());
  const current = releases[0] ?? null;
  const nameOf = (id: string | null) => endpoints.data?.find((each) => each.id === id)?.name;
  const columns: Column<Release>[] = [
    { id: "sequence", header: "No.", align: "right", width: 44, cell: (row) => formatCount(row.sequence) },
    { id: "kind", header: "Move", width: 96, link: true, cell: (row) => <StatusBadge status={row.kind} /> },
    {
      id: "switched",
      header: "What",
      width: 76,
      cell: (row) => <span title={`The ${switchedWords[row.switched]} moved`}>{row.switched}</span>,
    },
    {
      id: "version",
      header: "Version",
      cell: (row) => (
        <span className={classes.clip}>
          <Link
            href={projectHref(project, `/harness/${row.version.slice(0, 12)}`)}
            className={classes.version}
            title={row.versionName}
          >
            {row.versionName}
          </Link>{" "}
          <code>{row.version.slice(0, 8)}</code>
        </span>
      ),
    },
    {
      id: "policy",
      header: "Policy",
      cell: (row) => {
        const text = policyText(row, nameOf(row.endpoint));
        return (
          <span className={classes.clip} title={text}>
            {text}
          </span>
        );
      },
    },
    {
      id: "gates",
      header: "Gates",
      hint: "Latency, business regression, general capability, as they were at the promotion",
      width: 74,
      cell: (row) => <GateMarks results={row.gateResults} />,
    },
    { id: "override", header: "Override", width: 92, cell: (row) => <OverrideMark release={row} /> },
    {
      id: "action",
      header: "",
      align: "right",
      width: 128,
      cell: (row) =>
        current === null || row.id === current.id ? (
          <StatusBadge status="production">serves now</StatusBadge>
        ) : servesSame(row, current) ? (
          <span className={classes.faint}>same as now</span>
        ) : (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<Icon name="rollback" />}
            disabled={refusal !== null}
            title={refusal ?? undefined}
            onClick={() => onRollback(row)}
          >
            Roll back to this
          </Button>
        ),
    },
    {
      id: "evidence",
      header: "Evidence",
      align: "right",
      width: 70,
      cell: (row) => (row.evidence.length === 0 ? <span className={classes.faint}>–</span> : formatCount(row.evidence.length)),
    },
    { id: "reason", header: "Reason", cell: (row) => <span title={row.reason}>{row.reason}</span>, grow: true },
    {
      id: "actor",
      header: "By",
      cell: (row) => (
        <span
          className={classes.who}
          title={row.requestedBy === null ? row.actor : `${row.requestedBy} asked, ${row.actor} approved`}
        >
          {row.actor}
          {row.requestedBy !== null && <span className={classes.faint}> for {row.requestedBy}</span>}
        </span>
      ),
    },
    { id: "at", header: "When", width: 92, cell: (row) => <RelativeTime at={row.createdAt} /> },
  ];
  return (
    <DataTable
      label="History"
      primary
      rows={releases}
      columns={columns}
      rowKey={(row) => row.id}
      href={(row) => projectHref(project, `/releases/${row.id}`)}
      empty={empty}
    />
  );
}
