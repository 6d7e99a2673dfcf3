"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ReleaseTabs } from "@/components/serving/release-tabs";
import { projectHref } from "@/components/shell/sections";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { PageHeader } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { Experiment } from "@/lib/contracts/traffic";
import { splitWords } from "./outcome-words";
import { StartExperiment } from "./start-experiment";
import classes from "./traffic.module.css";

const columns: Column<Experiment>[] = [
  { id: "name", header: "Experiment", link: true, grow: true, cell: (row) => row.name },
  { id: "state", header: "State", cell: (row) => <StatusBadge status={row.state} /> },
  { id: "split", header: "Control, treatment", cell: (row) => splitWords(row) },
  { id: "planned", header: "Planned users", align: "right", cell: (row) => formatCount(row.plannedUsers) },
  { id: "actor", header: "By", cell: (row) => row.actor },
  { id: "started", header: "Started", cell: (row) => <RelativeTime at={row.createdAt} /> },
  {
    id: "ended",
    header: "Ended",
    cell: (row) => (row.endedAt ? <RelativeTime at={row.endedAt} /> : <span className={classes.faint}>it runs</span>),
  },
];

/** Experiments: who gets what two channels serve, and what came of it. */
export function TrafficPage({ project }: { project: string }) {
  const { get, set } = useUrlParams();
  const query = useQuery(queries.traffic.list.queryOptions({ input: { project } }));
  const running = query.data?.find(({ state }) => state === "running");
  const start = (
    <Button
      leftSection={<Icon name="add" />}
      disabled={running !== undefined}
      title={running ? `${running.name} runs; one experiment runs at a time.` : undefined}
      onClick={() => set({ start: "1" }, "push")}
    >
      Start an experiment
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Releases"
        detail="An experiment divides users between two channels. Each user stays in one arm; what they order is compared."
        actions={start}
      />
      <ReleaseTabs project={project} current="traffic" />
      <QueryState query={query} what={{ name: "project", id: project }} back={{ label: "To the projects", href: "/?all" }}>
        {(experiments) => (
          <DataTable
            label="Experiments"
            primary
            rows={experiments}
            columns={columns}
            rowKey={(row) => row.id}
            href={(row) => projectHref(project, `/releases/traffic/${row.id}`)}
            empty={
              <EmptyState title="No experiment yet" action={start}>
                Promote a version to canary, send the user with each request, and compare what users of both arms order.
              </EmptyState>
            }
          />
        )}
      </QueryState>
      {get("start") && <StartExperiment project={project} onClose={() => set({ start: null })} />}
    </>
  );
}
