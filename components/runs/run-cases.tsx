"use client";

import { useQuery } from "@tanstack/react-query";
import { LookState } from "@/components/cases/look-state";
import { Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { queries } from "@/lib/client/queries";
import type { RunDetail } from "@/lib/contracts/run";
import { CaseTable } from "./case-table";
import { RubricTable, rubricAverage } from "./rubric-table";
import classes from "./runs.module.css";
import { StateCounts } from "./state-counts";

/** What a run's scores rest on and its cases; of a run on a vault the counts alone. */
export function RunCases({ run, metrics }: RunDetail) {
  const dataset = useQuery(queries.datasets.get.queryOptions({ input: { project: run.project, dataset: run.dataset } }));
  const { rubrics } = metrics;
  return (
    <>
      {rubrics ? (
        <Section title="Rubrics" aside={rubricAverage(rubrics)}>
          <RubricTable rubrics={rubrics} />
        </Section>
      ) : null}
      <Section title="Cases">
        <QueryState query={dataset} rows={12}>
          {(set) => (
            <>
              <LookState dataset={set} />
              <StateCounts metrics={metrics} linked={set.role !== "vault"} />
              {set.role === "vault" ? (
                <p className={classes.small}>
                  A vault shows its scores by category and no case, so that nothing is learnt from it.
                </p>
              ) : (
                <CaseTable run={run} categories={metrics.categories.map((item) => item.category)} />
              )}
            </>
          )}
        </QueryState>
      </Section>
    </>
  );
}
