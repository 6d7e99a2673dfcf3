"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { projectHref } from "@/components/shell/sections";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { Loading } from "@/components/ui/loading";
import { PageHeader } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { useKeys } from "@/components/ui/use-keys";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { Project } from "@/lib/contracts/project";
import { CreateProject } from "./create-project";

const columns: Column<Project>[] = [
  { id: "name", header: "Project", cell: (row) => row.name, link: true, sortBy: (row) => row.name },
  { id: "id", header: "Id", cell: (row) => <code>{row.id}</code> },
  { id: "description", header: "Description", cell: (row) => row.description || "–", grow: true },
  { id: "created", header: "Made", cell: (row) => <RelativeTime at={row.createdAt} />, sortBy: (row) => row.createdAt },
];

/** All projects. With a single one and no wish to see the list (`?all`), its overview comes at once. */
export function ProjectList() {
  const router = useRouter();
  const { get, set } = useUrlParams();
  const query = useQuery(queries.projects.list.queryOptions());
  const creating = get("new") !== null;
  const only = query.data?.length === 1 && get("all") === null && !creating ? query.data[0] : undefined;
  const address = only ? projectHref(only.id) : null;
  useEffect(() => {
    if (address) router.replace(address);
  }, [address, router]);
  const create = () => set({ new: "1" }, "push");
  useKeys("Projects", [{ keys: "n", label: "New project", run: create }]);
  if (address) return <Loading />;
  const button = (
    <Button leftSection={<Icon name="add" />} onClick={create}>
      New project
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Projects"
        detail="A project holds one harness in all its versions, its cases, runs, campaigns and releases."
        actions={button}
      />
      <QueryState query={query}>
        {(rows) => (
          <DataTable
            label="Projects"
            rows={rows}
            columns={columns}
            rowKey={(row) => row.id}
            href={(row) => projectHref(row.id)}
            primary
            empty={
              <EmptyState title="No project yet" action={button}>
                Begin with the folder of a harness and a file of cases.
              </EmptyState>
            }
          />
        )}
      </QueryState>
      {creating && <CreateProject onClose={() => set({ new: null })} />}
    </>
  );
}
