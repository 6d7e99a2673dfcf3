import type { CampaignChart, StagePoint } from "@/lib/contracts/evolution";
import type { Estimate, RunMetrics } from "@/lib/contracts/run";

export type HeatMetric = "avg" | "accuracy" | "effectiveness";

/** A stage as a column of the charts. Scores in per cent; null before its evaluation. */
export interface StageColumn {
  /** Place on the x axis, from 0. */
  position: number;
  point: StagePoint;
  /** Place of the stage it came from, null for the first. */
  parent: number | null;
  selected: boolean;
  /** Its run was ended early, so that it has no scores. */
  early: boolean;
  accuracy: number | null;
  effectiveness: number | null;
  heldOutAccuracy: number | null;
  heldOutEffectiveness: number | null;
  /** Interval of a stage on the path, which the band is drawn through; rejected stages have whiskers instead. */
  accuracyBand: [number, number] | null;
  effectivenessBand: [number, number] | null;
}

const percent = (value: number | null | undefined) => (value === null || value === undefined ? null : value * 100);

function interval(estimate: Estimate | undefined): [number, number] | null {
  if (!estimate || estimate.low === null || estimate.high === null) return null;
  return [estimate.low * 100, estimate.high * 100];
}

/** The stages of a campaign in their order, with what the charts need of each. */
export function stageColumns(chart: CampaignChart): StageColumn[] {
  const places = new Map(chart.points.map((point, position) => [point.stage.id, position]));
  return chart.points.map((point, position) => ({
    position,
    point,
    parent: point.stage.parent === null ? null : (places.get(point.stage.parent) ?? null),
    selected: point.stage.id === chart.campaign.selectedStage,
    early: point.early !== undefined,
    accuracy: percent(point.metrics?.accuracy.mean),
    effectiveness: percent(point.metrics?.effectiveness.mean),
    heldOutAccuracy: percent(point.heldOut?.accuracy.mean),
    heldOutEffectiveness: percent(point.heldOut?.effectiveness.mean),
    accuracyBand: point.rejected ? null : interval(point.metrics?.accuracy),
    effectivenessBand: point.rejected ? null : interval(point.metrics?.effectiveness),
  }));
}

/** Where the stop rule would first have said stop: halfway to the next stage on the x axis; null where it never did. */
export function stopPlace(chart: CampaignChart): number | null {
  const after = chart.replay?.stoppedAfter ?? null;
  const position = after === null ? -1 : chart.points.findIndex(({ stage }) => stage.id === after);
  return position === -1 ? null : position + 0.5;
}

/** From a whole number of five points below the lowest value shown to one above the highest, inside 0 to 100. */
export function scoreDomain(columns: StageColumn[]): [number, number] {
  const values = columns.flatMap(({ point, heldOutAccuracy, heldOutEffectiveness }) => [
    ...(interval(point.metrics?.accuracy) ?? []),
    ...(interval(point.metrics?.effectiveness) ?? []),
    ...[heldOutAccuracy, heldOutEffectiveness].filter((value) => value !== null),
  ]);
  if (values.length === 0) return [0, 100];
  const low = Math.floor((Math.min(...values) - 0.5) / 5) * 5;
  const high = Math.ceil((Math.max(...values) + 0.5) / 5) * 5;
  return [Math.max(0, low), Math.min(100, high)];
}

/** A cell of the heat map: a category's difference to the stage before on the score scale, and its denominators. */
export interface HeatCell {
  difference: number | null;
  base: number | null;
  head: number | null;
  n: number;
  unscored: number;
  /** P0 cases of the category that the stage broke. */
  brokenP0: string[];
}

function categoryEstimate(metrics: RunMetrics | null | undefined, category: string, metric: HeatMetric): Estimate | null {
  return metrics?.categories.find((item) => item.category === category)?.[metric] ?? null;
}

/** One cell for a category at a stage. A stage without a stage before has a level and no difference. */
export function heatCell(columns: StageColumn[], position: number, category: string, metric: HeatMetric): HeatCell {
  const column = columns[position];
  const before = column?.parent === null || column?.parent === undefined ? undefined : columns[column.parent];
  const head = categoryEstimate(column?.point.metrics, category, metric);
  const base = categoryEstimate(before?.point.metrics, category, metric);
  const known = head !== null && base !== null && head.mean !== null && base.mean !== null;
  return {
    difference: known ? (head.mean ?? 0) - (base.mean ?? 0) : null,
    base: base?.mean ?? null,
    head: head?.mean ?? null,
    n: head?.n ?? 0,
    unscored: head?.unscored ?? 0,
    brokenP0: (column?.point.brokenP0 ?? []).filter((item) => item.category === category).map((item) => item.case),
  };
}

export type HeatOrder = "name" | "loss" | "gain";

/** Categories by name, by their largest loss at any stage, or by their largest gain. */
export function orderCategories(columns: StageColumn[], categories: string[], metric: HeatMetric, order: HeatOrder): string[] {
  const byName = [...categories].sort((a, b) => a.localeCompare(b));
  if (order === "name") return byName;
  const extreme = (category: string) => {
    const differences = columns.map(({ position }) => heatCell(columns, position, category, metric).difference ?? 0);
    return order === "loss" ? Math.min(...differences) : -Math.max(...differences);
  };
  return byName.sort((a, b) => extreme(a) - extreme(b));
}
