"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type KeyboardEvent, useRef } from "react";
import { projectHref } from "@/components/shell/sections";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { Blame } from "@/lib/contracts/lineage";
import classes from "./blame.module.css";
import { askedLine, type BlameRow, blameRows, originWords } from "./blame-rows";
import { BlameStory } from "./blame-story";

function Gutter({ row }: { row: BlameRow }) {
  if (!row.first || row.origin === null) return <span className={classes.gutter} />;
  const { who, what } = originWords(row.origin);
  return (
    <span className={classes.gutter} title={`${who}: ${what}`}>
      <span className={classes.who}>{who}</span>
      <span className={classes.what}>{what}</span>
      <span className={classes.age}>
        <RelativeTime at={row.origin.at} />
      </span>
    </span>
  );
}

function Removed({ project, blame }: { project: string; blame: Blame }) {
  if (blame.removed.length === 0) return null;
  return (
    <section className={classes.removed} aria-label="Removed lines">
      <h2>Lines of earlier entries that stand here no more</h2>
      <ul>
        {blame.removed.map(({ text, origin, removedBy }, index) => {
          const { entry } = blame.origins[origin] ?? { entry: null };
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same line may have been removed twice, and the list does not change
            <li key={index}>
              <del>{text}</del>
              <span className={classes.faint}>
                {entry ? (
                  <>
                    from{" "}
                    <Link href={projectHref(project, `/evolve/${entry.campaign}/${entry.stage}`)}>
                      {entry.stageName}: {entry.title}
                    </Link>
                    ,{" "}
                  </>
                ) : null}
                removed in <Link href={projectHref(project, `/harness/${removedBy.slice(0, 12)}`)}>{removedBy.slice(0, 8)}</Link>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function BlameLines({ project, blame, dirty }: { project: string; blame: Blame; dirty: boolean }) {
  const { get, set } = useUrlParams();
  const list = useRef<HTMLOListElement>(null);
  const rows = blameRows(blame);
  const asked = askedLine(get("line"), rows.length);
  const chosen = rows.find(({ number }) => number === asked);
  const focusLine = (number: number) => list.current?.querySelector<HTMLElement>(`[data-line="${number}"]`)?.focus();
  const onKeyDown = (event: KeyboardEvent, number: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const ends: Record<string, number> = { ArrowDown: number + 1, ArrowUp: number - 1, Home: 1, End: rows.length };
    const next = ends[event.key];
    if (next === undefined) return;
    event.preventDefault();
    focusLine(Math.max(1, Math.min(rows.length, next)));
  };
  const close = () => {
    set({ line: null });
    if (asked !== null) focusLine(asked);
  };
  return (
    <div className={classes.blame}>
      {dirty ? <p className={classes.note}>This is the saved version: your changes to it are not shown.</p> : null}
      <ol ref={list} className={classes.lines} aria-label={`Where each line of ${blame.path} comes from`}>
        {rows.map((row) => (
          <li key={row.number}>
            <button
              type="button"
              className={classes.row}
              data-line={row.number}
              data-first={row.first}
              data-band={row.band}
              data-entry={row.origin?.entry != null}
              aria-current={row.number === asked}
              tabIndex={row.number === (asked ?? 1) ? 0 : -1}
              onClick={() => set({ line: String(row.number) }, asked === null ? "push" : "replace")}
              onKeyDown={(event) => onKeyDown(event, row.number)}
            >
              <Gutter row={row} />
              <span className={classes.number}>{row.number}</span>
              <span className={classes.text}>{row.text}</span>
            </button>
          </li>
        ))}
      </ol>
      <Removed project={project} blame={blame} />
      {chosen?.origin ? (
        <BlameStory
          key={chosen.number}
          project={project}
          path={blame.path}
          line={chosen}
          origin={chosen.origin}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

interface BlameViewProps {
  project: string;
  version: string;
  path: string;
  /** Whether the file has changes that are not saved. */
  dirty: boolean;
}

/** A file of a version with, beside each line, who and what brought it in. */
export function BlameView({ project, version, path, dirty }: BlameViewProps) {
  const blame = useQuery({
    ...queries.versions.blame.queryOptions({ input: { project, version, path } }),
    staleTime: 60_000,
  });
  return (
    <QueryState query={blame} rows={10}>
      {(data) => <BlameLines project={project} blame={data} dirty={dirty} />}
    </QueryState>
  );
}
