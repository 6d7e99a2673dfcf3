"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { RunAgainButton } from "@/components/runs/run-again-dialog";
import { queries } from "@/lib/client/queries";
import type { RunDetail } from "@/lib/contracts/run";
import { earlyRejection, rejectionWords, whichRan, wrongOf } from "./early-rejection";
import classes from "./evolve.module.css";

/** Says of a stage that was rejected early on which cases, what was saved, and offers the whole run. Nothing of any other stage. */
export function EarlyRejectionNotice({ detail }: { detail: RunDetail }) {
  const { run } = detail;
  const rejection = earlyRejection(run);
  const named = rejection ? { project: run.project, run: rejection.base } : null;
  const base = useQuery(queries.runs.get.queryOptions({ input: named ?? skipToken }));
  // Below the full mark of AVG is wrong in Accuracy or not fully effective.
  const below = useQuery(
    queries.runs.results.queryOptions({
      input: named && rejection?.metric === "avg" ? { ...named, show: "wrong" as const, limit: 1 } : skipToken,
    }),
  );
  const inAccuracy = base.data ? wrongOf(base.data.metrics.accuracy) : null;
  const fails = rejection?.metric === "avg" ? (below.data?.total ?? null) : inAccuracy;
  if (rejection === null) return null;
  const href = `/p/${run.project}/runs/${run.id}`;
  return (
    <section className={classes.notice} aria-label="Rejected early">
      <p>
        <strong>Rejected early.</strong> {rejectionWords(rejection)} {fails === null ? null : whichRan(rejection.ran, fails)}{" "}
        These are the hard cases, so their scores are no estimate for the set; the decision is that of the whole run.
      </p>
      <div className={classes.actions}>
        <RunAgainButton {...detail} />
        <Link href={href}>The cases that ran</Link>
        <Link href={`${href}?show=unscored&kind=early-decision`}>Those that did not</Link>
      </div>
    </section>
  );
}
