"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import Link from "next/link";
import { ComparisonView } from "@/components/runs/comparison-view";
import { RunFigures } from "@/components/runs/run-figures";
import { QueryState } from "@/components/ui/query-state";
import type { Stage } from "@/lib/contracts/evolution";
import type { Comparison, RunMetrics } from "@/lib/contracts/run";
import classes from "./evolve.module.css";

interface RegressionPanelProps {
  project: string;
  stage: Stage;
  comparison: UseQueryResult<Comparison, Error>;
  /** Figures of the stage's own run. */
  metrics: RunMetrics | null;
}

/** The stage's run set case by case against the run it started from; new failures first. */
export function RegressionPanel({ project, stage, comparison, metrics }: RegressionPanelProps) {
  if (stage.baseRun === null) {
    return (
      <>
        <p>
          The first stage has none before it to compare with. Its scores are what the next stage is measured against.{" "}
          {stage.run ? (
            <Link className={classes.inText} href={`/p/${project}/runs/${stage.run}`}>
              Open its run
            </Link>
          ) : null}
        </p>
        {metrics ? <RunFigures metrics={metrics} /> : null}
      </>
    );
  }
  if (stage.run === null) return <p className={classes.faint}>The stage was decided before it was evaluated.</p>;
  return (
    <QueryState query={comparison} rows={12}>
      {(data) => <ComparisonView project={project} comparison={data} inline />}
    </QueryState>
  );
}
