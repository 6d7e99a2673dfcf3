import "server-only";
import { findDiagnosis, listEntries, listNoiseRuns } from "@/db/campaign-repository";
import { findRun } from "@/db/run-repository";
import type { Campaign, CampaignChart, StagePoint, StageSummary } from "@/lib/contracts/evolution";
import type { Comparison, RunMetrics } from "@/lib/contracts/run";
import { type ShippedStage, type StopEvidence, stopAdvice } from "@/lib/evolution/stop-rule";
import { toCampaign } from "../campaign-view";
import type { Context } from "../context";
import { requireCampaign, requireDataset } from "../lookups";
import type { CampaignKey } from "./campaigns";
import { compareTwoRuns } from "./runs";

type Reader = Pick<Context, "studio">;

const metricsOfEnded = ({ studio }: Reader, run: string | null): RunMetrics | null => {
  const stored = run === null ? undefined : findRun(studio.database, run);
  return stored?.status === "completed" ? stored.metrics : null;
};

/** The stage's run paired with the one before it; null where one of them is not there or not completed. */
function pairOf(context: Reader, project: string, stage: StageSummary): Comparison | null {
  const both = [stage.baseRun, stage.run].map((run) => metricsOfEnded(context, run));
  if (!stage.baseRun || !stage.run || both.includes(null)) return null;
  return compareTwoRuns(context, { project, base: stage.baseRun, head: stage.run });
}

function toPoint(context: Reader, stage: StageSummary, pair: Comparison | null): StagePoint {
  const categoryOf = new Map(pair?.flips.map((flip) => [flip.case, flip.category]));
  const count = (direction: "fixed" | "broken") => pair?.flips.filter((flip) => flip.direction === direction).length ?? null;
  return {
    stage,
    metrics: metricsOfEnded(context, stage.run),
    heldOut: metricsOfEnded(context, stage.heldOutRun),
    fixed: count("fixed"),
    broken: count("broken"),
    brokenP0: (pair?.brokenP0 ?? []).map((id) => ({ category: categoryOf.get(id) ?? "", case: id })),
    rejected: stage.decision?.kind === "rollback",
  };
}

/** What the shipped entries of a stage promised and what came of it. */
function shippedOf(context: Reader, stage: StageSummary, pair: Comparison): ShippedStage | null {
  const shipped = listEntries(context.studio.database, stage.id).filter(
    (entry) => entry.status === "accepted" || entry.status === "edited",
  );
  if (shipped.length === 0) return null;
  const predicted = new Set(shipped.flatMap((entry) => entry.predictedFixes));
  const touched = new Set(shipped.flatMap((entry) => entry.touched));
  const flipped = (direction: "fixed" | "broken", among: Set<string>) =>
    pair.flips.filter((flip) => flip.direction === direction && among.has(flip.case)).length;
  return {
    predicted: predicted.size,
    fixed: flipped("fixed", predicted),
    touched: touched.size,
    broken: flipped("broken", touched),
  };
}

/** Half the width of the 95 % interval of the difference of two runs of one version; the widest of those measured. */
function noiseOf(context: Reader, campaign: Campaign): CampaignChart["noise"] {
  const pairs = listNoiseRuns(context.studio.database, campaign.id).flatMap(({ run, baseRun }) =>
    metricsOfEnded(context, run) && metricsOfEnded(context, baseRun)
      ? [compareTwoRuns(context, { project: campaign.project, base: baseRun, head: run })]
      : [],
  );
  if (pairs.length === 0) return null;
  const widest = (metric: "accuracy" | "effectiveness") =>
    Math.max(
      ...pairs.map((pair) => {
        const found = pair.metrics.find((one) => one.metric === metric);
        return found && found.low !== null && found.high !== null ? (found.high - found.low) / 2 : 0;
      }),
    );
  return { accuracy: widest("accuracy"), effectiveness: widest("effectiveness"), runs: pairs.length };
}

/** The newest diagnosis and its open proposals, with which the stop rule weighs going on. */
function newestDiagnosis(context: Reader, stages: readonly StageSummary[]): Pick<StopEvidence, "clusters" | "proposals"> {
  const evaluated = [...stages].reverse().find((stage) => metricsOfEnded(context, stage.run));
  const open = [...stages].reverse().find((stage) => stage.baseRun !== null && stage.baseRun === evaluated?.run);
  const diagnosis = open ? findDiagnosis(context.studio.database, open.id) : null;
  if (!open || diagnosis?.status !== "completed") return { clusters: null, proposals: [] };
  const sizes = new Map(diagnosis.clusters.map((cluster) => [cluster.id, cluster.cases.length]));
  const proposals = listEntries(context.studio.database, open.id)
    .filter((entry) => entry.status === "proposed" || entry.status === "accepted" || entry.status === "edited")
    .map((entry) => ({ title: entry.title, cluster: sizes.get(entry.cluster) ?? 0, touched: entry.touched.length }));
  return { clusters: diagnosis.clusters, proposals };
}

/** Scores, categories, noise and stop advice over the stages of a campaign. */
export function campaignChart(context: Context, input: CampaignKey): CampaignChart {
  const store = context.studio.database;
  const stored = requireCampaign(store, input.project, input.campaign);
  const campaign = toCampaign(store, stored);
  const pairs = campaign.stages.map((stage) => ({ stage, pair: pairOf(context, input.project, stage) }));
  const points = pairs.map(({ stage, pair }) => toPoint(context, stage, pair));
  const categories = new Set(points.flatMap((point) => point.metrics?.categories.map((one) => one.category) ?? []));
  const shipped = pairs.flatMap(({ stage, pair }) => {
    const one = pair && shippedOf(context, stage, pair);
    return one ? [one] : [];
  });
  const evaluated = points.find((point) => point.metrics !== null);
  const devCases = evaluated?.metrics?.cases ?? requireDataset(store, input.project, campaign.dataset).cases;
  return {
    campaign,
    points,
    categories: [...categories].sort(),
    noise: noiseOf(context, campaign),
    advice: stopAdvice({ points, devCases, shipped, ...newestDiagnosis(context, campaign.stages) }),
  };
}
