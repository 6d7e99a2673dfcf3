"use client";

import { Button, Modal, SegmentedControl } from "@mantine/core";
import { skipToken, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import { RunProgressPanel } from "@/components/runs/run-progress";
import { isOver } from "@/components/runs/run-state";
import { RunStatusBadge } from "@/components/runs/run-status";
import type { HeatMetric, HeatOrder } from "@/components/stages/chart-data";
import { StopClauses } from "@/components/stages/stop-clauses";
import { StopReplayView } from "@/components/stages/stop-replay";
import { formatShare, plural } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { Icon } from "@/components/ui/icon";
import { Loading } from "@/components/ui/loading";
import { Mark } from "@/components/ui/mark";
import { PageHeader, Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { ReturnFocus } from "@/components/ui/return-focus";
import { StatusBadge } from "@/components/ui/status-badge";
import { useAction } from "@/components/ui/use-action";
import { useKeys } from "@/components/ui/use-keys";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { CampaignChart, StageSummary } from "@/lib/contracts/evolution";
import { AnotherStageDialog } from "./another-stage-dialog";
import { AutopilotSection } from "./autopilot-section";
import { openStage } from "./campaigns-page";
import classes from "./evolve.module.css";
import { CampaignGraph } from "./graph";
import { metricWords } from "./metric-words";
import { ReasonDialog } from "./reason-dialog";
import { type StageFacet, StageTable } from "./stage-table";
import { LOOP } from "./steps";
import { useRestore } from "./use-restore";

const StageChart = dynamic(() => import("@/components/stages/stage-chart").then((module) => module.StageChart), {
  ssr: false,
  loading: () => <Loading rows={10} label="Loading the chart" />,
});

const METRICS: readonly HeatMetric[] = ["avg", "accuracy", "effectiveness"];
const FACETS: { value: StageFacet; label: string }[] = [
  { value: "scores", label: "Scores" },
  { value: "foresight", label: "Foresight and cost" },
];
const ORDERS: { value: HeatOrder; label: string }[] = [
  { value: "name", label: "By name" },
  { value: "loss", label: "Largest loss" },
  { value: "gain", label: "Largest gain" },
];

/** A run started from this page, followed where it was started. */
function FollowedRun({ project, run, onClose }: { project: string; run: string; onClose: () => void }) {
  const detail = useQuery(queries.runs.get.queryOptions({ input: { project, run } }));
  if (!detail.data) return null;
  const { run: item } = detail.data;
  return (
    <Section
      title={`Run of ${item.versionName} on ${item.datasetName}, seed ${item.settings.seed}`}
      aside={
        <>
          <Link href={`/p/${project}/runs/${run}`}>Open the run</Link>
          <Button variant="subtle" onClick={onClose}>
            Hide
          </Button>
        </>
      }
    >
      {isOver(item.status) ? <RunStatusBadge run={item} /> : <RunProgressPanel run={item} />}
    </Section>
  );
}

function CampaignView({ project, chart }: { project: string; chart: CampaignChart }) {
  const { get, set } = useUrlParams();
  const { campaign, noise, advice, replay } = chart;
  const words = metricWords(campaign.kind);
  const metric = METRICS.find((item) => item === get("metric")) ?? "avg";
  const order = ORDERS.find((item) => item.value === get("order"))?.value ?? "name";
  const facet = FACETS.find((item) => item.value === get("columns"))?.value ?? "scores";
  const { restore, pending: restoring } = useRestore(project, campaign, advice);
  const [selecting, setSelecting] = useState<StageSummary | null>(null);
  const [holding, setHolding] = useState<StageSummary | null>(null);
  const [branching, setBranching] = useState<{ from: string | null } | null>(null);
  const invalidate = [queries.campaigns.key(), queries.runs.list.key()];
  const noiseRun = useAction({
    mutation: queries.campaigns.noise.mutationOptions(),
    invalidate,
    onDone: (run) => set({ run: run.id }),
  });
  const select = useAction({
    mutation: queries.campaigns.select.mutationOptions(),
    invalidate,
    done: (_, input) =>
      `${campaign.stages.find((stage) => stage.id === input.stage)?.name ?? "The stage"} is the selected checkpoint.`,
    onDone: () => setSelecting(null),
  });
  const heldOut = useAction({
    mutation: queries.stages.evaluate.mutationOptions(),
    invalidate,
    onDone: (run) => {
      setHolding(null);
      set({ run: run.id });
    },
  });
  const dev = useQuery(queries.datasets.get.queryOptions({ input: { project, dataset: campaign.dataset } }));
  const held = useQuery(
    queries.datasets.get.queryOptions({
      input: campaign.heldOutDataset ? { project, dataset: campaign.heldOutDataset } : skipToken,
    }),
  );
  const waiting = openStage(campaign);
  const evaluated = chart.points.filter((point) => point.metrics !== null);
  const selected = chart.points.find((point) => point.stage.id === campaign.selectedStage);
  const newest = evaluated.at(-1);
  const comparable = selected?.stage.run && newest?.stage.run && selected.stage.id !== newest.stage.id;
  const advised = chart.points.find((point) => point.stage.id === advice.stage);
  const mayBranch = evaluated.length > 0 && campaign.status === "active";
  const branchFrom = (stage: StageSummary) => setBranching({ from: stage.id });
  const anotherStage = () => {
    if (mayBranch) setBranching({ from: campaign.selectedStage });
  };
  useKeys("Campaign", [{ keys: "n", label: "Another stage", run: anotherStage }]);
  return (
    <>
      <PageHeader
        trail={[{ label: "Evolve", href: `/p/${project}/evolve` }]}
        title={campaign.name}
        marks={
          <>
            <StatusBadge status={campaign.status} />
            {campaign.kind === "judge" ? <Mark kind="judge" /> : null}
            {campaign.embedded ? <Mark kind="stand-in policy" /> : null}
            {dev.data?.synthetic ? <Mark kind="synthetic" /> : null}
          </>
        }
        detail={
          <>
            Held fixed: {campaign.endpointName},{" "}
            <Link className={classes.inText} href={`/p/${project}/cases/${campaign.dataset}`}>
              {dev.data?.name ?? campaign.dataset}
            </Link>{" "}
            <Hash value={campaign.datasetVersion} copy={false} /> {dev.data ? `(${plural(dev.data.cases, "case")})` : ""}, seed{" "}
            {campaign.seed}. Held-out set: {campaign.heldOutDataset ? (held.data?.name ?? campaign.heldOutDataset) : "none"}.{" "}
            {words.note}
          </>
        }
        actions={
          <>
            {comparable ? (
              <Button
                variant="default"
                component={Link}
                leftSection={<Icon name="compare" />}
                href={`/p/${project}/runs/compare?base=${selected.stage.run}&head=${newest.stage.run}`}
              >
                Compare selected with newest
              </Button>
            ) : null}
            <Button
              variant="default"
              disabled={evaluated.length === 0}
              loading={noiseRun.isPending}
              title="Runs the selected stage's version again with another seed"
              onClick={() => noiseRun.mutate({ project, campaign: campaign.id })}
            >
              Measure noise
            </Button>
            <Button
              variant={waiting ? "default" : "filled"}
              leftSection={<Icon name="add" />}
              disabled={!mayBranch}
              onClick={anotherStage}
            >
              Another stage
            </Button>
            {waiting ? (
              <Button
                component={Link}
                href={`/p/${project}/evolve/${campaign.id}/${waiting.id}`}
                rightSection={<Icon name="arrowRight" />}
              >
                {waiting.name}: {LOOP.find((step) => step.id === waiting.step)?.name}
              </Button>
            ) : null}
          </>
        }
      />
      {get("run") ? <FollowedRun project={project} run={get("run") ?? ""} onClose={() => set({ run: null })} /> : null}
      <Section
        title="Stages"
        aside={
          <div className={classes.chartBar}>
            <span>
              {noise
                ? `A/A noise: ±${formatShare(noise.accuracy)} points ${words.accuracy}, ±${formatShare(noise.effectiveness)} ${words.effectiveness}, ${plural(noise.runs, "run")}`
                : "A/A noise is not measured yet"}
            </span>
            <SegmentedControl
              aria-label="Metric of the heat map"
              data={METRICS.map((value) => ({ value, label: words[value] }))}
              value={metric}
              onChange={(value) => set({ metric: value === "avg" ? null : value })}
            />
            <SegmentedControl
              aria-label="Order of the categories"
              data={ORDERS}
              value={order}
              onChange={(value) => set({ order: value === "name" ? null : value })}
            />
          </div>
        }
      >
        <StageChart project={project} chart={chart} metric={metric} order={order} />
      </Section>
      <Section title="Stop or go on">
        <StopClauses
          advice={advice}
          action={
            advised && advised.stage.id !== campaign.selectedStage ? (
              <Button
                variant="default"
                leftSection={<Icon name="rollback" />}
                loading={restoring}
                title="Selects it, so that the next stage begins from it. Production does not move."
                onClick={() => restore(advised.stage)}
              >
                Restore {advised.stage.name}
              </Button>
            ) : null
          }
        />
      </Section>
      {replay ? (
        <Section title="What the stop rule would have done">
          <StopReplayView
            replay={replay}
            kind={campaign.kind}
            points={chart.points}
            stageHref={(stage) => `/p/${project}/evolve/${campaign.id}/${stage}`}
          />
        </Section>
      ) : null}
      <Section
        title="How the stages came about"
        aside={<span>{words.avg} with its difference to the stage it came from; arrow keys move, Enter opens</span>}
      >
        <CampaignGraph
          project={project}
          campaign={campaign.id}
          kind={campaign.kind}
          onRestore={restore}
          onBranch={mayBranch ? branchFrom : null}
        />
      </Section>
      <AutopilotSection project={project} chart={chart} />
      <Section
        title="What each stage did"
        aside={
          <>
            <span>Differences are against the stage it came from.</span>
            <SegmentedControl
              aria-label="Columns of the table"
              data={FACETS}
              value={facet}
              onChange={(value) => set({ columns: value === "scores" ? null : value })}
            />
          </>
        }
      >
        <StageTable
          project={project}
          chart={chart}
          facet={facet}
          onRestore={restore}
          onSelect={setSelecting}
          onHeldOut={setHolding}
          onBranch={branchFrom}
        />
      </Section>
      {selecting ? (
        <ReasonDialog
          title={`Select ${selecting.name} as the checkpoint`}
          action="Select"
          pending={select.isPending}
          onClose={() => setSelecting(null)}
          onSubmit={(reason) => select.mutate({ project, campaign: campaign.id, stage: selecting.id, reason })}
        >
          <p>
            {selected ? `${selected.stage.name} is selected now. ` : ""}The selected checkpoint is where the next stage begins and
            what the noise is measured on. Production does not move.
          </p>
        </ReasonDialog>
      ) : null}
      {holding ? (
        <Modal opened onClose={() => setHolding(null)} title={`Run ${holding.name} on the held-out set`} size="md">
          <ReturnFocus />
          <div className={classes.form}>
            <p>
              Every look wears the held-out set out a little.{" "}
              {plural(chart.points.filter((point) => point.heldOut).length, "stage")} of this campaign{" "}
              {chart.points.filter((point) => point.heldOut).length === 1 ? "has" : "have"} been run on it so far.
            </p>
            <div className={classes.end}>
              <Button variant="default" onClick={() => setHolding(null)}>
                Close
              </Button>
              <Button
                data-autofocus
                loading={heldOut.isPending}
                onClick={() => heldOut.mutate({ project, campaign: campaign.id, stage: holding.id, on: "held-out" })}
              >
                Start the run
              </Button>
            </div>
          </div>
        </Modal>
      ) : null}
      {branching ? (
        <AnotherStageDialog project={project} campaign={campaign} parent={branching.from} onClose={() => setBranching(null)} />
      ) : null}
    </>
  );
}

/** One campaign: its stages as charts and a table, whether to stop, and what to do next. */
export function CampaignPage({ project, campaign }: { project: string; campaign: string }) {
  const chart = useQuery({
    ...queries.campaigns.chart.queryOptions({ input: { project, campaign } }),
    refetchInterval: (query) =>
      query.state.data?.points.some((point) => point.stage.step === "evaluate" && point.stage.run !== null) ? 3_000 : false,
  });
  return (
    <QueryState
      query={chart}
      what={{ name: "campaign", id: campaign }}
      back={{ label: "All campaigns", href: `/p/${project}/evolve` }}
      rows={14}
    >
      {(data) => <CampaignView project={project} chart={data} />}
    </QueryState>
  );
}
