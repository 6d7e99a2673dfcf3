"use client";

import { useMediaQuery } from "@mantine/hooks";
import { ForestBar, forestReach } from "@/components/stages/forest-bar";
import { type Column, DataTable } from "@/components/ui/data-table";
import { formatCount, formatPoints, formatShare } from "@/components/ui/format";
import type { CategoryComparison, PairedDifference } from "@/lib/contracts/run";
import { FlipCount } from "./case-marks";
import { intervalText } from "./difference-table";
import { formatP } from "./format";

interface CategoryComparisonTableProps {
  categories: CategoryComparison[];
  metric: PairedDifference["metric"];
  /** Half-width of the A/A noise of the whole set; null where it was not measured. */
  noise: number | null;
  current: string | null;
  onOpen: (category: string) => void;
}

function columnsFor(metric: PairedDifference["metric"], reach: number, noise: number | null): Column<CategoryComparison>[] {
  return [
    { id: "category", header: "Category", grow: true, width: 150, sortBy: (row) => row.category, cell: (row) => row.category },
    { id: "n", header: "n", align: "right", sortBy: (row) => row.n, cell: (row) => formatCount(row.n) },
    {
      id: "broken",
      header: "Broken",
      sortBy: (row) => -row.broken,
      cell: (row) => <FlipCount direction="broken" count={row.broken} />,
    },
    {
      id: "fixed",
      header: "Fixed",
      sortBy: (row) => -row.fixed,
      cell: (row) => <FlipCount direction="fixed" count={row.fixed} />,
    },
    {
      id: "base",
      header: "Base, %",
      align: "right",
      sortBy: (row) => row[metric].base,
      cell: (row) => formatShare(row[metric].base),
    },
    {
      id: "head",
      header: "Head, %",
      align: "right",
      sortBy: (row) => row[metric].head,
      cell: (row) => formatShare(row[metric].head),
    },
    {
      id: "difference",
      header: "Difference",
      hint: "Head minus base, in points",
      align: "right",
      sortBy: (row) => row[metric].difference,
      cell: (row) => formatPoints(row[metric].difference),
    },
    { id: "interval", header: "95 % interval", cell: (row) => intervalText(row[metric]) },
    {
      id: "bar",
      header: `±${formatShare(reach)} points`,
      width: 172,
      cell: (row) => <ForestBar difference={row[metric]} reach={reach} noise={noise} />,
    },
    {
      id: "detectable",
      header: "Detectable",
      hint: "The smallest difference, in points, found with 80 % power at this rate of discordance",
      align: "right",
      sortBy: (row) => row[metric].minimumDetectable,
      cell: (row) => formatShare(row[metric].minimumDetectable),
    },
    {
      id: "worse",
      header: "P(worse)",
      hint: "From the flips alone, beta-binomial with a uniform prior",
      align: "right",
      sortBy: (row) => row.probabilityWorse,
      cell: (row) => (row.probabilityWorse === null ? "–" : row.probabilityWorse.toFixed(2)),
    },
    {
      id: "bh",
      header: "p, adjusted",
      hint: "On AVG over all categories: Benjamini–Hochberg, with Holm on hover",
      align: "right",
      sortBy: (row) => row.pBenjaminiHochberg,
      cell: (row) => <span title={`Holm ${formatP(row.pHolm)}`}>{formatP(row.pBenjaminiHochberg)}</span>,
    },
  ];
}

/** Left out on a narrow page. */
const SPARED = new Set(["base", "head", "detectable"]);

/** Categories with flips before those without, the largest loss first. */
export function changedFirst(categories: CategoryComparison[], metric: PairedDifference["metric"]): CategoryComparison[] {
  const unchanged = (row: CategoryComparison) => Number(row.broken + row.fixed === 0);
  return [...categories].sort((a, b) => unchanged(a) - unchanged(b) || (a[metric].difference ?? 0) - (b[metric].difference ?? 0));
}

/** Paired differences by category, the largest loss first. A row shows its broken and fixed cases. */
export function CategoryComparisonTable({ categories, metric, noise, current, onOpen }: CategoryComparisonTableProps) {
  const narrow = useMediaQuery("(max-width: 1200px)") ?? false;
  const reach = forestReach(categories.map((row) => row[metric]));
  return (
    <DataTable
      label="Categories"
      rows={changedFirst(categories, metric)}
      tone={(row) => (row.broken + row.fixed === 0 ? "muted" : null)}
      columns={columnsFor(metric, reach, noise).filter((column) => !narrow || !SPARED.has(column.id))}
      rowKey={(row) => row.category}
      current={current}
      onOpen={(row) => onOpen(row.category)}
    />
  );
}
