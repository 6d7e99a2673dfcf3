"use client";

import { Button, SegmentedControl } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { incidentCounts, incidentText } from "@/components/runs/incident-counts";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount, plural } from "@/components/ui/format";
import { Mark } from "@/components/ui/mark";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { ServedItem } from "@/lib/contracts/serving";
import { FirstRequest } from "./first-request";
import { ReleaseTabs } from "./release-tabs";
import { readServedFilters, servedHref } from "./served-filters";
import classes from "./serving.module.css";
import { StopReasonBadge } from "./stop-reason-badge";

const LIMIT = 100;
const REFRESH_MS = 10_000;

const shows = [
  { value: "all", label: "All" },
  { value: "incidents", label: "With incidents" },
  { value: "suppressed", label: "Suppressed" },
  { value: "recovered", label: "Recovered" },
];

const columns: Column<ServedItem>[] = [
  { id: "at", header: "When", width: 104, link: true, cell: (row) => <RelativeTime at={row.at} /> },
  { id: "comment", header: "Comment", grow: true, cell: (row) => <span title={row.comment}>{row.comment}</span> },
  {
    id: "reply",
    header: "Reply",
    grow: true,
    cell: (row) =>
      row.reply === "" ? <span className={classes.faint}>nothing was said</span> : <span title={row.reply}>{row.reply}</span>,
  },
  { id: "channel", header: "Channel", width: 76, cell: (row) => row.channel },
  {
    id: "version",
    header: "Version",
    width: 190,
    cell: (row) => (
      <span className={classes.version}>
        {row.versionName}
        {row.embedded ? <Mark kind="stand-in policy" /> : null}
        {row.arm ? <span className={classes.small}>{row.arm}</span> : null}
      </span>
    ),
  },
  { id: "stop", header: "Ended", width: 148, cell: (row) => <StopReasonBadge reason={row.stopReason} /> },
  {
    id: "incidents",
    header: "Incidents",
    width: 84,
    align: "right",
    cell: (row) => {
      const total = incidentCounts(row.incidents).reduce((sum, { count }) => sum + count, 0);
      return (
        <span className={total === 0 ? classes.faint : classes.warn} title={incidentText(row.incidents)}>
          {formatCount(total)}
        </span>
      );
    },
  },
  { id: "ms", header: "Time, ms", width: 84, align: "right", cell: (row) => formatCount(Math.round(row.wallMs)) },
];

/** The requests that production served, newest first. */
export function ServedPage({ project }: { project: string }) {
  const { get, set } = useUrlParams();
  const { show, offset } = readServedFilters(get);
  const served = useQuery({
    ...queries.serving.list.queryOptions({ input: { project, show, offset, limit: LIMIT } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <PageHeader title="Releases" detail="Requests that production answered, newest first. Each opens with its trajectory." />
      <ReleaseTabs project={project} current="served" />
      <div className={classes.bar}>
        <SegmentedControl
          aria-label="Which requests"
          data={shows}
          value={show}
          onChange={(value) => set({ show: value === "all" ? null : value, offset: null })}
        />
        <span className={classes.faint} role="status">
          {served.data ? plural(served.data.total, "request") : ""}
        </span>
      </div>
      <QueryState
        query={served}
        what={{ name: "project", id: project }}
        back={{ label: "To the projects", href: "/?all" }}
        rows={12}
      >
        {(data) => (
          <>
            <DataTable
              label="Served requests"
              primary
              rows={data.items}
              columns={columns}
              rowKey={(row) => row.trajectory}
              href={(row) => servedHref(project, row.trajectory)}
              empty={
                show === "all" && offset === 0 ? (
                  <FirstRequest project={project} />
                ) : (
                  <EmptyState
                    title="No request of this kind"
                    action={
                      <Button variant="default" onClick={() => set({ show: null, offset: null })}>
                        Show all
                      </Button>
                    }
                  />
                )
              }
            />
            <Pager
              offset={offset}
              limit={LIMIT}
              total={data.total}
              onMove={(next) => set({ offset: next === 0 ? null : `${next}` })}
            />
          </>
        )}
      </QueryState>
    </>
  );
}
