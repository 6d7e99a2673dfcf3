"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "@/components/people/use-may";
import { useUndo } from "@/components/removal/use-undo";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { formatBytes } from "@/components/ui/format";
import { PageHeader, Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Stat, Stats } from "@/components/ui/stat";
import { queries } from "@/lib/client/queries";
import type { RemovedItem, StorageState } from "@/lib/contracts/storage";
import classes from "./settings.module.css";

const stateWords: Record<StorageState["state"], string> = {
  ok: "Can be written",
  full: "Disk full",
  "read-only": "Takes no writes",
  damaged: "Damaged",
};

const kindWords: Record<RemovedItem["kind"], string> = {
  project: "project",
  dataset: "case set",
  run: "run",
  endpoint: "endpoint",
  "tool-service": "tool service",
};

function Removed() {
  const { may } = useMay("admin", null);
  const removed = useQuery({ ...queries.storage.removed.queryOptions(), enabled: may });
  const { restore } = useUndo();
  if (!may) return <p className={classes.faint}>Admins see what was deleted, and can bring it back.</p>;
  const columns: Column<RemovedItem>[] = [
    { id: "kind", header: "Kind", cell: (row) => kindWords[row.kind], width: 120 },
    { id: "name", header: "Name", cell: (row) => <span title={row.id}>{row.name}</span>, grow: true },
    { id: "project", header: "Project", cell: (row) => row.project ?? "–", width: 160 },
    { id: "removedBy", header: "Deleted by", cell: (row) => row.removedBy, width: 140 },
    { id: "removedAt", header: "When", cell: (row) => <RelativeTime at={row.removedAt} />, width: 130 },
    {
      id: "restore",
      header: "",
      cell: (row) => (
        <Button
          size="compact-xs"
          variant="default"
          loading={restore.isPending && restore.variables?.id === row.id}
          onClick={() => restore.mutate({ kind: row.kind, id: row.id })}
        >
          Bring back
        </Button>
      ),
      width: 120,
    },
  ];
  return (
    <QueryState query={removed} rows={4}>
      {(items) => (
        <DataTable
          label="Deleted"
          rows={items}
          columns={columns}
          rowKey={(row) => `${row.kind} ${row.id}`}
          empty={
            <EmptyState title="Nothing is deleted">What is deleted can be brought back from here until it is purged.</EmptyState>
          }
        />
      )}
    </QueryState>
  );
}

/** Whether the data can be written and was found sound, how large it is, and what was deleted. */
export function StoragePage() {
  const state = useQuery({ ...queries.storage.state.queryOptions(), refetchInterval: 15_000 });
  return (
    <>
      <PageHeader trail={[{ label: "Settings", href: "/settings" }]} title="Storage" />
      <QueryState query={state} rows={3}>
        {(found) => (
          <Stats>
            <Stat label="State" value={stateWords[found.state]} detail={found.message} />
            <Stat label="Data file" value={formatBytes(found.databaseBytes)} />
            <Stat label="Free on its disk" value={found.freeBytes === null ? "–" : formatBytes(found.freeBytes)} />
            <Stat
              label="Last check"
              value={found.checkedAt === null ? "Not yet" : <RelativeTime at={found.checkedAt} />}
              detail="The whole file is checked when the studio starts."
            />
            <Stat
              label="Last backup"
              value={found.lastBackupAt === null ? "None" : <RelativeTime at={found.lastBackupAt} />}
              detail={<code>npm run studio -- backup FILE</code>}
            />
          </Stats>
        )}
      </QueryState>
      <Section title="Deleted" aside={<code>npm run studio -- purge --dry-run</code>}>
        <Removed />
      </Section>
    </>
  );
}
