"use client";

import { IntervalBar } from "@/components/stages/interval-bar";
import { type Column, DataTable } from "@/components/ui/data-table";
import { formatCount } from "@/components/ui/format";
import type { CategoryMetrics } from "@/lib/contracts/run";
import { ScoreWithInterval } from "./score-with-interval";

const figures = (id: "accuracy" | "effectiveness" | "avg", header: string, colour: string): Column<CategoryMetrics>[] => [
  {
    id,
    header: `${header}, %`,
    align: "right",
    sortBy: (row) => row[id].mean,
    cell: (row) => <ScoreWithInterval estimate={row[id]} />,
  },
  { id: `${id}-bar`, header: "0 to 100", width: 140, cell: (row) => <IntervalBar estimate={row[id]} colour={colour} /> },
];

const columns: Column<CategoryMetrics>[] = [
  { id: "category", header: "Category", grow: true, sortBy: (row) => row.category, cell: (row) => row.category },
  { id: "cases", header: "n", align: "right", sortBy: (row) => row.cases, cell: (row) => formatCount(row.avg.n) },
  {
    id: "unscored",
    header: "Unscored",
    align: "right",
    sortBy: (row) => row.avg.unscored,
    cell: (row) => formatCount(row.avg.unscored),
  },
  ...figures("accuracy", "Accuracy", "var(--series-accuracy)"),
  ...figures("effectiveness", "Effectiveness", "var(--series-effectiveness)"),
  {
    id: "avg",
    header: "AVG, %",
    align: "right",
    sortBy: (row) => row.avg.mean,
    cell: (row) => <ScoreWithInterval estimate={row.avg} />,
  },
];

interface CategoryTableProps {
  categories: CategoryMetrics[];
  /** The category whose cases are listed. */
  current: string | null;
  onOpen: (category: string) => void;
}

/** Scores by category with a small interval bar each, worst AVG first. A row opens its cases. */
export function CategoryTable({ categories, current, onOpen }: CategoryTableProps) {
  return (
    <DataTable
      label="Categories"
      rows={categories}
      columns={columns}
      rowKey={(row) => row.category}
      current={current}
      onOpen={(row) => onOpen(row.category)}
      initialSort={{ column: "avg", direction: "ascending" }}
    />
  );
}
