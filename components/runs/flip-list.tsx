"use client";

import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import type { Flip } from "@/lib/contracts/run";
import { FlipCount } from "./case-marks";
import classes from "./runs.module.css";

const score = (value: number | null) => (value === null ? "–" : `${value}`);

/** "+ fixed" or "− broken", with its icon. */
export function FlipMark({ direction }: Pick<Flip, "direction">) {
  const fixed = direction === "fixed";
  return (
    <span className={classes.mark} data-tone={fixed ? "right" : "wrong"}>
      <Icon name={fixed ? "arrowUp" : "arrowDown"} size={12} />
      {fixed ? "+ fixed" : "− broken"}
    </span>
  );
}

const columns: Column<Flip>[] = [
  {
    id: "direction",
    header: "Flip",
    cell: (flip) => <FlipMark direction={flip.direction} />,
  },
  {
    id: "priority",
    header: "Priority",
    cell: (flip) => (flip.priority === "P0" ? <strong>P0</strong> : flip.priority),
  },
  { id: "case", header: "Case", link: true, cell: (flip) => flip.case },
  { id: "category", header: "Category", cell: (flip) => flip.category },
  { id: "comment", header: "Comment", grow: true, cell: (flip) => <span title={flip.comment}>{flip.comment}</span> },
  {
    id: "accuracy",
    header: "Accuracy",
    align: "right",
    cell: (flip) => `${score(flip.baseAccuracy)} → ${score(flip.headAccuracy)}`,
  },
  {
    id: "effectiveness",
    header: "Effectiveness",
    align: "right",
    cell: (flip) => `${score(flip.baseEffectiveness)} → ${score(flip.headEffectiveness)}`,
  },
];

const priorities = ["P0", "P1", "P2"];

/** Broken before fixed, and P0 first. */
export function orderFlips(flips: Flip[]): Flip[] {
  const rank = (flip: Flip) => (flip.direction === "broken" ? 0 : 10) + priorities.indexOf(flip.priority);
  return [...flips].sort((a, b) => rank(a) - rank(b) || a.category.localeCompare(b.category) || a.case.localeCompare(b.case));
}

interface FlipListProps {
  flips: Flip[];
  /** Where a case's two trajectories stand side by side. */
  href: (flip: Flip) => string;
  primary?: boolean;
}

/** Cases whose score changed: new failures first, P0 before all. */
export function FlipList({ flips, href, primary = false }: FlipListProps) {
  return (
    <DataTable
      label="Cases that flipped"
      primary={primary}
      rows={orderFlips(flips)}
      columns={columns}
      rowKey={(flip) => flip.case}
      href={href}
      empty={<EmptyState title="No case flipped here">Every case scored the same in both runs.</EmptyState>}
    />
  );
}

/** How many were broken and fixed, in one line. */
export function FlipSummary({ flips }: { flips: Flip[] }) {
  const broken = flips.filter((flip) => flip.direction === "broken").length;
  return (
    <>
      <FlipCount direction="broken" count={broken} /> <FlipCount direction="fixed" count={flips.length - broken} />
    </>
  );
}
