"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import Link from "next/link";
import { ComparisonView } from "@/components/runs/comparison-view";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryState } from "@/components/ui/query-state";
import type { Stage } from "@/lib/contracts/evolution";
import type { Comparison } from "@/lib/contracts/run";
import classes from "./evolve.module.css";

interface RegressionPanelProps {
  project: string;
  stage: Stage;
  comparison: UseQueryResult<Comparison, Error>;
}

/** The stage's run set case by case against the run it started from; new failures first. */
export function RegressionPanel({ project, stage, comparison }: RegressionPanelProps) {
  if (stage.baseRun === null) {
    return (
      <EmptyState
        title="The first stage has none before it to compare with"
        action={stage.run ? <Link href={`/p/${project}/runs/${stage.run}`}>Look at its run</Link> : null}
      >
        Its scores are what the next stage is measured against.
      </EmptyState>
    );
  }
  if (stage.run === null) return <p className={classes.faint}>The stage was decided before it was evaluated.</p>;
  return (
    <QueryState query={comparison} rows={12}>
      {(data) => <ComparisonView project={project} comparison={data} inline />}
    </QueryState>
  );
}
