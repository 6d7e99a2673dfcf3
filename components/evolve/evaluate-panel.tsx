"use client";

import { Button, NumberInput } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import Link from "next/link";
import { RunFigures } from "@/components/runs/run-figures";
import { RunMarks } from "@/components/runs/run-name";
import { RunProgressPanel } from "@/components/runs/run-progress";
import { isOver } from "@/components/runs/run-state";
import { Hash } from "@/components/ui/hash";
import { QueryState } from "@/components/ui/query-state";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Campaign, Stage } from "@/lib/contracts/evolution";
import type { RunDetail } from "@/lib/contracts/run";
import { RunSettings } from "@/lib/contracts/run-settings";
import classes from "./evolve.module.css";

interface EvaluatePanelProps {
  project: string;
  campaign: Campaign;
  stage: Stage;
  run: UseQueryResult<RunDetail, Error>;
  concurrency: number;
  onConcurrency: (concurrency: number) => void;
  pending: boolean;
  onStart: () => void;
}

function RunState({ project, detail }: { project: string; detail: RunDetail }) {
  const { run, metrics } = detail;
  return (
    <>
      <p className={classes.row}>
        <Link href={`/p/${project}/runs/${run.id}`}>Open the run</Link> <StatusBadge status={run.status} /> <RunMarks run={run} />
        {run.reason ? <span className={classes.faint}>{run.reason}</span> : null}
      </p>
      <RunProgressPanel run={run} />
      {metrics.cases > 0 ? <RunFigures metrics={metrics} /> : null}
    </>
  );
}

/** The stage's version on the dev set: a person starts it, and sees it go. */
export function EvaluatePanel(props: EvaluatePanelProps) {
  const { project, campaign, stage, run, concurrency, onConcurrency, pending, onStart } = props;
  const status = run.data?.run.status;
  const startable =
    stage.step === "evaluate" && (stage.run === null || (status !== undefined && isOver(status) && status !== "completed"));
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
            value={concurrency}
            onChange={(value) => {
              const parsed = RunSettings.shape.concurrency.safeParse(value);
              if (parsed.success) onConcurrency(parsed.data);
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
