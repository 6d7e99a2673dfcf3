"use client";

import { useRef } from "react";
import { DiffEditor } from "@/components/editor/diff-editor";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Entry, FileChange } from "@/lib/contracts/evolution";
import type { Diagnostic } from "@/lib/contracts/harness";
import classes from "./evolve.module.css";

const LINE = 19;

const lines = (text: string | null) => (text ? text.split("\n").length : 0);

/** Tall enough for what changed with some context, so that several files fit the page. */
function heightOf({ base, head }: FileChange): number {
  return Math.min(440, Math.max(170, Math.min(Math.max(lines(base), lines(head)), 18) * LINE + 60));
}

interface FileDiffProps {
  change: FileChange;
  /** Text of the right side while it is edited; undefined while it is read. */
  draft: string | undefined;
  onDraft: (text: string) => void;
  onSave: () => void;
  problems: Diagnostic[];
}

function FileDiff({ change, draft, onDraft, onSave, problems }: FileDiffProps) {
  // While a person types, the editor holds the text: handing each draft back would overtake fast typing.
  const handed = useRef(draft ?? change.head);
  if (draft === undefined) handed.current = change.head;
  const what = change.base === null ? "added" : change.head === null ? "deleted" : "changed";
  return (
    <div className={classes.file}>
      <div className={classes.fileHead}>
        <code>{change.path}</code>
        <span className={classes.small}>
          <StatusBadge status={what} /> {change.kind}
        </span>
      </div>
      <DiffEditor
        path={change.path}
        base={change.base}
        head={handed.current}
        height={heightOf(change)}
        layout={what === "changed" ? "auto" : "inline"}
        diagnostics={problems}
        {...(draft === undefined ? {} : { onChange: onDraft, onSave })}
      />
    </div>
  );
}

interface EntryDiffProps {
  entry: Entry;
  /** Text of the right side by path while it is edited; null while it is read. */
  drafts: Record<string, string> | null;
  onDraft: (path: string, text: string) => void;
  onSave: () => void;
  /** Problems of the right side as it was last sent. */
  problems: Diagnostic[];
}

/** Each file an entry changes, as a diff; the right side can be written in while it is edited. */
export function EntryDiff({ entry, drafts, onDraft, onSave, problems }: EntryDiffProps) {
  return entry.changes.map((change) => (
    <FileDiff
      key={change.path}
      change={change}
      draft={drafts?.[change.path]}
      onDraft={(text) => onDraft(change.path, text)}
      onSave={onSave}
      problems={[...entry.diagnostics, ...problems].filter((problem) => problem.path === change.path)}
    />
  ));
}
