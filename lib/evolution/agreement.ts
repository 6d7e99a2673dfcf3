import type { Cluster, ClusterAgreement } from "@/lib/contracts/evolution";
import { adjustedRand } from "@/lib/stats/adjusted-rand";

type Members = Pick<Cluster, "id" | "cases" | "longTail">;

/** Jaccard of two sets, from 0 to 1; 0 for two empty ones. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const one of a) if (b.has(one)) shared += 1;
  const either = a.size + b.size - shared;
  return either === 0 ? 0 : shared / either;
}

/**
 * How far two clusterings of the same failures agree: the adjusted Rand index over the cases that both put into a cluster
 * other than the long tail, and for each cluster of the first the one of the second that it overlaps most.
 */
export function clusterAgreement(clusters: readonly Members[], beside: readonly Members[]): ClusterAgreement {
  const first = clusters.filter(({ longTail }) => !longTail);
  const second = beside.filter(({ longTail }) => !longTail);
  const placed = new Map(second.flatMap(({ id, cases }) => cases.map((one) => [one, id])));
  const both = first.flatMap(({ id, cases }) =>
    cases.flatMap((one) => {
      const other = placed.get(one);
      return other === undefined ? [] : [{ id, other }];
    }),
  );
  return {
    adjustedRand: adjustedRand(
      both.map(({ id }) => id),
      both.map(({ other }) => other),
    ),
    cases: both.length,
    pairs: first.map(({ id, cases }) => {
      const own = new Set(cases);
      const best = second
        .map((other) => ({ beside: other.id, jaccard: jaccard(own, new Set(other.cases)) }))
        .reduce((most, one) => (one.jaccard > most.jaccard ? one : most), { beside: "", jaccard: 0 });
      return { cluster: id, beside: best.jaccard === 0 ? null : best.beside, jaccard: best.jaccard };
    }),
  };
}
