"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ReleaseTabs } from "@/components/serving/release-tabs";
import { projectHref } from "@/components/shell/sections";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Mark } from "@/components/ui/mark";
import { PageHeader, Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Stat, Stats } from "@/components/ui/stat";
import { StatusBadge } from "@/components/ui/status-badge";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { ExperimentDetail, OutcomeSnapshot } from "@/lib/contracts/traffic";
import { EndExperiment } from "./end-experiment";
import { ImportOutcomes } from "./import-outcomes";
import { OutcomeFigures } from "./outcome-figures";
import { splitWords } from "./outcome-words";

const snapshotColumns: Column<OutcomeSnapshot>[] = [
  { id: "through", header: "Through", cell: (row) => row.through },
  { id: "users", header: "Users", align: "right", cell: (row) => formatCount(row.arms[0].users + row.arms[1].users) },
  { id: "skipped", header: "Skipped", align: "right", cell: (row) => formatCount(row.skipped) },
  {
    id: "state",
    header: "State",
    grow: true,
    cell: (row) =>
      row.preliminary.length > 0 ? <StatusBadge status="preliminary" tone="warn" icon="warning" /> : "not preliminary",
  },
  { id: "mark", header: "", cell: (row) => (row.synthetic ? <Mark kind="synthetic" /> : null) },
  { id: "actor", header: "By", cell: (row) => row.actor },
  { id: "at", header: "Imported", cell: (row) => <RelativeTime at={row.createdAt} /> },
];

/** One experiment: its arms, what came of them so far, and the snapshots before. */
export function ExperimentPage({ project, experiment: id }: { project: string; experiment: string }) {
  const query = useQuery(queries.traffic.get.queryOptions({ input: { project, experiment: id } }));
  const back = { label: "Traffic", href: projectHref(project, "/releases/traffic") };
  return (
    <QueryState query={query} what={{ name: "experiment", id }} back={back}>
      {(detail) => <Experiment project={project} detail={detail} back={back} />}
    </QueryState>
  );
}

function Experiment({
  project,
  detail,
  back,
}: {
  project: string;
  detail: ExperimentDetail;
  back: { label: string; href: string };
}) {
  const { get, set } = useUrlParams();
  const { experiment, snapshots, served } = detail;
  const snapshot = snapshots.find((each) => each.id === get("snapshot")) ?? snapshots[0];
  const running = experiment.state === "running";
  const load = (
    <Button leftSection={<Icon name="add" />} onClick={() => set({ import: "1" }, "push")}>
      Import outcomes
    </Button>
  );
  return (
    <>
      <PageHeader
        trail={[back]}
        title={experiment.name}
        marks={<StatusBadge status={experiment.state} />}
        detail={running ? splitWords(experiment) : `Ended: ${experiment.conclusion}`}
        actions={
          <>
            {running && (
              <Button variant="default" onClick={() => set({ end: "1" }, "push")}>
                End it
              </Button>
            )}
            {load}
          </>
        }
      />
      <ReleaseTabs project={project} current="traffic" />
      <Stats>
        <Stat label="Planned users" value={formatCount(experiment.plannedUsers)} />
        <Stat label="Served to control" value={formatCount(served.control)} detail="requests kept here" />
        <Stat label="Served to treatment" value={formatCount(served.treatment)} detail="requests kept here" />
        <Stat label="Started" value={<RelativeTime at={experiment.createdAt} />} detail={`by ${experiment.actor}`} />
        <Stat label="Salt" value={<code>{experiment.salt}</code>} detail="decides with the user's name" />
      </Stats>
      {snapshot ? (
        <OutcomeFigures detail={detail} snapshot={snapshot} />
      ) : (
        <EmptyState title="No outcomes yet" action={load}>
          Import orders and value for every user who was in the experiment, and the arms are compared here.
        </EmptyState>
      )}
      {snapshots.length > 1 && (
        <Section title="Snapshots">
          <DataTable
            label="Snapshots"
            primary
            rows={snapshots}
            columns={snapshotColumns}
            rowKey={(row) => row.id}
            current={snapshot?.id ?? null}
            onOpen={(row) => set({ snapshot: row.id })}
          />
        </Section>
      )}
      {get("import") && <ImportOutcomes experiment={experiment} onClose={() => set({ import: null, snapshot: null })} />}
      {get("end") && running && <EndExperiment experiment={experiment} onClose={() => set({ end: null })} />}
    </>
  );
}
