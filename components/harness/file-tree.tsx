"use client";
import { Icon } from "@/components/ui/icon";
import type { Diagnostic } from "@/lib/contracts/harness";
import type { FileState } from "./draft";
import { groupFiles, shortName } from "./file-groups";
import classes from "./harness.module.css";

const marks: Record<FileState, string> = { same: "", changed: "changed", added: "new", deleted: "deleted" };

interface FileTreeProps {
  paths: Iterable<string>;
  current: string;
  state: (path: string) => FileState;
  diagnostics: readonly Diagnostic[];
  onOpen: (path: string) => void;
}

/** The files of a bundle by kind, with what is changed and what has problems. */
export function FileTree({ paths, current, state, diagnostics, onOpen }: FileTreeProps) {
  const worst = new Map<string, Diagnostic["severity"]>();
  for (const { path, severity } of diagnostics) {
    if (severity === "error" || (severity === "warning" && worst.get(path) !== "error")) worst.set(path, severity);
  }
  return (
    <nav aria-label="Files" className={classes.tree}>
      {groupFiles(paths).map((group) => (
        <section key={group.kind} aria-label={group.name}>
          <h2>
            {group.name} <span className={classes.faint}>{group.paths.length}</span>
          </h2>
          <ul>
            {group.paths.map((path) => {
              const mark = marks[state(path)];
              const problem = worst.get(path);
              return (
                <li key={path}>
                  <button
                    type="button"
                    title={path}
                    aria-current={path === current ? "true" : undefined}
                    data-deleted={mark === "deleted" || undefined}
                    onClick={() => onOpen(path)}
                  >
                    <span className={classes.fileName}>{shortName(path)}</span>
                    {mark && <span className={classes.changeMark}>{mark}</span>}
                    {problem && (
                      <span data-severity={problem} className={classes.problemMark}>
                        <Icon name={problem === "error" ? "error" : "warning"} size={12} label={problem} />
                      </span>
                    )}
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </nav>
  );
}
