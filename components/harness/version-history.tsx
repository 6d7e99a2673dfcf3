"use client";
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { projectHref } from "@/components/shell/sections";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Hash } from "@/components/ui/hash";
import { Icon } from "@/components/ui/icon";
import { Mark } from "@/components/ui/mark";
import { PageHeader } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { useKeys } from "@/components/ui/use-keys";
import { useUrlState } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { VersionListItem } from "@/lib/contracts/version";
import classes from "./harness.module.css";
import { ImportHarness } from "./import-harness";
import { VersionUseList } from "./version-use";

const none: readonly VersionListItem[] = [];

function columnsFor(project: string, names: ReadonlyMap<string, string>): Column<VersionListItem>[] {
  const address = (hash: string) => projectHref(project, `/harness/${hash.slice(0, 12)}`);
  return [
    {
      id: "name",
      header: "Version",
      cell: (row) => (row.kind === "judge" ? <VersionOfJudge name={row.name} /> : row.name),
      sortBy: (row) => row.name,
      link: true,
    },
    { id: "hash", header: "Hash", cell: (row) => <Hash value={row.hash} href={address(row.hash)} /> },
    {
      id: "parent",
      header: "Parent",
      cell: (row) =>
        row.parent ? (
          <span title={names.get(row.parent) ?? ""}>
            <Hash value={row.parent} href={address(row.parent)} copy={false} />
          </span>
        ) : (
          <span className={classes.faint}>none</span>
        ),
    },
    { id: "origin", header: "Origin", cell: (row) => row.origin, sortBy: (row) => row.origin },
    { id: "message", header: "Message", cell: (row) => <span title={row.message}>{row.message || "–"}</span>, grow: true },
    { id: "author", header: "Author", cell: (row) => row.author, sortBy: (row) => row.author },
    { id: "created", header: "Made", cell: (row) => <RelativeTime at={row.createdAt} />, sortBy: (row) => row.createdAt },
    {
      id: "problems",
      header: "Problems",
      cell: (row) =>
        row.errors > 0 ? (
          <StatusBadge status="error">{row.errors}</StatusBadge>
        ) : row.warnings > 0 ? (
          <StatusBadge status="warning">{row.warnings}</StatusBadge>
        ) : (
          <span className={classes.faint}>0</span>
        ),
      align: "right",
      sortBy: (row) => row.errors * 1_000 + row.warnings,
    },
    { id: "files", header: "Files", cell: (row) => row.files, align: "right", sortBy: (row) => row.files },
    { id: "use", header: "Used in", cell: (row) => <VersionUseList project={project} version={row.hash} use={row.use} /> },
  ];
}

function VersionOfJudge({ name }: { name: string }) {
  return (
    <>
      {name} <Mark kind="judge" />
    </>
  );
}

/** Every version of the project's harness, newest first; two ticked ones can be compared. */
export function VersionHistory({ project }: { project: string }) {
  const router = useRouter();
  const query = useQuery(queries.versions.list.queryOptions({ input: { project } }));
  const [text, setText] = useUrlState("text");
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const rows = query.data ?? none;
  const columns = useMemo(() => columnsFor(project, new Map(rows.map((row) => [row.hash, row.name]))), [project, rows]);
  const found = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    if (!wanted) return rows;
    return rows.filter((row) => `${row.name} ${row.hash} ${row.message} ${row.author}`.toLowerCase().includes(wanted));
  }, [rows, text]);
  // The older of the two is the base.
  const pair = rows.filter((row) => ticked.has(row.hash)).map((row) => row.hash.slice(0, 12));
  const compare = () => {
    const [head, base] = pair;
    if (pair.length === 2) router.push(projectHref(project, `/harness/compare?base=${base}&head=${head}`));
  };
  useKeys("Versions", [{ keys: "c", label: "Compare the two ticked versions", run: compare }]);
  return (
    <>
      <PageHeader
        title="Harness versions"
        detail="Every version is kept as it was made. Equal files have one hash, wherever they came from."
        actions={
          <>
            <TextInput
              aria-label="Find by name, hash, message or author"
              placeholder="Name, hash, message or author"
              leftSection={<Icon name="search" />}
              value={text}
              w={230}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Button
              variant="default"
              leftSection={<Icon name="compare" />}
              disabled={pair.length !== 2}
              onClick={compare}
              title={pair.length === 2 ? undefined : "Tick two versions to compare them"}
            >
              Compare {pair.length === 2 ? "the two" : `(${pair.length} of 2 ticked)`}
            </Button>
            <ImportHarness project={project} />
          </>
        }
      />
      <QueryState query={query} back={{ label: "To the projects", href: "/?all" }} what={{ name: "project", id: project }}>
        {() => (
          <DataTable
            label="Versions"
            rows={found}
            columns={columns}
            rowKey={(row) => row.hash}
            href={(row) => projectHref(project, `/harness/${row.hash.slice(0, 12)}`)}
            selected={ticked}
            onSelect={setTicked}
            primary
            empty={
              rows.length > 0 ? (
                <EmptyState title="No version fits" action={<Button onClick={() => setText("")}>Show all versions</Button>} />
              ) : (
                <EmptyState title="No version yet" action={<ImportHarness project={project} label="Import a harness folder" />}>
                  A version is the whole harness at one moment: prompt, Skills, tools and Hooks. Import a folder that has a
                  harness.yaml to begin.
                </EmptyState>
              )
            }
          />
        )}
      </QueryState>
    </>
  );
}
