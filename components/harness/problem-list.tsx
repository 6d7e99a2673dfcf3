"use client";
import { plural } from "@/components/ui/format";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Diagnostic } from "@/lib/contracts/harness";
import classes from "./harness.module.css";

const order = { error: 0, warning: 1, info: 2 } as const;

interface ProblemListProps {
  diagnostics: readonly Diagnostic[];
  onGo?: (diagnostic: Diagnostic) => void;
  maxHeight?: number;
}

/** Problems of a bundle, errors first, nothing where there are none; each leads to its line where `onGo` is given. */
export function ProblemList({ diagnostics, onGo, maxHeight }: ProblemListProps) {
  if (diagnostics.length === 0) return null;
  const sorted = [...diagnostics].sort(
    (a, b) => order[a.severity] - order[b.severity] || a.path.localeCompare(b.path) || a.line - b.line,
  );
  return (
    <ul className={classes.problems} style={maxHeight ? { maxHeight } : undefined} aria-label="Problems">
      {sorted.map((diagnostic) => {
        const place = `${diagnostic.path}:${diagnostic.line}`;
        const body = (
          <>
            <StatusBadge status={diagnostic.severity} />
            <span className={classes.place}>{place}</span>
            <span className={classes.message}>{diagnostic.message}</span>
          </>
        );
        const key = `${place} ${diagnostic.column} ${diagnostic.code} ${diagnostic.message}`;
        return (
          <li key={key}>
            {onGo ? (
              <button type="button" onClick={() => onGo(diagnostic)}>
                {body}
              </button>
            ) : (
              <span>{body}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** "2 errors, 1 warning", or "no problems". */
export function problemCounts(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Diagnostic["severity"]) => diagnostics.filter((each) => each.severity === severity).length;
  const parts = [
    [count("error"), "error"],
    [count("warning"), "warning"],
    [count("info"), "note"],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, word]) => plural(number, word));
  return said.length > 0 ? said.join(", ") : "no problems";
}
