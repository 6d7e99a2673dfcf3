import "server-only";
import { findDiagnosis, listEntries, listNoiseRuns } from "@/db/campaign-repository";
import { type KeptSummary, pairKey, type RunPair } from "@/db/comparison-repository";
import type { CampaignChart, StagePoint, StageSummary } from "@/lib/contracts/evolution";
import type { RunMetrics } from "@/lib/contracts/run";
import { type StopEvidence, stopAdvice } from "@/lib/evolution/stop-rule";
import { toCampaign } from "../campaign-view";
import { completedMetrics } from "../completed-metrics";
import type { Context } from "../context";
import { requireCampaign, requireDataset } from "../lookups";
import { summariesOf } from "../paired-results";
import { shippedStages } from "../shipped-stages";
import type { CampaignKey } from "./campaigns";
import { noiseFloor } from "./comparisons";

type Store = Context["studio"]["database"];
/** Metrics of the completed runs of a campaign, by run. */
type Ended = ReadonlyMap<string, RunMetrics>;

/** The stage's run paired with the one before it; null where one of them is not there or not completed. */
function pairOf({ baseRun, run }: StageSummary, ended: Ended): RunPair | null {
  return baseRun !== null && run !== null && ended.has(baseRun) && ended.has(run) ? { base: baseRun, head: run } : null;
}

function toPoint(stage: StageSummary, ended: Ended, summary: KeptSummary | null): StagePoint {
  const metrics = (run: string | null) => (run === null ? null : (ended.get(run) ?? null));
  return {
    stage,
    metrics: metrics(stage.run),
    heldOut: metrics(stage.heldOutRun),
    fixed: summary?.fixed ?? null,
    broken: summary?.broken ?? null,
    brokenP0: summary?.brokenP0 ?? [],
    rejected: stage.decision?.kind === "rollback",
    foresight: null,
    calls: null,
    callShare: null,
  };
}

/** The noise floor of the campaign's versions, as its chart shows it. */
function noiseOf(store: Store, pairs: readonly RunPair[], ended: Ended): CampaignChart["noise"] {
  const floor = noiseFloor(
    store,
    pairs.filter((pair) => ended.has(pair.base) && ended.has(pair.head)),
  );
  return floor && { accuracy: floor.accuracy, effectiveness: floor.effectiveness, runs: floor.pairs.length };
}

/** The newest diagnosis and its open proposals, with which the stop rule weighs going on. */
function newestDiagnosis(
  store: Store,
  stages: readonly StageSummary[],
  ended: Ended,
): Pick<StopEvidence, "clusters" | "proposals"> {
  const evaluated = stages.findLast((stage) => stage.run !== null && ended.has(stage.run));
  const open = stages.findLast((stage) => stage.baseRun !== null && stage.baseRun === evaluated?.run);
  const diagnosis = open ? findDiagnosis(store, open.id) : null;
  if (!open || diagnosis?.status !== "completed") return { clusters: null, proposals: [] };
  const sizes = new Map(diagnosis.clusters.map((cluster) => [cluster.id, cluster.cases.length]));
  const proposals = listEntries(store, open.id)
    .filter((entry) => entry.status === "proposed" || entry.status === "accepted" || entry.status === "edited")
    .map((entry) => ({ title: entry.title, cluster: sizes.get(entry.cluster) ?? 0, touched: entry.touched.length }));
  return { clusters: diagnosis.clusters, proposals };
}

/** Scores, categories, noise and stop advice over the stages of a campaign. */
export function campaignChart({ studio }: Pick<Context, "studio">, input: CampaignKey): CampaignChart {
  const store = studio.database;
  const campaign = toCampaign(store, requireCampaign(store, input.project, input.campaign));
  const { stages } = campaign;
  const noiseRuns = listNoiseRuns(store, campaign.id).map(({ run, baseRun }) => ({ base: baseRun, head: run }));
  const named = [
    ...stages.flatMap((stage) => [stage.baseRun, stage.run, stage.heldOutRun]),
    ...noiseRuns.map((pair) => pair.head),
  ];
  const ended = completedMetrics(store, [...new Set(named.filter((id) => id !== null))]);
  const pairs = stages.map((stage) => pairOf(stage, ended));
  const summaries = summariesOf(
    store,
    pairs.filter((pair) => pair !== null),
  );
  const summaryAt = (index: number) => {
    const pair = pairs[index];
    return pair ? (summaries.get(pairKey(pair)) ?? null) : null;
  };
  const points = stages.map((stage, index) => toPoint(stage, ended, summaryAt(index)));
  const categories = new Set(points.flatMap((point) => point.metrics?.categories.map((one) => one.category) ?? []));
  const shipped = shippedStages(
    store,
    campaign.id,
    stages.flatMap((stage, index) => {
      const [pair, summary] = [pairs[index], summaryAt(index)];
      return pair && summary ? [{ stage: stage.id, pair, summary }] : [];
    }),
  );
  const evaluated = points.find((point) => point.metrics !== null);
  const devCases = evaluated?.metrics?.cases ?? requireDataset(store, input.project, campaign.dataset).cases;
  return {
    campaign,
    points,
    categories: [...categories].sort(),
    noise: noiseOf(store, noiseRuns, ended),
    advice: stopAdvice({ points, devCases, shipped, ...newestDiagnosis(store, stages, ended) }),
    replay: null,
  };
}
