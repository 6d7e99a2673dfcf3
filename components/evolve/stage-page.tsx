"use client";

import { Button, Loader } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { noBudget, parseBudget } from "@/components/runs/budget-form";
import { RunAgainButton } from "@/components/runs/run-again-dialog";
import { isOver, statusWords } from "@/components/runs/run-state";
import { Hash } from "@/components/ui/hash";
import { Icon } from "@/components/ui/icon";
import { Mark } from "@/components/ui/mark";
import { PageHeader } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { Campaign, Stage } from "@/lib/contracts/evolution";
import type { RunStatus } from "@/lib/contracts/run";
import { AnotherStageDialog } from "./another-stage-dialog";
import { ConfirmStep } from "./confirm-step";
import { DecideDrawer } from "./decide-drawer";
import { DecidePanel, DecisionLine } from "./decide-panel";
import { canDiagnose, DiagnosePanel, defaultDiagnosis, isDiagnosing } from "./diagnose-panel";
import { earlyRejection } from "./early-rejection";
import { EditPanel } from "./edit-panel";
import { defaultEvaluation, parseEvaluation } from "./evaluate-form";
import { EvaluatePanel } from "./evaluate-panel";
import classes from "./evolve.module.css";
import { RegressionPanel } from "./regression-panel";
import { StageNewsBar } from "./stage-news-bar";
import { Stepper } from "./stepper";
import { LOOP, type LoopStep, type NextStep, nextStep, stepState } from "./steps";
import { UseAsJudge } from "./use-as-judge";
import { useDrafts } from "./use-drafts";
import { type StageKey, useStageActions } from "./use-stage-actions";
import { useStageLive } from "./use-stage-live";

interface StageViewProps {
  stageKey: StageKey;
  campaign: Campaign;
  stage: Stage;
  live: ReturnType<typeof useStageLive>;
  reload: () => void;
}

/** How a run ended where it did not complete. */
function endedBefore(status: RunStatus | undefined): "stopped" | "failed" | null {
  if (status === "stopped") return "stopped";
  return status === "failed" || status === "cancelled" ? "failed" : null;
}

function StageView({ stageKey, campaign, stage, live, reload }: StageViewProps) {
  const { project } = stageKey;
  const { get, set } = useUrlParams();
  const actions = useStageActions(stageKey);
  const [choice, setChoice] = useState(defaultDiagnosis);
  const drafts = useDrafts();
  const [evaluation, setEvaluation] = useState(defaultEvaluation);
  const [branching, setBranching] = useState(false);
  const run = useQuery({
    ...queries.runs.get.queryOptions({ input: stage.run ? { project, run: stage.run } : skipToken }),
    refetchInterval: (query) => (query.state.data && !isOver(query.state.data.run.status) ? 2_000 : false),
  });
  const dev = useQuery(queries.datasets.get.queryOptions({ input: { project, dataset: campaign.dataset } }));
  const rejected = run.data ? earlyRejection(run.data.run) : null;
  const evaluated = stage.run !== null && stage.baseRun !== null && run.data?.run.status === "completed";
  const comparison = useQuery(
    queries.stages.comparison.queryOptions({ input: evaluated || rejected !== null ? stageKey : skipToken }),
  );
  const fixed = new Set((comparison.data?.flips ?? []).filter((flip) => flip.direction === "fixed").map((flip) => flip.case));

  const asked = LOOP.find((step) => step.id === get("view"))?.id;
  // A stage that was rejected early has nothing left to evaluate: its new failures are next.
  const current: LoopStep = stage.step === "decided" || rejected !== null ? "regression-check" : stage.step;
  const reached = (step: LoopStep) => stepState(stage, step) === "done" || stepState(stage, step) === "current";
  // Another's decision may be the last one: a person who is writing stays where they write.
  const writing = current === "edit" && Object.keys(drafts.all).length > 0;
  const view = asked && reached(asked) ? asked : writing ? "confirm" : current;
  const next = nextStep(stage, rejected === null ? endedBefore(run.data?.run.status) : "rejected");
  const diagnosing = isDiagnosing(stage, actions.diagnose.isPending);
  const startDiagnosis = () => {
    if (!canDiagnose(choice)) return set({ view: "diagnose" });
    set({ view: null, cluster: null, entry: null, clusters: null });
    const { analyst, maxEntries } = choice;
    const { budget } = parseBudget(analyst.kind === "llm" ? choice.budget : noBudget);
    actions.diagnose.mutate({ ...stageKey, analyst, maxEntries, ...(budget === null ? {} : { budget }) });
  };
  const stopDiagnosis = () => actions.stopDiagnosis.mutate(stageKey);
  const startEvaluation = () => {
    const { choice } = parseEvaluation(evaluation);
    set({ view: null });
    if (choice) actions.evaluate.mutate({ ...stageKey, on: "dev", ...choice });
  };
  const deciding = get("decide") !== null;
  const follow = (step: NextStep) => {
    switch (step.kind) {
      case "diagnose":
        return startDiagnosis();
      case "review":
        return set({ view: null, entry: step.entry, cluster: null });
      case "apply":
        if (view !== "edit") return set({ view: null });
        return actions.apply.mutate({ ...stageKey, message: "" });
      case "evaluate":
        return startEvaluation();
      case "decide":
        return set({ view: null, decide: "1" });
      case "next-stage":
        return setBranching(true);
      case "finish":
      case "wait":
        return undefined;
    }
  };
  const after = campaign.stages.filter((item) => item.parent === stage.id);
  const sending = actions.diagnose.isPending || actions.evaluate.isPending || actions.apply.isPending;
  const waiting = next.kind === "wait" || diagnosing;
  const parent = campaign.stages.find((item) => item.id === stage.parent);
  return (
    <>
      <PageHeader
        trail={[
          { label: "Evolve", href: `/p/${project}/evolve` },
          { label: campaign.name, href: `/p/${project}/evolve/${campaign.id}` },
        ]}
        title={stage.name}
        marks={
          <>
            {stage.version ? <Hash value={stage.version} href={`/p/${project}/harness/${stage.version}`} /> : null}
            {campaign.kind === "judge" ? <Mark kind="judge" /> : null}
            {campaign.embedded ? <Mark kind="stand-in policy" /> : null}
            {stage.diagnosis?.analyst.kind === "heuristic" ? <Mark kind="heuristic" /> : null}
            {dev.data?.synthetic ? <Mark kind="synthetic" /> : null}
          </>
        }
        detail={
          parent ? (
            <>
              From{" "}
              <Link className={classes.inText} href={`/p/${project}/evolve/${campaign.id}/${parent.id}`}>
                {parent.name}
              </Link>
              {after.length > 0 ? (
                <>
                  , then{" "}
                  {after.map((item, index) => (
                    <span key={item.id}>
                      {index > 0 ? ", " : ""}
                      <Link className={classes.inText} href={`/p/${project}/evolve/${campaign.id}/${item.id}`}>
                        {item.name}
                      </Link>
                    </span>
                  ))}
                </>
              ) : null}
            </>
          ) : (
            "The first stage of the campaign."
          )
        }
        actions={
          campaign.kind === "judge" && stage.version && run.data?.run.status === "completed" ? (
            <UseAsJudge project={project} version={stage.version} endpoint={campaign.endpoint} />
          ) : null
        }
      />
      <div className={classes.top}>
        <Stepper
          stage={stage}
          run={run.data && statusWords(run.data.run)}
          view={view}
          onView={(step) => set({ view: step === current ? null : step }, "push")}
        />
        {next.kind === "finish" && run.data ? (
          <RunAgainButton {...run.data} primary />
        ) : (
          <Button
            loading={sending}
            disabled={waiting || (next.kind === "next-stage" && campaign.status !== "active")}
            onClick={() => follow(next)}
            rightSection={waiting ? <Loader size={12} color="gray" /> : <Icon name="arrowRight" />}
          >
            {run.data?.run.status === "paused" ? "Paused" : next.label}
          </Button>
        )}
      </div>
      <StageNewsBar
        news={live.news}
        interrupted={live.interrupted}
        onEntry={(entry) => set({ view: stage.step === "confirm" ? null : "confirm", entry, cluster: null, clusters: null })}
        onDismiss={live.dismiss}
      />
      {view === "diagnose" ? (
        <DiagnosePanel
          project={project}
          stage={stage}
          choice={choice}
          onChoice={setChoice}
          pending={actions.diagnose.isPending}
          onStart={startDiagnosis}
          stopping={actions.stopDiagnosis.isPending}
          onStop={stopDiagnosis}
        />
      ) : null}
      {view === "confirm" ? (
        <ConfirmStep
          {...{ stageKey, campaign, stage, diagnosing, fixed, drafts, actions, reload }}
          diagnosis={stage.diagnosis}
          onStop={stopDiagnosis}
          onDiagnoseAgain={() => set({ view: "diagnose" }, "push")}
        />
      ) : null}
      {view === "edit" ? <EditPanel stageKey={stageKey} stage={stage} actions={actions} reload={reload} /> : null}
      {view === "evaluate" ? (
        <EvaluatePanel
          project={project}
          campaign={campaign}
          stage={stage}
          run={run}
          fields={evaluation}
          onFields={setEvaluation}
          pending={actions.evaluate.isPending}
          onStart={startEvaluation}
        />
      ) : null}
      {view === "regression-check" ? (
        <>
          {stage.decision ? <DecisionLine decision={stage.decision} /> : null}
          <RegressionPanel
            stageKey={stageKey}
            kind={campaign.kind}
            stage={stage}
            comparison={comparison}
            run={run.data ?? null}
          />
        </>
      ) : null}
      {deciding && !stage.decision ? (
        <DecideDrawer onClose={() => set({ decide: null })}>
          <DecidePanel
            stageKey={stageKey}
            stage={stage}
            comparison={comparison.data ?? null}
            rejected={rejected}
            actions={actions}
            reload={reload}
            onDecided={(kind) => {
              set({ decide: null, view: null });
              if (kind === "another-stage") setBranching(true);
            }}
          />
        </DecideDrawer>
      ) : null}
      {branching ? (
        <AnotherStageDialog
          project={project}
          campaign={campaign}
          parent={stage.decision?.kind === "rollback" ? stage.parent : stage.id}
          onClose={() => setBranching(false)}
        />
      ) : null}
    </>
  );
}

/** A stage of a campaign: diagnose, confirm, edit, evaluate, check for regressions, decide. */
export function StagePage({ project, campaign, stage }: StageKey) {
  const key: StageKey = { project, campaign, stage };
  const parent = useQuery(queries.campaigns.get.queryOptions({ input: { project, campaign } }));
  const live = useStageLive(key);
  const detail = useQuery({
    ...queries.stages.get.queryOptions({ input: key }),
    // Events bring every change; while they do not come, the page looks for itself.
    refetchInterval: live.interrupted ? 2_000 : false,
  });
  const back = { label: "Back to the campaign", href: `/p/${project}/evolve/${campaign}` };
  return (
    <QueryState
      query={parent}
      what={{ name: "campaign", id: campaign }}
      back={{ label: "All campaigns", href: `/p/${project}/evolve` }}
    >
      {(campaignData) => (
        <QueryState query={detail} what={{ name: "stage", id: stage }} back={back} rows={12}>
          {(data) => (
            <StageView
              key={data.id}
              stageKey={key}
              campaign={campaignData}
              stage={data}
              live={live}
              reload={() => void detail.refetch()}
            />
          )}
        </QueryState>
      )}
    </QueryState>
  );
}
