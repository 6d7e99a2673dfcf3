"use client";

import { Button, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback, useMediaQuery } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount, formatDuration, plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Pager } from "@/components/ui/pager";
import { QueryState } from "@/components/ui/query-state";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { CaseRow, Run } from "@/lib/contracts/run";
import { CaseFilters, caseHref, filterInput, readFilters } from "./case-filters";
import { ScoreMark } from "./case-marks";
import { isLive } from "./run-state";
import classes from "./runs.module.css";

const LIMIT = 500;

const columns: Column<CaseRow>[] = [
  {
    id: "case",
    header: "Case",
    width: 196,
    sortable: true,
    link: true,
    cell: (row) => (
      <span className={classes.clip} title={`${row.case}, ${row.priority}`}>
        {row.case}
        {row.repeat > 0 ? ` · repeat ${row.repeat + 1}` : ""}
        {row.priority === "P0" ? <span className={classes.priority}>P0</span> : null}
      </span>
    ),
  },
  {
    id: "category",
    header: "Category",
    width: 168,
    sortable: true,
    cell: (row) => (
      <span className={classes.clip} style={{ maxWidth: 168 }} title={row.category}>
        {row.category}
      </span>
    ),
  },
  { id: "comment", header: "Comment", grow: true, cell: (row) => <span title={row.comment}>{row.comment}</span> },
  {
    id: "reply",
    header: "Reply",
    grow: true,
    cell: (row) =>
      row.reply === "" ? (
        <span className={classes.faint}>{row.reason ?? "no reply"}</span>
      ) : (
        <span title={row.reply}>{row.reply}</span>
      ),
  },
  {
    id: "accuracy",
    header: "Accuracy",
    width: 106,
    sortable: true,
    align: "right",
    cell: (row) => <ScoreMark score={row.accuracy} state={row.state} />,
  },
  {
    id: "effectiveness",
    header: "Effectiveness",
    width: 112,
    sortable: true,
    align: "right",
    cell: (row) => <ScoreMark score={row.effectiveness} state={row.state} />,
  },
  {
    id: "checks",
    header: "Failed checks",
    width: 140,
    cell: (row) =>
      row.failedChecks.length === 0 ? null : (
        <span className={classes.clip} style={{ maxWidth: 140 }} title={row.failedChecks.join(", ")}>
          {row.failedChecks[0]}
          {row.failedChecks.length > 1 ? ` +${row.failedChecks.length - 1}` : ""}
        </span>
      ),
  },
  { id: "latency", header: "Latency", width: 84, sortable: true, align: "right", cell: (row) => formatDuration(row.wallMs) },
  {
    id: "tokens",
    header: "Tokens",
    width: 76,
    sortable: true,
    align: "right",
    cell: (row) => formatCount(row.promptTokens === null ? null : row.promptTokens + (row.completionTokens ?? 0)),
  },
];

/** Left out where the page is narrow, so that comment and reply stay readable; the case page has them all. */
const SPARED = new Set(["category", "latency", "tokens"]);

const shows = [
  { value: "all", label: "All" },
  { value: "wrong", label: "Wrong" },
  { value: "right", label: "Right" },
  { value: "unscored", label: "Unscored" },
  { value: "failed", label: "Failed" },
];

/** The cases of a run, filtered, sorted and paged by the server; the address bar holds all of it. */
export function CaseTable({ run, categories }: { run: Run; categories: string[] }) {
  const { get, set } = useUrlParams();
  const filters = readFilters(get);
  const offset = Number(get("offset") ?? 0) || 0;
  const narrow = useMediaQuery("(max-width: 1200px)") ?? false;
  const [text, setText] = useState(filters.text ?? "");
  const search = useDebouncedCallback((value: string) => set({ text: value.trim(), offset: null }), 250);
  const results = useQuery({
    ...queries.runs.results.queryOptions({
      input: { project: run.project, run: run.id, ...filterInput(filters), offset, limit: LIMIT },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive(run.status) ? 3_000 : false,
  });
  const places = useMemo(
    () => new Map((results.data?.items ?? []).map((row, index) => [`${row.case}#${row.repeat}`, offset + index])),
    [results.data, offset],
  );
  const filtered = filters.category !== null || filters.text !== null || filters.show !== "all";
  const clear = () => {
    setText("");
    set({ category: null, text: null, show: null, offset: null });
  };
  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          aria-label="Show"
          data={shows}
          value={filters.show}
          onChange={(value) => set({ show: value === "all" ? null : value, offset: null })}
        />
        <Select
          aria-label="Category"
          placeholder="All categories"
          searchable
          clearable
          w={220}
          data={categories}
          value={filters.category}
          onChange={(value) => set({ category: value, offset: null })}
        />
        <TextInput
          aria-label="Text in comment or reply"
          placeholder="Text in comment or reply"
          w={220}
          leftSection={<Icon name="search" />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            search(event.currentTarget.value);
          }}
        />
        {filtered ? (
          <Button variant="subtle" onClick={clear}>
            Clear filters
          </Button>
        ) : null}
        <span className={classes.faint} role="status">
          {results.data ? plural(results.data.total, "case result") : ""}
        </span>
      </div>
      <QueryState query={results} rows={12}>
        {(data) => (
          <>
            <DataTable
              label="Case results"
              primary
              rows={data.items}
              columns={narrow ? columns.filter((column) => !SPARED.has(column.id)) : columns}
              rowKey={(row) => `${row.case}#${row.repeat}`}
              href={(row) => caseHref(run.project, run.id, { ...row, at: places.get(`${row.case}#${row.repeat}`) ?? 0 }, filters)}
              sort={{ column: filters.sort, direction: filters.direction }}
              onSort={(sort) => {
                const { sort: column, direction } = CaseFilters.parse({
                  ...filters,
                  sort: sort.column,
                  direction: sort.direction,
                });
                set({ sort: column, direction, offset: null });
              }}
              empty={
                filtered ? (
                  <EmptyState
                    title="No case result fits the filters"
                    action={
                      <Button variant="default" onClick={clear}>
                        Clear filters
                      </Button>
                    }
                  />
                ) : (
                  <EmptyState title="No case has finished yet">Results appear here as they come in.</EmptyState>
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
