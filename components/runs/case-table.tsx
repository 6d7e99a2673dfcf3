"use client";

import { Button, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback, useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { formatCount, formatDuration, plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { QueryState } from "@/components/ui/query-state";
import { useUrlParams } from "@/components/ui/use-url-state";
import type { ResultShow } from "@/lib/contracts/result-list";
import { type CaseRow, type Run, UnscoredKind } from "@/lib/contracts/run";
import { CaseFilters, caseHref, filterQuery, readFilters } from "./case-filters";
import { ScoreMark } from "./case-marks";
import classes from "./runs.module.css";
import { unscoredWords } from "./unscored-words";
import { useResultWindow } from "./use-result-window";

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
        {row.attempts > 1 ? ` · tried ${row.attempts} times` : ""}
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
      row.unscoredKind !== null ? (
        <span className={classes.faint} title={row.reason ?? undefined}>
          Unscored: {unscoredWords[row.unscoredKind]}
          {row.reason ? `. ${row.reason}` : ""}
        </span>
      ) : row.reply === "" ? (
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
  {
    id: "latency",
    header: "Latency",
    width: 84,
    sortable: true,
    align: "right",
    cell: (row) =>
      row.attempts === 0 && row.reusedFrom === null ? (
        <span className={classes.faint}>not run</span>
      ) : row.reusedFrom === null ? (
        formatDuration(row.wallMs)
      ) : (
        <span className={classes.faint} title={`Taken from ${row.reusedFrom}: its time is no measurement of this run`}>
          reused
        </span>
      ),
  },
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

const shows: { value: ResultShow; label: string }[] = [
  { value: "all", label: "All" },
  { value: "wrong", label: "Wrong" },
  { value: "right", label: "Right" },
  { value: "unscored", label: "Unscored" },
  { value: "failed", label: "Failed" },
  { value: "reused", label: "Reused" },
  { value: "retried", label: "Tried again" },
];

const kinds = UnscoredKind.options.map((value) => ({ value, label: unscoredWords[value] }));

const placeOf = (text: string | null): number => {
  const place = Number(text ?? 0);
  return Number.isInteger(place) && place > 0 ? place : 0;
};

/**
 * The results of a run, filtered and sorted by the server and fetched by windows as one scrolls. The address bar holds the
 * filters, the sort and the topmost row.
 */
export function CaseTable({ run, categories }: { run: Run; categories: string[] }) {
  const { get, set } = useUrlParams();
  const filters = readFilters(get);
  const [text, setText] = useState(filters.text ?? "");
  const change = (next: Record<string, string | null>) => set({ ...next, row: null });
  const search = useDebouncedCallback((value: string) => change({ text: value.trim() }), 250);
  const filtered = filters.category !== null || filters.text !== null || filters.show !== "all";
  const clear = () => {
    setText("");
    change({ category: null, text: null, show: null, kind: null });
  };
  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          aria-label="Show"
          data={shows}
          value={filters.show}
          onChange={(value) => change({ show: value === "all" ? null : value, kind: null })}
        />
        {filters.show === "unscored" ? (
          <Select
            aria-label="Why unscored"
            placeholder="For any reason"
            clearable
            w={220}
            data={kinds}
            value={filters.kind}
            onChange={(value) => change({ kind: value })}
          />
        ) : null}
        <Select
          aria-label="Category"
          placeholder="All categories"
          searchable
          clearable
          w={220}
          data={categories}
          value={filters.category}
          onChange={(value) => change({ category: value })}
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
      </div>
      {/* Another filter or sort is another list, that begins at its top. */}
      <ResultList key={filterQuery(filters).toString()} run={run} filters={filters} onClear={filtered ? clear : null} />
    </>
  );
}

interface ResultListProps {
  run: Run;
  filters: CaseFilters;
  /** Takes the filters away; null where there are none. */
  onClear: (() => void) | null;
}

function ResultList({ run, filters, onClear }: ResultListProps) {
  const { get, set } = useUrlParams();
  const narrow = useMediaQuery("(max-width: 1200px)") ?? false;
  const [start] = useState(() => placeOf(get("row")));
  const { first, at, onRange, failed } = useResultWindow(run, filters, start);
  const keepPlace = useDebouncedCallback((row: number) => set({ row: row === 0 ? null : `${row}` }), 400);
  return (
    <QueryState query={first} rows={12}>
      {({ total }) => (
        <>
          <p className={classes.small} role="status">
            {plural(total, "case result")}
          </p>
          {failed ? <ErrorState error={failed.error} onRetry={() => failed.refetch()} /> : null}
          <DataTable<CaseRow>
            label="Case results"
            primary
            rows={{
              total,
              at,
              start: Math.min(start, Math.max(0, total - 1)),
              onRange: (top, bottom) => {
                onRange(top, bottom);
                keepPlace(top);
              },
            }}
            columns={narrow ? columns.filter((column) => !SPARED.has(column.id)) : columns}
            rowKey={(row) => `${row.case}#${row.repeat}`}
            href={(row, index) => caseHref(run.project, run.id, { ...row, at: index }, filters)}
            sort={{ column: filters.sort, direction: filters.direction }}
            onSort={({ column, direction }) => {
              const next = CaseFilters.parse({ ...filters, sort: column, direction });
              set({ sort: next.sort, direction: next.direction, row: null });
            }}
            empty={
              onClear ? (
                <EmptyState
                  title="No case result fits the filters"
                  action={
                    <Button variant="default" onClick={onClear}>
                      Clear filters
                    </Button>
                  }
                />
              ) : (
                <EmptyState title="No case has finished yet">Results appear here as they come in.</EmptyState>
              )
            }
          />
        </>
      )}
    </QueryState>
  );
}
