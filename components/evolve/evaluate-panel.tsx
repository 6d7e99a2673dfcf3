"use client";

import { Button, Checkbox, NumberInput, SegmentedControl } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import Link from "next/link";
import { useMemo } from "react";
import { BudgetInputs } from "@/components/runs/budget-fields";
import { RunFigures } from "@/components/runs/run-figures";
import { RunMarks } from "@/components/runs/run-name";
import { type PreviewInput, RunCost } from "@/components/runs/run-preview";
import { RunProgressPanel } from "@/components/runs/run-progress";
import { RunStatusBadge } from "@/components/runs/run-status";
import { plural } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { QueryState } from "@/components/ui/query-state";
import type { Campaign, Stage } from "@/lib/contracts/evolution";
import type { RunDetail } from "@/lib/contracts/run";
import { RunSettings } from "@/lib/contracts/run-settings";
import { earlyRejection } from "./early-rejection";
import { EarlyRejectionNotice } from "./early-rejection-notice";
import { type EvaluationFields, neededWords, parseEvaluation } from "./evaluate-form";
import classes from "./evolve.module.css";
import { metricWords } from "./metric-words";
import own from "./regression.module.css";

interface EvaluatePanelProps {
  project: string;
  campaign: Campaign;
  stage: Stage;
  run: UseQueryResult<RunDetail, Error>;
  fields: EvaluationFields;
  onFields: (fields: EvaluationFields) => void;
  pending: boolean;
  onStart: () => void;
}

function RunState({ project, kind, detail }: { project: string; kind: Campaign["kind"]; detail: RunDetail }) {
  const { run, metrics } = detail;
  const rejected = earlyRejection(run) !== null;
  return (
    <>
      <p className={classes.row}>
        <Link href={`/p/${project}/runs/${run.id}`}>Open the run</Link> <RunStatusBadge run={run} /> <RunMarks run={run} />
        {run.reason && !rejected ? <span className={classes.faint}>{run.reason}</span> : null}
      </p>
      <EarlyRejectionNotice detail={detail} />
      {run.status === "stopped" && !rejected ? (
        <p className={classes.notice}>
          The run is not complete, so the stage is not evaluated: {plural(run.counts.unscored, "case")}{" "}
          {run.counts.unscored === 1 ? "has" : "have"} no verdict. Run the rest; then the regression check opens.
        </p>
      ) : null}
      <RunProgressPanel run={run} />
      {metrics.cases > 0 && !rejected ? <RunFigures metrics={metrics} kind={kind} /> : null}
    </>
  );
}

type FormProps = Pick<EvaluatePanelProps, "project" | "campaign" | "stage" | "fields" | "onFields" | "pending" | "onStart">;

/** Pace, limits and whether it may end early, beside what it will take. */
function EvaluationForm({ project, campaign, stage, fields, onFields, pending, onStart }: FormProps) {
  const { choice, problems } = useMemo(() => parseEvaluation(fields), [fields]);
  const change = (next: Partial<EvaluationFields>) => onFields({ ...fields, ...next });
  const { version, baseRun } = stage;
  const words = metricWords(campaign.kind);
  const { endpoint, dataset, seed } = campaign;
  const input = useMemo<PreviewInput | null>(() => {
    if (version === null || choice === null) return null;
    const { concurrency, maxConcurrency, budget } = choice;
    return { project, version, endpoint, dataset, settings: RunSettings.parse({ concurrency, maxConcurrency, budget, seed }) };
  }, [project, version, endpoint, dataset, seed, choice]);
  return (
    <form
      className={own.evaluation}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (choice) onStart();
      }}
    >
      <div className={classes.form}>
        <div className={classes.row} style={{ alignItems: "flex-start" }}>
          <NumberInput
            label="Cases at once"
            min={1}
            max={256}
            w={120}
            value={fields.concurrency}
            error={problems.concurrency}
            onChange={(concurrency) => change({ concurrency })}
          />
          <NumberInput
            label="May grow to"
            placeholder="Does not grow"
            min={1}
            max={1_024}
            w={130}
            value={fields.maxConcurrency}
            error={problems.maxConcurrency}
            onChange={(maxConcurrency) => change({ maxConcurrency })}
          />
        </div>
        <fieldset className={own.fieldset}>
          <legend>Budget</legend>
          <BudgetInputs fields={fields} problems={problems} onChange={(name, value) => change({ [name]: value })} />
          <p className={classes.small}>
            At a limit the cases under way finish and no further one begins. What is left can be run later.
          </p>
        </fieldset>
        {baseRun === null ? null : (
          <div className={classes.form} style={{ gap: 6 }}>
            <Checkbox
              label={`End early when it cannot gain ${fields.needed === "" ? "n" : fields.needed} cases`}
              description="What the stage before got wrong runs first, then the cases at risk. The decision is that of the whole run."
              checked={fields.curtail}
              onChange={(event) => change({ curtail: event.currentTarget.checked })}
            />
            {fields.curtail ? (
              <div className={own.curtail}>
                <NumberInput
                  label="Net gain that is needed, cases"
                  description={neededWords(fields.needed)}
                  min={1}
                  max={10_000}
                  value={fields.needed}
                  error={problems.needed}
                  onChange={(needed) => change({ needed })}
                />
                <SegmentedControl
                  aria-label="What a case is won or lost in"
                  data={[
                    { value: "accuracy", label: `in ${words.accuracy}` },
                    { value: "avg", label: `in ${words.avgWithin}` },
                  ]}
                  value={fields.metric}
                  onChange={(value) => change({ metric: value === "avg" ? "avg" : "accuracy" })}
                />
              </div>
            ) : null}
          </div>
        )}
        <div className={classes.row}>
          <Button type="submit" variant="default" loading={pending} disabled={choice === null}>
            {stage.run === null ? "Start the evaluation" : "Evaluate again"}
          </Button>
        </div>
      </div>
      <RunCost input={input} mayEndEarly={fields.curtail} />
    </form>
  );
}

/** The stage's version on the dev set: a person starts it, sees what it will take, and sees it go. */
export function EvaluatePanel({ run, ...props }: EvaluatePanelProps) {
  const { project, campaign, stage } = props;
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
      {startable ? <EvaluationForm {...props} /> : null}
      {stage.run === null ? null : (
        <QueryState query={run}>{(data) => <RunState project={project} kind={campaign.kind} detail={data} />}</QueryState>
      )}
    </div>
  );
}
