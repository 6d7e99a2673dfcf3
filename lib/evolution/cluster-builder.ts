import type { Cluster } from "@/lib/contracts/evolution";
import { contrastWith } from "./clustering/contrast";
import { failureDistances } from "./clustering/distance-matrix";
import { medoidOf, NEAR_MISSES, nearestPerItem, passesByDistance } from "./clustering/group-failures";
import { checkSignature } from "./clustering/signature";
import { silhouettes } from "./clustering/silhouette";
import { situationDistances } from "./clustering/situation";
import { clusterStability } from "./clustering/stability";
import { type EvaluatedCase, failedChecksOf, partitionCases } from "./evaluated-case";
import { rankScore } from "./rank-score";

/** The id of the cluster of cases that share no cause, where this studio's analyst over a model or a person made it. */
export const LONG_TAIL = { id: "long-tail", label: "Long tail", cause: "No common cause." };

/** What somebody decides about a cluster; all else is computed from its cases. */
export type ClusterCore = Pick<
  Cluster,
  "id" | "label" | "cause" | "owner" | "cases" | "quotes" | "longTail" | "madeBy" | "by" | "agreement"
>;

/** Clusters with all their figures, by rank, the long tail last. Each failing case is in one of them at most. */
export type RebuildClusters = (clusters: readonly ClusterCore[]) => Cluster[];

/** How often each name occurs, the most frequent first. */
function counted(names: readonly string[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

const present = <T>(items: readonly number[], from: readonly T[]): T[] =>
  items.flatMap((item) => {
    const one = from[item];
    return one === undefined ? [] : [one];
  });

function distancesOf(cases: readonly EvaluatedCase[]) {
  const { failures, passes } = partitionCases(cases);
  return {
    failures,
    passes,
    matrix: failureDistances(failures),
    situations: situationDistances(failures, passes),
    places: new Map(failures.map(({ item }, index) => [item.id, index])),
  };
}
type RunDistances = ReturnType<typeof distancesOf>;

/**
 * Computes the figures of clusters, whoever made them, from the results of the run: share, categories, failed checks, medoid,
 * boundary, near misses, contrast with the nearest passing cases and rank. `stability` is how well the clustering without a
 * model finds each cluster again in bootstraps of the failures (METHODS.md section 1). Cases that did not fail in the run are
 * kept as members and count in no figure but `cases`. Deterministic given the seed.
 */
export function clusterBuilder(cases: readonly EvaluatedCase[], seed: number): RebuildClusters {
  // The matrices are made at the first use: a diagnosis without a pinned cluster needs none.
  let run: RunDistances | null = null;

  return (clusters) => {
    run ??= distancesOf(cases);
    const { failures, passes, matrix, situations, places } = run;
    const members = clusters.map(({ cases: ids }) => ids.flatMap((id) => places.get(id) ?? []));
    const assignment = new Array<number>(failures.length).fill(clusters.length);
    members.forEach((items, cluster) => {
      for (const item of items) assignment[item] = cluster;
    });
    const widths = silhouettes(matrix, assignment);
    const stability = clusterStability(matrix, assignment, seed);

    return clusters
      .map((core, index): Cluster => {
        const items = members[index] ?? [];
        const own = present(items, failures);
        const medoid = failures[medoidOf(matrix, items)]?.item.id;
        const edge = [...items]
          .sort((a, b) => (widths[a] ?? 0) - (widths[b] ?? 0) || a - b)
          .find((item) => failures[item]?.item.id !== medoid);
        const near = items.length === 0 ? [] : passesByDistance(situations, items, passes.length).slice(0, NEAR_MISSES);
        const checks = own.flatMap((one) => [...new Set(failedChecksOf(one).map(checkSignature))]);
        return {
          ...core,
          share: failures.length === 0 ? 0 : own.length / failures.length,
          categories: counted(own.map(({ item }) => item.category)).map(([category, count]) => ({ category, cases: count })),
          failedChecks: counted(checks).map(([check, count]) => ({ check, cases: count })),
          medoid: own.length === 0 ? (core.cases[0] ?? "") : (medoid ?? ""),
          boundary: edge === undefined ? null : (failures[edge]?.item.id ?? null),
          nearMisses: present(near, passes).map(({ item }) => item.id),
          stability: core.longTail || own.length === 0 ? null : (stability[index] ?? null),
          contrast: contrastWith(own, present(nearestPerItem(situations, items, passes.length), passes)),
          rank: core.longTail ? 0 : rankScore(own, core.owner, false),
        };
      })
      .sort((a, b) => Number(a.longTail) - Number(b.longTail) || b.rank - a.rank || (a.id < b.id ? -1 : 1));
  };
}
