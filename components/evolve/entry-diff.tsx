"use client";

import { DiffEditor } from "@/components/editor/diff-editor";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Entry } from "@/lib/contracts/evolution";
import type { Diagnostic } from "@/lib/contracts/harness";
import classes from "./evolve.module.css";

const LINE = 19;

const lines = (text: string | null | undefined) => (text ? text.split("\n").length : 0);

/** Tall enough for what changed with some context, so that several files fit the page. */
function heightOf(base: string | null, head: string | null): number {
  const longest = Math.max(lines(base), lines(head));
  return Math.min(440, Math.max(150, Math.min(longest, 18) * LINE + 40));
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
  return entry.changes.map((change) => {
    const kind = change.base === null ? "added" : change.head === null ? "deleted" : "changed";
    return (
      <div key={change.path} className={classes.file}>
        <div className={classes.fileHead}>
          <code>{change.path}</code>
          <span className={classes.small}>
            <StatusBadge status={kind} /> {change.kind}
          </span>
        </div>
        <DiffEditor
          path={change.path}
          base={change.base}
          head={drafts?.[change.path] ?? change.head}
          height={heightOf(change.base, change.head)}
          diagnostics={[...entry.diagnostics, ...problems].filter((problem) => problem.path === change.path)}
          {...(drafts && change.head !== null ? { onChange: (text: string) => onDraft(change.path, text), onSave } : {})}
        />
      </div>
    );
  });
}
