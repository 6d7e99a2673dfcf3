"use client";

import { Button, Checkbox } from "@mantine/core";
import Link from "next/link";
import { useState } from "react";
import { caseHref } from "@/components/runs/case-filters";
import { formatCount } from "@/components/ui/format";
import type { CaseCoding } from "@/lib/contracts/evolution";
import classes from "./review.module.css";

const SHOWN = 30;

/** What the model made of one failing case: the first wrong step in its own words, quoted and linked. */
function Coding({ project, run, coding }: { project: string; run: string; coding: CaseCoding }) {
  return (
    <details className={classes.coding}>
      <summary>{coding.symptom}</summary>
      <p>
        <Link href={caseHref(project, run, { case: coding.case, repeat: 0, step: coding.step })}>
          First wrong step: {coding.step}
        </Link>
        , owner {coding.owner}
      </p>
      <p>{coding.mechanism}</p>
      {coding.quote === "" ? null : <q>{coding.quote}</q>}
    </details>
  );
}

interface ClusterCasesProps {
  project: string;
  run: string;
  cases: readonly string[];
  codings: readonly CaseCoding[];
  /** Null where nothing can be moved. */
  ticked: ReadonlySet<string> | null;
  onTick: (next: ReadonlySet<string>) => void;
}

/** All cases of a cluster, with the model's coding of each where there is one; ticked ones can be moved or split off. */
export function ClusterCases({ project, run, cases, codings, ticked, onTick }: ClusterCasesProps) {
  const [all, setAll] = useState(false);
  const coded = new Map(codings.map((coding) => [coding.case, coding]));
  const shown = all ? cases : cases.slice(0, SHOWN);
  const toggle = (id: string, on: boolean) => {
    const next = new Set(ticked);
    if (on) next.add(id);
    else next.delete(id);
    onTick(next);
  };
  return (
    <>
      <ul className={classes.caseList} aria-label="Cases of the cluster">
        {shown.map((id) => {
          const coding = coded.get(id);
          return (
            <li key={id}>
              {ticked === null ? null : (
                <Checkbox
                  size="xs"
                  aria-label={`Tick ${id}`}
                  checked={ticked.has(id)}
                  onChange={(event) => toggle(id, event.currentTarget.checked)}
                />
              )}
              <div>
                <Link href={caseHref(project, run, { case: id, repeat: 0 })}>{id}</Link>
                {coding ? <Coding project={project} run={run} coding={coding} /> : null}
              </div>
            </li>
          );
        })}
      </ul>
      {cases.length > shown.length ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          Show {formatCount(cases.length - shown.length)} more
        </Button>
      ) : null}
    </>
  );
}
