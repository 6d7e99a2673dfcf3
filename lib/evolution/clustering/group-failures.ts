import type { Cluster } from "@/lib/contracts/evolution";
import type { EvaluatedCase } from "../evaluated-case";
import { contrastWith } from "./contrast";
import { type DistanceMatrix, distanceBetween, failureDistances } from "./distance-matrix";
import { clusterLabels } from "./label";
import { clusterBySilhouette, silhouettes } from "./silhouette";
import { situationDistances } from "./situation";
import { clusterStability } from "./stability";

/** A cluster of failures before anyone said why. */
export interface FailureGroup {
  label: string;
  cases: EvaluatedCase[];
  /** The case nearest to all the others. */
  medoid: EvaluatedCase;
  /** The case that nearly belongs elsewhere; null in a group of one. */
  boundary: EvaluatedCase | null;
  nearMisses: EvaluatedCase[];
  /** Passing cases put most nearly the same question, for contrast. */
  nearestPasses: EvaluatedCase[];
  contrast: Cluster["contrast"];
  stability: number | null;
  longTail: boolean;
}

export const NEAR_MISSES = 2;
const CONTRAST_NEIGHBOURS = 3;

/** Clusters below this many of `failures` failures go to the long tail. */
export const longTailThreshold = (failures: number) => Math.max(3, 0.02 * failures);

/** The item nearest to all the others; the first of equals. */
export function medoidOf(matrix: DistanceMatrix, items: readonly number[]): number {
  let best = items[0] ?? 0;
  let least = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const sum = items.reduce((total, other) => total + distanceBetween(matrix, item, other), 0);
    if (sum < least - 1e-12) {
      least = sum;
      best = item;
    }
  }
  return best;
}

/** Passing cases by mean situation distance from the items, nearest first. */
export function passesByDistance(situations: Float64Array, items: readonly number[], passes: number): number[] {
  const mean = (pass: number) => items.reduce((sum, item) => sum + (situations[item * passes + pass] ?? 0), 0) / items.length;
  return Array.from({ length: passes }, (_, pass) => ({ pass, distance: mean(pass) }))
    .sort((a, b) => a.distance - b.distance || a.pass - b.pass)
    .map(({ pass }) => pass);
}

/** For each item its three nearest passing cases; each once. */
export function nearestPerItem(situations: Float64Array, items: readonly number[], passes: number): number[] {
  return [...new Set(items.flatMap((item) => passesByDistance(situations, [item], passes).slice(0, CONTRAST_NEIGHBOURS)))];
}

/** Clusters of the failures without a model (METHODS.md section 1), largest first, the long tail last. Deterministic. */
export function groupFailures(
  failures: readonly EvaluatedCase[],
  passes: readonly EvaluatedCase[],
  seed: number,
): FailureGroup[] {
  if (failures.length === 0) return [];
  const matrix = failureDistances(failures);
  const assignment = clusterBySilhouette(matrix);
  const stability = clusterStability(matrix, assignment, seed);
  const widths = silhouettes(matrix, assignment);
  const situations = situationDistances(failures, passes);

  const members = new Map<number, number[]>();
  assignment.forEach((cluster, item) => {
    members.set(cluster, [...(members.get(cluster) ?? []), item]);
  });
  const kept = [...members].filter(([, items]) => items.length >= longTailThreshold(failures.length));
  const tail = [...members]
    .filter(([, items]) => items.length < longTailThreshold(failures.length))
    .flatMap(([, items]) => items);
  const groups = [
    ...kept
      .sort((a, b) => b[1].length - a[1].length || a[0] - b[0])
      .map(([cluster, items]) => ({ items, stability: stability[cluster] ?? null, longTail: false })),
    ...(tail.length === 0 ? [] : [{ items: tail.sort((a, b) => a - b), stability: null, longTail: true }]),
  ];
  const take = (items: readonly number[], from: readonly EvaluatedCase[]) =>
    items.flatMap((item) => {
      const one = from[item];
      return one === undefined ? [] : [one];
    });
  const labels = clusterLabels(groups.map(({ items }) => take(items, failures)));

  return groups.flatMap(({ items, stability: stable, longTail }, index) => {
    const cases = take(items, failures);
    const medoid = failures[medoidOf(matrix, items)];
    if (medoid === undefined) return [];
    const edge = [...items]
      .sort((a, b) => (widths[a] ?? 0) - (widths[b] ?? 0) || a - b)
      .find((item) => failures[item] !== medoid);
    const nearestPasses = take(nearestPerItem(situations, items, passes.length), passes);
    return [
      {
        label: longTail ? "Long tail" : (labels[index] ?? ""),
        cases,
        medoid,
        boundary: edge === undefined ? null : (failures[edge] ?? null),
        nearMisses: take(passesByDistance(situations, items, passes.length).slice(0, NEAR_MISSES), passes),
        nearestPasses,
        contrast: contrastWith(cases, nearestPasses),
        stability: stable,
        longTail,
      },
    ];
  });
}
