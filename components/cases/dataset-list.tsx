"use client";
import { useQuery } from "@tanstack/react-query";
import { projectHref } from "@/components/shell/sections";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { Mark } from "@/components/ui/mark";
import { PageHeader } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { queries } from "@/lib/client/queries";
import type { Dataset } from "@/lib/contracts/case";
import { ImportCases } from "./import-cases";
import { roleWords } from "./look-words";
import { ProjectFaq } from "./project-faq";

const columns: Column<Dataset>[] = [
  { id: "name", header: "Set", cell: (row) => row.name, sortBy: (row) => row.name, link: true },
  { id: "role", header: "Used as", cell: (row) => roleWords[row.role] },
  {
    id: "looks",
    header: "Looks",
    hint: "Runs used of those that the newest version gives",
    align: "right",
    cell: (row) =>
      row.role === "dev" ? "–" : row.looks.wornOut ? <strong>worn out</strong> : `${row.looks.runs} of ${row.looks.limit}`,
  },
  {
    id: "marks",
    header: "",
    cell: (row) => (
      <>
        {row.kind === "judge-labels" ? <Mark kind="labels" /> : null} {row.synthetic ? <Mark kind="synthetic" /> : null}
      </>
    ),
  },
  { id: "description", header: "Description", cell: (row) => row.description || "–", grow: true },
  { id: "cases", header: "Cases", cell: (row) => formatCount(row.cases), sortBy: (row) => row.cases, align: "right" },
  { id: "categories", header: "Categories", cell: (row) => row.categories.length, align: "right" },
  { id: "version", header: "Version", cell: (row) => <Hash value={row.version} /> },
  { id: "created", header: "Made", cell: (row) => <RelativeTime at={row.createdAt} />, sortBy: (row) => row.createdAt },
];

export function DatasetList({ project }: { project: string }) {
  const query = useQuery(queries.datasets.list.queryOptions({ input: { project } }));
  return (
    <>
      <PageHeader
        title="Case sets"
        detail="Diagnosis reads dev sets alone. A gate set checks that what was learnt there holds elsewhere, and its looks are counted; a vault gives one look for each promotion."
        actions={<ImportCases project={project} />}
      />
      <QueryState query={query} what={{ name: "project", id: project }} back={{ label: "To the projects", href: "/?all" }}>
        {(rows) => (
          <DataTable
            label="Case sets"
            rows={rows}
            columns={columns}
            rowKey={(row) => row.id}
            href={(row) => projectHref(project, `/cases/${row.id}`)}
            primary
            empty={
              <EmptyState title="No cases yet" action={<ImportCases project={project} />}>
                A case is one thing the agent is asked, with what it should see and the checks its reply must pass. Import a file
                of them: JSON Lines, CSV or chat logs.
              </EmptyState>
            }
          />
        )}
      </QueryState>
      <ProjectFaq project={project} />
    </>
  );
}
