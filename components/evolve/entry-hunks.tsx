"use client";

import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { StatusBadge } from "@/components/ui/status-badge";
import type { HunkRow } from "./drafts";
import { hunkWords } from "./hunks";
import classes from "./review.module.css";

interface EntryHunksProps {
  path: string;
  rows: readonly HunkRow[];
  /** The one that is selected; null where it is in another file. */
  selected: number | null;
  onSelect: (index: number) => void;
  /** Null where nothing can be changed any more. */
  onToggle: ((row: HunkRow) => void) | null;
}

/** The hunks of one changed file, each to be kept or dropped. */
export function EntryHunks({ path, rows, selected, onSelect, onToggle }: EntryHunksProps) {
  const current = useRef<HTMLLIElement>(null);
  const moved = useRef(false);
  useEffect(() => {
    // Not when the page opens, which would scroll it away from its top.
    if (moved.current && selected !== null) current.current?.scrollIntoView({ block: "nearest" });
    moved.current = true;
  }, [selected]);
  if (rows.length === 0) return <p className={classes.faint}>Nothing is changed in this file any more.</p>;
  return (
    <ol className={classes.hunks} aria-label={`Hunks of ${path}`}>
      {rows.map((row, index) => {
        const { size, first } = hunkWords(row.hunk);
        const { at, file } = row.hunk;
        return (
          <li
            key={`${at} ${row.hunk.removed.length} ${row.hunk.added.join("")}`}
            ref={index === selected ? current : null}
            className={classes.hunk}
            data-kept={row.kept}
            data-selected={index === selected}
          >
            <button
              type="button"
              className={classes.hunkText}
              aria-current={index === selected}
              title={first}
              onClick={() => onSelect(index)}
            >
              <span className={classes.hunkPlace}>{file === "changed" ? `line ${at + 1}` : `file ${file}`}</span>
              <span className={classes.hunkSize}>{size}</span>
              <code>{first}</code>
            </button>
            {row.kept ? null : <StatusBadge status="dropped" icon="close" />}
            {onToggle ? (
              <Button
                variant="subtle"
                size="compact-xs"
                flex="none"
                disabled={!row.kept && !row.restorable}
                title={row.kept || row.restorable ? undefined : "Its lines are changed otherwise by now"}
                aria-label={`${row.kept ? "Drop" : "Keep"} the hunk at line ${at + 1} of ${path}`}
                onClick={() => onToggle(row)}
              >
                {row.kept ? "Drop" : "Keep"}
              </Button>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
