import type { FaultKind } from "./fault";
import type { PlayedStage } from "./play-stage";

/** A cluster shows a fault where this share of the one is the other's: of the cluster's cases, or of the fault's. */
const HALF = 0.5;

/** One planted fault that had an effect. */
export interface FaultFigures {
  kind: FaultKind;
  what: string;
  cases: number;
  foundTop5: boolean;
  /** Found by the stricter half of the definition: at least half of the cluster's cases are the fault's. */
  pure: boolean;
  /** Its cases that pass in the end. */
  fixed: number;
}

export interface SeedFigures {
  seed: number;
  faults: FaultFigures[];
  /** Planted faults without an effect. */
  idle: number;
  /** Failures that faults cause, and those of them that pass in the end. */
  caused: number;
  fixed: number;
  accepted: number;
  harmful: number;
  refused: number;
  /** Broken passing cases over all stages, and those of them in the touch-set. */
  broken: number;
  foreseen: number;
  /** Model calls of trials and curtailed evaluations, and of whole evaluations in their place. */
  calls: number;
  wholeCalls: number;
  /** Model calls of the curtailed evaluations of rejected stages, and of whole ones in their place. */
  rejectedCalls: number;
  rejectedWhole: number;
  /** AVG of the held-out set: sound, with the faults, in the end. Null where it was not measured. */
  heldOut: { sound: number; faulty: number; mended: number } | null;
}

export function findsFault(
  clusters: readonly (readonly string[])[],
  cases: readonly string[],
): { found: boolean; pure: boolean } {
  const own = new Set(cases);
  const shares = clusters.slice(0, 5).map((cluster) => {
    const both = cluster.filter((id) => own.has(id)).length;
    return { pure: both >= HALF * cluster.length && both > 0, holds: both >= HALF * own.size };
  });
  const pure = shares.some((one) => one.pure);
  return { found: pure || shares.some((one) => one.holds), pure };
}

export function stageFigures(stages: readonly PlayedStage[]) {
  const accepted = stages.flatMap((stage) => stage.accepted);
  const outcomes = stages.flatMap(({ outcome }) => outcome ?? []);
  const rejected = stages.filter(({ outcome }) => outcome !== null && !outcome.kept);
  const played = stages.filter(({ spent }) => spent.trials > 0);
  return {
    accepted: accepted.length,
    harmful: accepted.filter((entry) => entry.broken.length > entry.fixed.length).length,
    refused: stages.reduce((sum, stage) => sum + stage.refused.length, 0),
    broken: outcomes.reduce((sum, { broken }) => sum + broken.length, 0),
    foreseen: outcomes.reduce((sum, { broken, touched }) => sum + broken.filter((id) => touched.includes(id)).length, 0),
    calls: played.reduce((sum, { spent }) => sum + spent.trials + spent.evaluation, 0),
    wholeCalls: played.reduce((sum, { spent }) => sum + spent.whole, 0),
    rejectedCalls: rejected.reduce((sum, { spent }) => sum + spent.evaluation, 0),
    rejectedWhole: rejected.reduce((sum, { spent }) => sum + spent.whole, 0),
  };
}

/** Pooled over the seeds, with the spread of the seeds' own shares: null where there is nothing to divide by. */
export interface Pooled {
  share: number | null;
  part: number;
  whole: number;
  /** Standard deviation, least and most of the share over the seeds that have one. */
  spread: { sd: number; min: number; max: number; seeds: number } | null;
}

export function pooled(rows: readonly (readonly [part: number, whole: number])[]): Pooled {
  const part = rows.reduce((sum, [one]) => sum + one, 0);
  const whole = rows.reduce((sum, [, one]) => sum + one, 0);
  const shares = rows.flatMap(([one, all]) => (all === 0 ? [] : [one / all]));
  const mean = shares.reduce((sum, one) => sum + one, 0) / Math.max(1, shares.length);
  const variance = shares.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, shares.length - 1);
  const spread =
    shares.length === 0
      ? null
      : { sd: Math.sqrt(variance), min: Math.min(...shares), max: Math.max(...shares), seeds: shares.length };
  return { share: whole === 0 ? null : part / whole, part, whole, spread };
}

export function summarise(rows: readonly SeedFigures[]) {
  const faults = rows.flatMap((row) => row.faults);
  return {
    foundTop5: pooled(rows.map((row) => [row.faults.filter((one) => one.foundTop5).length, row.faults.length])),
    foundPure: pooled(rows.map((row) => [row.faults.filter((one) => one.pure).length, row.faults.length])),
    fixed: pooled(rows.map((row) => [row.fixed, row.caused])),
    harmfulAccepted: pooled(rows.map((row) => [row.harmful, row.accepted])),
    touchSetRecall: pooled(rows.map((row) => [row.foreseen, row.broken])),
    costShare: pooled(rows.map((row) => [row.calls, row.wholeCalls])),
    rejectedCostShare: pooled(rows.map((row) => [row.rejectedCalls, row.rejectedWhole])),
    perKind: [...new Set(faults.map(({ kind }) => kind))].sort().map((kind) => {
      const own = faults.filter((one) => one.kind === kind);
      const cases = own.reduce((sum, one) => sum + one.cases, 0);
      return {
        kind,
        faults: own.length,
        cases,
        foundTop5: own.filter((one) => one.foundTop5).length / own.length,
        fixed: own.reduce((sum, one) => sum + one.fixed, 0) / Math.max(1, cases),
      };
    }),
  };
}
