import Link from "next/link";
import { caseHref } from "@/components/runs/case-filters";
import type { Quote } from "@/lib/contracts/evolution";
import classes from "./evolve.module.css";

/** Quotes from trajectories, each leading to its step. */
export function QuoteList({ project, run, quotes }: { project: string; run: string; quotes: Quote[] }) {
  return (
    <ul className={classes.quotes}>
      {quotes.map((quote) => (
        <li key={`${quote.case}#${quote.step}#${quote.text}`}>
          <q>{quote.text}</q>{" "}
          <Link className={classes.small} href={caseHref(project, run, { case: quote.case, repeat: 0, step: quote.step })}>
            {quote.case}, step {quote.step}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Links to cases of a run; beyond `limit` only their number. */
export function CaseLinks({ project, run, cases, limit = 8 }: { project: string; run: string; cases: string[]; limit?: number }) {
  const link = (id: string) => (
    <Link key={id} href={caseHref(project, run, { case: id, repeat: 0 })}>
      {id}
    </Link>
  );
  return (
    <>
      <span className={classes.cases}>{cases.slice(0, limit).map(link)}</span>
      {cases.length > limit ? (
        <details>
          <summary>{cases.length - limit} more</summary>
          <span className={classes.cases}>{cases.slice(limit).map(link)}</span>
        </details>
      ) : null}
    </>
  );
}
