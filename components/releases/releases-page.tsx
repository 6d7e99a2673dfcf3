"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ReleaseTabs } from "@/components/serving/release-tabs";
import { projectHref } from "@/components/shell/sections";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Hash } from "@/components/ui/hash";
import { Icon } from "@/components/ui/icon";
import { PageHeader, Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { useKeys } from "@/components/ui/use-keys";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { Release } from "@/lib/contracts/release";
import { ProductionNow } from "./production-now";
import { PromoteDialog } from "./promote-dialog";
import classes from "./releases.module.css";
import { RollbackDialog } from "./rollback-dialog";

/** The production channel: what serves now, how to move it, and everything it served before. */
export function ReleasesPage({ project }: { project: string }) {
  const { get, set } = useUrlParams();
  const query = useQuery(queries.releases.list.queryOptions({ input: { project } }));
  const promoting = get("promote");
  const rollingBack = get("rollback");
  const openPromote = () => set({ promote: "choose" }, "push");
  useKeys("Releases", [{ keys: "p", label: "Promote a version", run: openPromote }]);
  return (
    <>
      <PageHeader
        title="Releases"
        detail="Production serves the version at the top. Each move says who, when, why, and which run stood behind it."
        actions={
          <Button leftSection={<Icon name="arrowUp" />} onClick={openPromote}>
            Promote a version
          </Button>
        }
      />
      <ReleaseTabs project={project} current="production" />
      <QueryState query={query} what={{ name: "project", id: project }} back={{ label: "To the projects", href: "/?all" }}>
        {(releases) => {
          const current = releases[0] ?? null;
          const target = releases.find((release) => release.id === rollingBack);
          return (
            <>
              <ProductionNow project={project} release={current} />
              <Section title="History">
                <DataTable
                  label="History"
                  rows={releases}
                  columns={columnsFor(project, current, (release) => set({ rollback: release.id }, "push"))}
                  rowKey={(row) => row.id}
                  empty={
                    <EmptyState
                      title="Nothing was promoted yet"
                      action={<Button onClick={openPromote}>Promote a version</Button>}
                    >
                      A promotion moves production to a version. The former one stays here and can be brought back.
                    </EmptyState>
                  }
                />
              </Section>
              {promoting && (
                <PromoteDialog
                  project={project}
                  current={current}
                  version={promoting === "choose" ? null : promoting}
                  run={get("run")}
                  onClose={() => set({ promote: null, run: null })}
                />
              )}
              {target && (
                <RollbackDialog project={project} current={current} target={target} onClose={() => set({ rollback: null })} />
              )}
            </>
          );
        }}
      </QueryState>
    </>
  );
}

function columnsFor(project: string, current: Release | null, onRollback: (release: Release) => void): Column<Release>[] {
  return [
    {
      id: "kind",
      header: "Move",
      cell: (row) => <StatusBadge status={row.kind} />,
    },
    {
      id: "version",
      header: "Version",
      cell: (row) => (
        <Link href={projectHref(project, `/harness/${row.version.slice(0, 12)}`)} className={classes.version}>
          {row.versionName}
        </Link>
      ),
    },
    { id: "hash", header: "Hash", cell: (row) => <Hash value={row.version} /> },
    { id: "reason", header: "Reason", cell: (row) => <span title={row.reason}>{row.reason}</span>, grow: true },
    {
      id: "run",
      header: "Run behind it",
      cell: (row) =>
        row.run ? (
          <Link href={projectHref(project, `/runs/${row.run}`)}>open the run</Link>
        ) : (
          <span className={classes.faint}>none</span>
        ),
    },
    { id: "actor", header: "By", cell: (row) => row.actor },
    { id: "at", header: "When", cell: (row) => <RelativeTime at={row.createdAt} /> },
    {
      id: "action",
      header: "",
      align: "right",
      cell: (row) =>
        row.id === current?.id ? (
          <StatusBadge status="production">serves now</StatusBadge>
        ) : row.version === current?.version ? (
          <span className={classes.faint}>same version</span>
        ) : (
          <Button size="compact-xs" variant="default" leftSection={<Icon name="rollback" />} onClick={() => onRollback(row)}>
            Roll back to this
          </Button>
        ),
    },
  ];
}
