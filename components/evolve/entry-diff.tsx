"use client";

import { useMemo } from "react";
import { DiffEditor } from "@/components/editor/diff-editor";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Entry, FileChange } from "@/lib/contracts/evolution";
import type { Diagnostic } from "@/lib/contracts/harness";
import { type Draft, type HunkRow, hunkRows, rightSide } from "./drafts";
import { EntryHunks } from "./entry-hunks";
import classes from "./evolve.module.css";
import { linesOnRight } from "./hunks";

const LINE = 19;

const lines = (text: string | null) => (text ? text.split("\n").length : 0);

/** Tall enough for what changed with some context, so that several files fit the page. */
function heightOf({ base, head }: FileChange): number {
  return Math.min(440, Math.max(170, Math.min(Math.max(lines(base), lines(head)), 18) * LINE + 60));
}

interface FileDiffProps extends Pick<EntryDiffProps, "draft" | "onDraft" | "onSave" | "onToggle"> {
  change: FileChange;
  rows: readonly HunkRow[];
  selected: number | null;
  onSelect: (index: number) => void;
  problems: Diagnostic[];
}

function FileDiff({ change, rows, draft, selected, onSelect, onToggle, onDraft, onSave, problems }: FileDiffProps) {
  const { path, base } = change;
  const head = rightSide(change, draft);
  const what = base === null ? "added" : change.head === null ? "deleted" : "changed";
  const row = selected === null ? undefined : rows[selected];
  const kept = rows.filter((item) => item.kept).map((item) => item.hunk);
  const place = row ? linesOnRight(row.hunk, kept) : null;
  const [from, to] = [place?.from, row?.kept ? place?.to : place?.from];
  const marked = useMemo(() => (from === undefined || to === undefined ? null : { from, to }), [from, to]);
  const writes = draft !== null && head !== null;
  return (
    <div className={classes.file}>
      <div className={classes.fileHead}>
        <code>{path}</code>
        <span className={classes.small}>
          <StatusBadge status={what} /> {change.kind}
        </span>
      </div>
      <EntryHunks
        path={path}
        rows={rows}
        selected={selected}
        onSelect={onSelect}
        onToggle={onToggle && ((item) => onToggle(change, item))}
      />
      <DiffEditor
        path={path}
        base={base}
        head={head}
        height={heightOf(change)}
        layout={what === "changed" ? "auto" : "inline"}
        diagnostics={problems}
        marked={marked}
        {...(writes ? { onChange: (text: string) => onDraft(path, text), onSave } : {})}
      />
    </div>
  );
}

interface EntryDiffProps {
  entry: Entry;
  /** The edit that is not saved; null while the entry is read. */
  draft: Draft | null;
  /** Which hunk of all is selected. */
  hunk: number;
  onHunk: (index: number) => void;
  onToggle: ((change: FileChange, row: HunkRow) => void) | null;
  onDraft: (path: string, text: string) => void;
  onSave: () => void;
  /** Problems of the right side as it stands. */
  problems: Diagnostic[];
}

/** Each file an entry changes, hunk by hunk and as a diff; the right side can be written in while it is edited. */
export function EntryDiff({ entry, draft, hunk, onHunk, problems, ...actions }: EntryDiffProps) {
  let before = 0;
  return entry.changes.map((change) => {
    const rows = hunkRows(change, draft);
    const offset = before;
    before += rows.length;
    const inside = hunk >= offset && hunk < before;
    return (
      <FileDiff
        key={change.path}
        change={change}
        rows={rows}
        draft={draft}
        selected={inside ? hunk - offset : null}
        onSelect={(index) => onHunk(offset + index)}
        problems={problems.filter((problem) => problem.path === change.path)}
        {...actions}
      />
    );
  });
}
