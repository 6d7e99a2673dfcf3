"use client";
import { Button } from "@mantine/core";
import { formatCount } from "./format";
import classes from "./pager.module.css";

interface PagerProps {
  offset: number;
  limit: number;
  total: number;
  onMove: (offset: number) => void;
}

/** Earlier and later pages of a list that the server pages; nothing where one page holds all. */
export function Pager({ offset, limit, total, onMove }: PagerProps) {
  if (total <= limit && offset === 0) return null;
  return (
    <nav className={classes.pager} aria-label="Pages">
      <span>
        {formatCount(Math.min(total, offset + 1))}–{formatCount(Math.min(total, offset + limit))} of {formatCount(total)}
      </span>
      <Button variant="default" disabled={offset === 0} onClick={() => onMove(Math.max(0, offset - limit))}>
        Previous
      </Button>
      <Button variant="default" disabled={offset + limit >= total} onClick={() => onMove(offset + limit)}>
        Next
      </Button>
    </nav>
  );
}
