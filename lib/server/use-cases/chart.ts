import "server-only";
import { listNoiseRuns } from "@/db/campaign-repository";
import { type KeptSummary, pairKey, type RunPair } from "@/db/comparison-repository";
import type { CampaignChart, StagePoint, StageSummary } from "@/lib/contracts/evolution";
import type { RunMetrics } from "@/lib/contracts/run";
import { consideredPoints } from "@/lib/evolution/considered-points";
import { type KnownDiagnosis, type RunSpent, stopReplay } from "@/lib/evolution/stop-replay";
import { isEvaluated, stopAdvice } from "@/lib/evolution/stop-rule";
import { toCampaign } from "../campaign-view";
import { completedMetrics } from "../completed-metrics";

import type { Context } from "../context";
import { type EarlyRun, earlyRuns } from "../early-runs";
import { requireCampaign, requireDataset } from "../lookups";
import { summariesOf } from "../paired-results";
import { type ShippedOutcome, shippedStages } from "../shipped-stages";
import { knownDiagnoses } from "../stage-diagnoses";
import type { CampaignKey } from "./campaigns";
import { noiseFloor } from "./comparisons";

type Store = Context["studio"]["database"];

/** The runs of a campaign that have ended: the metrics of those with all their cases, and those that were ended early. */
interface Ended {
  whole: ReadonlyMap<string, RunMetrics>;
  early: ReadonlyMap<string, EarlyRun>;
}

const has = ({ whole, early }: Ended, run: string) => whole.has(run) || early.has(run);

/** The stage's run paired with the one before it; null where one of them is not there or has not ended. */
function pairOf({ baseRun, run }: StageSummary, ended: Ended): RunPair | null {
  return baseRun !== null && run !== null && ended.whole.has(baseRun) && has(ended, run) ? { base: baseRun, head: run } : null;
}

function toPoint(
  stage: StageSummary,
  ended: Ended,
  summary: KeptSummary | null,
  shipped: ShippedOutcome | undefined,
): StagePoint {
  const metrics = (run: string | null) => (run === null ? null : (ended.whole.get(run) ?? null));
  const whole = metrics(stage.run);
  const cut = stage.run === null ? undefined : ended.early.get(stage.run);
  const failed = cut?.early.decision === "not-enough" || cut?.early.decision === "worse";
  return {
    stage,
    metrics: whole,
    heldOut: metrics(stage.heldOutRun),
    fixed: summary?.fixed ?? null,
    broken: summary?.broken ?? null,
    brokenP0: summary?.brokenP0 ?? [],
    rejected: stage.decision?.kind === "rollback" || failed,
    ...(cut && { early: cut.early }),
    foresight: shipped?.foresight ?? null,
    calls: (whole ?? cut?.metrics)?.calls ?? null,
    callShare: whole === null ? (cut?.callShare ?? null) : 1,
  };
}

/** The noise floor of the campaign's versions, as its chart shows it. */
function noiseOf(store: Store, pairs: readonly RunPair[], { whole }: Ended): CampaignChart["noise"] {
  const floor = noiseFloor(
    store,
    pairs.filter((pair) => whole.has(pair.base) && whole.has(pair.head)),
  );
  return floor && { accuracy: floor.accuracy, effectiveness: floor.effectiveness, runs: floor.pairs.length };
}

function spentOn({ stage, early }: StagePoint, ended: Ended): RunSpent | null {
  const metrics = stage.run === null ? undefined : (ended.whole.get(stage.run) ?? ended.early.get(stage.run)?.metrics);
  if (metrics === undefined) return null;
  const { prompt, completion } = metrics.tokens;
  return {
    cases: early?.cases ?? metrics.cases,
    calls: metrics.calls,
    tokens: (prompt ?? 0) + (completion ?? 0),
    cost: metrics.cost,
  };
}

/**
 * The diagnoses with which one went on after a stage, in order: of its run, or, where it was rejected, of the run of the stage
 * that it came from, made by stages that were begun after it.
 */
function diagnosesAfter(points: ReadonlyMap<string, StagePoint>, known: ReadonlyMap<string, KnownDiagnosis>) {
  const standing = (point: StagePoint): StagePoint => {
    const parent = point.stage.parent === null ? undefined : points.get(point.stage.parent);
    return point.rejected && parent ? standing(parent) : point;
  };
  return (point: StagePoint): KnownDiagnosis[] => {
    const { run } = standing(point).stage;
    return [...points.values()].flatMap(({ stage: { id, index, baseRun } }) => {
      const diagnosis = known.get(id);
      return diagnosis && run !== null && index > point.stage.index && baseRun === run ? [diagnosis] : [];
    });
  };
}

/**
 * Scores, categories, noise, stop advice and its replay over the stages of a campaign. `line`: a stage; advice is then about it
 * and those that it came from.
 */
export function campaignChart({ studio }: Pick<Context, "studio">, input: CampaignKey & { line?: string }): CampaignChart {
  const store = studio.database;
  const campaign = toCampaign(store, requireCampaign(store, input.project, input.campaign));
  const { stages } = campaign;
  const noiseRuns = listNoiseRuns(store, campaign.id).map(({ run, baseRun }) => ({ base: baseRun, head: run }));
  const named = [
    ...stages.flatMap((stage) => [stage.baseRun, stage.run, stage.heldOutRun]),
    ...noiseRuns.map((pair) => pair.head),
  ];
  const ids = [...new Set(named.filter((id) => id !== null))];
  const ended: Ended = { whole: completedMetrics(store, ids), early: earlyRuns(store, ids) };
  const pairs = stages.map((stage) => pairOf(stage, ended));
  const summaries = summariesOf(
    store,
    pairs.filter((pair) => pair !== null),
  );
  const summaryAt = (index: number) => {
    const pair = pairs[index];
    return pair ? (summaries.get(pairKey(pair)) ?? null) : null;
  };
  const compared = stages.flatMap((stage, index) => {
    const [pair, summary] = [pairs[index], summaryAt(index)];
    return pair && summary ? [{ stage: stage.id, pair, summary }] : [];
  });
  const shipped = shippedStages(store, campaign.id, compared, ended.early);
  const points = stages.map((stage, index) => toPoint(stage, ended, summaryAt(index), shipped.get(stage.id)));
  const categories = new Set(points.flatMap((point) => point.metrics?.categories.map((one) => one.category) ?? []));
  const evaluated = points.find((point) => point.metrics !== null);
  const devCases = evaluated?.metrics?.cases ?? requireDataset(store, input.project, campaign.dataset).cases;
  const considered = consideredPoints(points, campaign.selectedStage, input.line);
  const byId = new Map(considered.map((point) => [point.stage.id, point]));
  const diagnoses = diagnosesAfter(byId, knownDiagnoses(store, campaign.id));
  const evaluatedLast = considered.findLast(isEvaluated);
  const newest = evaluatedLast ? diagnoses(evaluatedLast).at(-1) : undefined;
  return {
    campaign,
    points,
    categories: [...categories].sort(),
    noise: noiseOf(store, noiseRuns, ended),
    advice: stopAdvice({
      points: considered,
      devCases,
      shipped: considered.flatMap(({ stage }) => shipped.get(stage.id)?.sums ?? []),
      clusters: newest?.clusters ?? null,
      proposals: newest?.proposals ?? [],
    }),
    replay: stopReplay({
      points: considered,
      devCases,
      diagnosisOf: (stage) => {
        const point = byId.get(stage);
        return (point && diagnoses(point)[0]) ?? null;
      },
      shippedOf: (stage) => shipped.get(stage)?.sums ?? null,
      spentOf: (stage) => {
        const point = byId.get(stage);
        return point ? spentOn(point, ended) : null;
      },
    }),
  };
}
