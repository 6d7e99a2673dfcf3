"use client";

import { Button, NumberInput } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import Link from "next/link";
import { RunFigures } from "@/components/runs/run-figures";
import { RunMarks } from "@/components/runs/run-name";
import { RunProgressPanel } from "@/components/runs/run-progress";
import { RunStatusBadge } from "@/components/runs/run-status";
import { plural } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { QueryState } from "@/components/ui/query-state";
import type { Campaign, Stage } from "@/lib/contracts/evolution";
import type { RunDetail } from "@/lib/contracts/run";
import { RunSettings } from "@/lib/contracts/run-settings";
import classes from "./evolve.module.css";

/** How many cases go at once: to begin with, and at most (null: no more than that). */
type Pace = Pick<RunSettings, "concurrency" | "maxConcurrency">;

export const defaultPace: Pace = { concurrency: RunSettings.parse({}).concurrency, maxConcurrency: 32 };

interface EvaluatePanelProps {
  project: string;
  campaign: Campaign;
  stage: Stage;
  run: UseQueryResult<RunDetail, Error>;
  pace: Pace;
  onPace: (pace: Pace) => void;
  pending: boolean;
  onStart: () => void;
}

function RunState({ project, detail }: { project: string; detail: RunDetail }) {
  const { run, metrics } = detail;
  return (
    <>
      <p className={classes.row}>
        <Link href={`/p/${project}/runs/${run.id}`}>Open the run</Link> <RunStatusBadge run={run} /> <RunMarks run={run} />
        {run.reason ? <span className={classes.faint}>{run.reason}</span> : null}
      </p>
      {run.status === "stopped" ? (
        <p className={classes.notice}>
          The run is not complete, so the stage is not evaluated: {plural(run.counts.unscored, "case")}{" "}
          {run.counts.unscored === 1 ? "has" : "have"} no verdict. Run the rest; then the regression check opens.
        </p>
      ) : null}
      <RunProgressPanel run={run} />
      {metrics.cases > 0 ? <RunFigures metrics={metrics} /> : null}
    </>
  );
}

/** The stage's version on the dev set: a person starts it, and sees it go. */
export function EvaluatePanel(props: EvaluatePanelProps) {
  const { project, campaign, stage, run, pace, onPace, pending, onStart } = props;
  const status = run.data?.run.status;
  const gone = status === "failed" || status === "cancelled";
  const startable = stage.step === "evaluate" && (stage.run === null || gone);
  return (
    <div className={classes.form}>
      <p>
        Version {stage.version ? <Hash value={stage.version} href={`/p/${project}/harness/${stage.version}`} /> : "–"} with{" "}
        {campaign.endpointName} on the dev set <Hash value={campaign.datasetVersion} copy={false} />, seed {campaign.seed}, as
        every stage of {campaign.name}.
      </p>
      {startable ? (
        <div className={classes.row}>
          <NumberInput
            label="Cases at once"
            min={1}
            max={256}
            w={120}
            value={pace.concurrency}
            onChange={(value) => {
              const parsed = RunSettings.shape.concurrency.safeParse(value);
              if (parsed.success) onPace({ ...pace, concurrency: parsed.data });
            }}
          />
          <NumberInput
            label="May grow to"
            placeholder="Does not grow"
            min={1}
            max={1_024}
            w={130}
            value={pace.maxConcurrency ?? ""}
            onChange={(value) => {
              const parsed = RunSettings.shape.maxConcurrency.safeParse(value === "" ? null : value);
              if (parsed.success) onPace({ ...pace, maxConcurrency: parsed.data });
            }}
          />
          <Button loading={pending} onClick={onStart} style={{ alignSelf: "flex-end" }}>
            {stage.run === null ? "Start the evaluation" : "Evaluate again"}
          </Button>
        </div>
      ) : null}
      {stage.run === null ? null : <QueryState query={run}>{(data) => <RunState project={project} detail={data} />}</QueryState>}
    </div>
  );
}
