import "server-only";
import { findDiagnosis, listEntries, listNoiseRuns } from "@/db/campaign-repository";
import { type KeptSummary, pairKey, type RunPair } from "@/db/comparison-repository";
import { type ShippedEntry, shippedEntries } from "@/db/stage-runs-repository";
import type { CampaignChart, StagePoint, StageSummary } from "@/lib/contracts/evolution";
import type { RunMetrics } from "@/lib/contracts/run";
import { type ShippedStage, type StopEvidence, stopAdvice } from "@/lib/evolution/stop-rule";
import { toCampaign } from "../campaign-view";
import { completedMetrics } from "../completed-metrics";
import type { Context } from "../context";
import { requireCampaign, requireDataset } from "../lookups";
import { summariesOf } from "../paired-results";
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
  };
}

/** What the shipped entries of a stage promised and what came of it. */
function shippedOf(shipped: readonly ShippedEntry[], summary: KeptSummary): ShippedStage | null {
  if (shipped.length === 0) return null;
  const predicted = new Set(shipped.flatMap((entry) => entry.predictedFixes));
  const touched = new Set(shipped.flatMap((entry) => entry.touched));
  const flipped = summary.flipped();
  return {
    predicted: predicted.size,
    fixed: flipped.fixed.filter((id) => predicted.has(id)).length,
    touched: touched.size,
    broken: flipped.broken.filter((id) => touched.has(id)).length,
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
  const entriesOf = new Map<string, ShippedEntry[]>();
  for (const entry of shippedEntries(store, campaign.id)) {
    entriesOf.set(entry.stage, [...(entriesOf.get(entry.stage) ?? []), entry]);
  }
  const shipped = stages.flatMap((stage, index) => {
    const summary = summaryAt(index);
    return summary ? (shippedOf(entriesOf.get(stage.id) ?? [], summary) ?? []) : [];
  });
  const evaluated = points.find((point) => point.metrics !== null);
  const devCases = evaluated?.metrics?.cases ?? requireDataset(store, input.project, campaign.dataset).cases;
  return {
    campaign,
    points,
    categories: [...categories].sort(),
    noise: noiseOf(store, noiseRuns, ended),
    advice: stopAdvice({ points, devCases, shipped, ...newestDiagnosis(store, stages, ended) }),
  };
}
