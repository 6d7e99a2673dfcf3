"use client";

import Link from "next/link";
import { type MouseEvent, useEffect, useRef } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import type { Campaign } from "@/lib/contracts/evolution";
import type { Flip } from "@/lib/contracts/run";
import { metricWords } from "./metric-words";
import own from "./regression.module.css";
import { type Suspects, suspectsInShort, suspicionWords } from "./regression-suspects";

const score = (value: number | null) => (value === null ? "–" : `${value}`);
const change = (before: number | null, after: number | null) => `${score(before)} → ${score(after)}`;

interface SuspectListProps {
  flip: Flip;
  found: Suspects;
  entryHref: (entry: string) => string;
  /** How many are named; the others are counted. */
  most?: number;
}

/** The entries behind a case, each with how it is tied to it and a link to it. */
export function SuspectList({ flip, found, entryHref, most = 20 }: SuspectListProps) {
  const { suspects, unexplained } = found;
  return (
    <ul className={own.suspects}>
      {suspects.slice(0, most).map(({ entry, title, how }) => (
        <li key={entry}>
          <Link href={entryHref(entry)}>{title}</Link>{" "}
          <span className={own.how} data-how={how} data-direction={flip.direction}>
            {suspicionWords(how, flip.direction)}
          </span>
        </li>
      ))}
      {suspects.length > most ? <li className={own.how}>and {suspects.length - most} more</li> : null}
      {unexplained ? (
        <li className={own.how}>no single entry explains it</li>
      ) : suspects.length === 0 ? (
        <li className={own.how}>none {flip.direction === "broken" ? "touches it" : "was meant to fix it"}</li>
      ) : null}
    </ul>
  );
}

interface RegressionCasesProps {
  /** In the order in which they are shown. */
  flips: readonly Flip[];
  direction: Flip["direction"];
  kind: Campaign["kind"];
  /** Null where the stage has no entries, so that there is nobody to suspect. */
  suspects: ((flip: Flip) => Suspects) | null;
  entryHref: (entry: string) => string;
  /** The case that is open beside the list. */
  current: string | null;
  /** Leaves out what the open case shows anyway. */
  narrow: boolean;
  /** Whether only some of the cases ran. */
  partial: boolean;
  onOpen: (flip: Flip) => void;
}

/** Cases that flipped in one direction, each with the entries suspected of it. A row opens the case side by side. */
export function RegressionCases(props: RegressionCasesProps) {
  const { flips, direction, kind, suspects, entryHref, current, narrow, partial, onOpen } = props;
  const words = metricWords(kind);
  const open = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (current !== null) open.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  if (flips.length === 0) {
    const which = partial ? "case that ran" : "case";
    return direction === "broken" ? (
      <EmptyState title="No new failure">No {which} scores lower than before.</EmptyState>
    ) : (
      <EmptyState title="No case was fixed">No {which} scores higher than before.</EmptyState>
    );
  }
  const onRow = (event: MouseEvent, flip: Flip) => {
    if (window.getSelection()?.toString()) return;
    if (event.target instanceof HTMLElement && event.target.closest("a, button")) return;
    onOpen(flip);
  };
  return (
    <div className={own.tableBox}>
      <table className={own.table} aria-label={direction === "broken" ? "New failures" : "Fixed cases"}>
        <thead>
          <tr>
            <th scope="col">Priority</th>
            <th scope="col">Case</th>
            {suspects && !narrow ? <th scope="col">{direction === "broken" ? "Suspected entry" : "Entry behind it"}</th> : null}
            {narrow ? null : (
              <>
                <th scope="col">Comment</th>
                <th scope="col" data-align="right">
                  {words.accuracy}
                </th>
                <th scope="col" data-align="right">
                  {words.effectiveness}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {flips.map((flip) => (
            <tr
              key={flip.case}
              ref={flip.case === current ? open : undefined}
              aria-current={flip.case === current ? "true" : undefined}
              data-opens
              onClick={(event) => onRow(event, flip)}
            >
              <td>{flip.priority === "P0" ? <strong>P0</strong> : flip.priority}</td>
              <td>
                <button type="button" className={own.caseButton} onClick={() => onOpen(flip)}>
                  {flip.case}
                </button>
                <div className={own.how}>{flip.category}</div>
                {suspects && narrow ? <div className={own.short}>{suspectsInShort(suspects(flip), direction)}</div> : null}
              </td>
              {suspects && !narrow ? (
                <td>
                  <SuspectList flip={flip} found={suspects(flip)} entryHref={entryHref} most={2} />
                </td>
              ) : null}
              {narrow ? null : (
                <>
                  <td>
                    <span className={own.said} title={flip.comment}>
                      {flip.comment}
                    </span>
                  </td>
                  <td data-align="right">{change(flip.baseAccuracy, flip.headAccuracy)}</td>
                  <td data-align="right">{change(flip.baseEffectiveness, flip.headEffectiveness)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
