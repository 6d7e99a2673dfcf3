"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { fileHref } from "@/components/trajectory/file-href";
import { SideBySide } from "@/components/trajectory/side-by-side";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { formatDuration } from "@/components/ui/format";
import { Loading } from "@/components/ui/loading";
import { queries } from "@/lib/client/queries";
import type { CaseResultDetail } from "@/lib/contracts/run";
import { caseHref } from "./case-filters";
import { ScoreMark } from "./case-marks";
import { ChecksList } from "./checks-list";
import classes from "./runs.module.css";

interface CaseAgainstProps {
  project: string;
  /** Case id. */
  item: string;
  base: { run: string; name: string; repeat: number };
  head: { run: string; name: string; repeat: number };
  /** Brings the first step that differs into sight as soon as it is there. */
  reveal?: (step: HTMLElement) => void;
}

function Heading({ detail, name, label, href }: { detail: CaseResultDetail; name: string; label: string; href: string }) {
  const { result } = detail;
  const bad = result.checks.filter((check) => check.verdict !== "passed");
  return (
    <>
      <h3>
        {label}:{" "}
        <Link className={classes.inText} href={href}>
          {name}
        </Link>
        {result.repeat > 0 ? `, repeat ${result.repeat + 1}` : ""}
      </h3>
      <p>
        Accuracy <ScoreMark score={result.accuracy} state={result.state} /> Effectiveness{" "}
        <ScoreMark score={result.effectiveness} state={result.state} />{" "}
        <span className={classes.small}>{formatDuration(result.wallMs)}</span>
      </p>
      <blockquote className={`${classes.quote} ${classes.reply}`}>
        {result.reply === "" ? <span className={classes.faint}>{result.reason ?? "No reply."}</span> : result.reply}
      </blockquote>
      {bad.length > 0 ? <ChecksList checks={bad} /> : <p className={classes.small}>Every check passed.</p>}
    </>
  );
}

/** One case answered twice, side by side: replies, checks that did not pass, and the trajectories step by step. */
export function CaseAgainst({ project, item, base, head, reveal }: CaseAgainstProps) {
  const left = useQuery(queries.runs.result.queryOptions({ input: { project, run: base.run, case: item, repeat: base.repeat } }));
  const right = useQuery(
    queries.runs.result.queryOptions({ input: { project, run: head.run, case: item, repeat: head.repeat } }),
  );
  const error = left.error ?? right.error;
  if (error) return <ErrorState error={error} onRetry={() => Promise.all([left.refetch(), right.refetch()])} />;
  if (!left.data || !right.data) return <Loading rows={8} />;
  if (left.data.trajectory === null || right.data.trajectory === null) {
    const missing = left.data.trajectory === null ? base : head;
    return <EmptyState title={`${missing.name} did not run the case`}>There is nothing to set side by side.</EmptyState>;
  }
  const side = (
    detail: CaseResultDetail,
    trajectory: NonNullable<CaseResultDetail["trajectory"]>,
    run: string,
    name: string,
    label: string,
  ) => ({
    trajectory,
    fileHref: (path: string) => fileHref(project, trajectory.harness.hash, path),
    heading: (
      <Heading
        detail={detail}
        name={name}
        label={label}
        href={caseHref(project, run, { case: item, repeat: detail.result.repeat })}
      />
    ),
  });
  return (
    <SideBySide
      base={side(left.data, left.data.trajectory, base.run, base.name, "Before")}
      head={side(right.data, right.data.trajectory, head.run, head.name, "After")}
      reveal={reveal}
    />
  );
}
