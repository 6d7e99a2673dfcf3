import "server-only";
import { pairKey } from "@/db/comparison-repository";
import { clusterFacts, creditsOf, shippedFacts, stagesOfEntries, versionNames } from "@/db/lineage-repository";
import { listReleases } from "@/db/release-repository";
import type { StageCredit } from "@/lib/contracts/credit";
import type { StagePoint } from "@/lib/contracts/evolution";
import type { CampaignGraph, GraphEntry, GraphNode } from "@/lib/contracts/lineage";
import type { Estimate } from "@/lib/contracts/run";
import { completedMetrics } from "../completed-metrics";
import type { Context } from "../context";
import { summariesOf } from "../paired-results";
import type { CampaignKey } from "./campaigns";
import { campaignChart } from "./chart";

type Store = Context["studio"]["database"];

const meanOf = (estimate: Estimate | undefined): GraphNode["avg"] =>
  estimate === undefined ? null : { mean: estimate.mean, low: estimate.low, high: estimate.high };

/** The stages of a campaign as a graph: what each came to, what it changed and why, and what it is used for. */
export function campaignGraph(context: Pick<Context, "studio">, input: CampaignKey): CampaignGraph {
  const store = context.studio.database;
  const { campaign, points } = campaignChart(context, input);
  const ids = points.map(({ stage }) => stage.id);
  const entries = shippedFacts(store, ids);
  const copied = stagesOfEntries(
    store,
    entries.flatMap(({ copyOf }) => copyOf ?? []),
  );
  const labels = new Map(
    clusterFacts(store, [...new Set([...ids, ...copied.values()])]).map(({ stage, id, label }) => [`${stage} ${id}`, label]),
  );
  const credits = creditsOf(store, ids);
  const releases = listReleases(store, input.project).map(({ version }) => version);
  const names = versionNames(
    store,
    input.project,
    points.flatMap(({ stage }) => stage.version ?? []),
  );
  const differences = differencesOf(store, points);
  const toEntry = (entry: (typeof entries)[number]): GraphEntry => {
    const { id, title, component, files, edited, decidedBy } = entry;
    const label = [entry.stage, copied.get(entry.copyOf ?? "") ?? ""].flatMap(
      (stage) => labels.get(`${stage} ${entry.cluster}`) ?? [],
    );
    return {
      id,
      title,
      component,
      files,
      cluster: label[0] ?? entry.cluster,
      edited,
      decidedBy,
      ...countsOf(credits.get(entry.stage), id),
    };
  };
  return {
    campaign: campaign.id,
    nodes: points.map((point) => ({
      stage: point.stage,
      versionName: point.stage.version === null ? null : (names.get(point.stage.version) ?? null),
      avg: meanOf(point.metrics?.avg),
      difference: differences.get(point.stage.id) ?? null,
      heldOutAvg: meanOf(point.heldOut?.avg),
      fixed: point.fixed,
      broken: point.broken,
      brokenP0: point.brokenP0.length,
      rejected: point.rejected,
      ...(point.early && { early: point.early }),
      selected: point.stage.id === campaign.selectedStage,
      released: point.stage.version !== null && releases.includes(point.stage.version),
      production: point.stage.version !== null && releases[0] === point.stage.version,
      autopilot: point.stage.autopilot,
      entries: entries.filter((entry) => entry.stage === point.stage.id).map(toEntry),
    })),
  };
}

/** Stage id → difference of its AVG to that of the run before, with the 95 % interval that the comparison of the two has. */
function differencesOf(store: Store, points: readonly StagePoint[]): Map<string, NonNullable<GraphNode["difference"]>> {
  const compared = points.flatMap(({ stage: { id, baseRun, run }, metrics }) =>
    metrics && baseRun !== null && run !== null ? [{ id, head: metrics.avg.mean, pair: { base: baseRun, head: run } }] : [],
  );
  const bases = completedMetrics(store, [...new Set(compared.map(({ pair }) => pair.base))]);
  const ended = compared.filter(({ pair }) => bases.has(pair.base));
  const summaries = summariesOf(
    store,
    ended.map(({ pair }) => pair),
  );
  return new Map(
    ended.flatMap(({ id, head, pair }) => {
      const base = bases.get(pair.base)?.avg.mean ?? null;
      if (head === null || base === null) return [];
      const half = summaries.get(pairKey(pair))?.halfWidth.avg ?? null;
      const mean = head - base;
      return [[id, { mean, low: half === null ? null : mean - half, high: half === null ? null : mean + half }]];
    }),
  );
}

function countsOf(credit: StageCredit | undefined, id: string): Pick<GraphEntry, "fixed" | "broken"> {
  const entry = credit?.entries.find((one) => one.entry === id);
  return entry === undefined || entry.verdict === "untested"
    ? { fixed: null, broken: null }
    : { fixed: entry.fixed.length, broken: entry.broken.length };
}
