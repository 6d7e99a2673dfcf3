"use client";
import { Button, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DeleteDataset } from "@/components/removal/delete-buttons";
import { projectHref } from "@/components/shell/sections";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount, plural } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { Icon } from "@/components/ui/icon";
import { Mark } from "@/components/ui/mark";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { QueryState } from "@/components/ui/query-state";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { Dataset } from "@/lib/contracts/case";
import classes from "./cases.module.css";
import { LookList } from "./look-list";
import { kindWords, roleWords } from "./look-words";
import { OverlapWarning } from "./overlap-warning";

const LIMIT = 500;
const ALL = "all";

interface Row {
  id: string;
  category: string;
  priority: string;
  language: string;
  comment: string;
  channel: string;
  checks: number;
}

const columns: Column<Row>[] = [
  { id: "id", header: "Case", cell: (row) => row.id, link: true, width: 205, sortBy: (row) => row.id },
  { id: "category", header: "Category", cell: (row) => row.category, width: 160, sortBy: (row) => row.category },
  {
    id: "priority",
    header: "Priority",
    hint: "A broken P0 case blocks a promotion by itself",
    cell: (row) => (row.priority === "P0" ? <strong>P0</strong> : row.priority),
    width: 84,
    sortBy: (row) => row.priority,
  },
  { id: "comment", header: "Comment", cell: (row) => <span title={row.comment}>{row.comment}</span>, grow: true },
  { id: "language", header: "Language", cell: (row) => row.language, width: 92, sortBy: (row) => row.language },
  { id: "channel", header: "Channel", cell: (row) => row.channel, width: 88, sortBy: (row) => row.channel },
  { id: "checks", header: "Checks", cell: (row) => row.checks, align: "right", width: 82, sortBy: (row) => row.checks },
];

/** The labels of a reply stand where another case has its checks. */
const labelColumns = columns.map((column) => (column.id === "checks" ? { ...column, header: "Labels" } : column));

export function CaseListPage({ project, dataset }: { project: string; dataset: string }) {
  const set = useQuery(queries.datasets.get.queryOptions({ input: { project, dataset } }));
  return (
    <QueryState
      query={set}
      what={{ name: "case set", id: dataset }}
      back={{ label: "To the case sets", href: projectHref(project, "/cases") }}
      rows={12}
    >
      {(loaded) => <CaseList project={project} dataset={loaded} />}
    </QueryState>
  );
}

function CaseList({ project, dataset }: { project: string; dataset: Dataset }) {
  const { get, set } = useUrlParams();
  const category = get("category");
  const text = get("text") ?? "";
  const offset = Math.max(0, Number.parseInt(get("offset") ?? "0", 10) || 0);
  const [typed, setTyped] = useState(text);
  const search = useDebouncedCallback((value: string) => set({ text: value, offset: null }), 250);
  const page = useQuery({
    ...queries.datasets.cases.queryOptions({
      input: {
        project,
        dataset: dataset.id,
        offset,
        limit: LIMIT,
        ...(category ? { category } : {}),
        ...(text ? { text } : {}),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const clear = () => {
    setTyped("");
    set({ text: null, category: null, offset: null });
  };
  return (
    <>
      <PageHeader
        trail={[{ label: "Case sets", href: projectHref(project, "/cases") }]}
        title={dataset.name}
        marks={
          <>
            <span className={classes.faint}>{roleWords[dataset.role]}</span>
            {dataset.kind !== "general" && <span className={classes.faint}>{kindWords[dataset.kind]}</span>}
            {dataset.synthetic && <Mark kind="synthetic" />}
            <Hash value={dataset.version} />
          </>
        }
        detail={dataset.description}
        actions={<DeleteDataset dataset={dataset} />}
      />
      <OverlapWarning project={project} dataset={dataset.id} />
      <LookList project={project} dataset={dataset} />
      <div className={classes.filters}>
        <TextInput
          aria-label="Find in id and comments"
          placeholder="Find in id and comments"
          leftSection={<Icon name="search" />}
          w={260}
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            search(event.currentTarget.value);
          }}
        />
        <Select
          aria-label="Category"
          w={270}
          searchable
          allowDeselect={false}
          value={category ?? ALL}
          data={[
            { value: ALL, label: `All ${dataset.categories.length} categories` },
            ...dataset.categories.map(({ name, cases }) => ({ value: name, label: `${name} (${cases})` })),
          ]}
          onChange={(value) => set({ category: value === ALL ? null : value, offset: null })}
        />
        {page.data && (
          <span className={classes.faint} aria-live="polite">
            {page.data.total === dataset.cases
              ? plural(dataset.cases, "case")
              : `${formatCount(page.data.total)} of ${plural(dataset.cases, "case")}`}
          </span>
        )}
        {(text || category) && (
          <Button variant="subtle" onClick={clear}>
            Show all
          </Button>
        )}
      </div>
      <QueryState query={page} rows={14}>
        {({ items, total }) => (
          <>
            <DataTable
              label="Cases"
              rows={items}
              columns={dataset.kind === "judge-labels" ? labelColumns : columns}
              rowKey={(row) => row.id}
              href={(row) => projectHref(project, `/cases/${dataset.id}/${encodeURIComponent(row.id)}`)}
              primary
              empty={<EmptyState title="No case fits" action={<Button onClick={clear}>Show all cases</Button>} />}
            />
            <Pager offset={offset} limit={LIMIT} total={total} onMove={(next) => set({ offset: next ? String(next) : null })} />
          </>
        )}
      </QueryState>
    </>
  );
}
