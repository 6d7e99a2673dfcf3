import type { ClusterEdit, PinnedCluster } from "@/lib/contracts/cluster-edit";
import type { Cluster } from "@/lib/contracts/evolution";
import type { ClusterCore, RebuildClusters } from "./cluster-builder";
import { type ClusterPlan, planEdit } from "./cluster-plan";
import { pinsAfter } from "./pinned-clusters";

/** Who changes the clusters, when (ISO time), and what persons had pinned in the campaign until then. */
export interface ClusterEditor {
  by: string;
  at: string;
  pinned: readonly PinnedCluster[];
  /** An id that no cluster of the campaign has: a computed cluster takes one when a person first touches it. */
  newId: () => string;
}

export interface EditedClusters {
  clusters: Cluster[];
  /** All pinned clusters of the campaign as they now are. */
  pinned: PinnedCluster[];
  /** Clusters that have another id now, or went up in another: what named one names the other. */
  replaced: ClusterPlan["replaced"];
  /** Why nothing was changed, in sentences; empty where it was. */
  problems: string[];
}

/**
 * Changes the clusters of a diagnosis as a person says. Every cluster that the edit touches is theirs afterwards and pinned
 * for the next diagnosis; one left without cases vanishes. Cases taken out of a cluster for good are pinned too, to the long
 * tail. An edit that names an unknown cluster or case changes nothing and says so.
 */
export function applyClusterEdit(
  clusters: readonly Cluster[],
  edit: ClusterEdit,
  who: ClusterEditor,
  rebuild: RebuildClusters,
): EditedClusters {
  const cores: ClusterCore[] = clusters.map((cluster) => ({ ...cluster, cases: [...cluster.cases] }));
  const plan = planEdit(cores, edit, who);
  if (plan.problems.length > 0) {
    return { clusters: [...clusters], pinned: [...who.pinned], replaced: [], problems: plan.problems };
  }
  return {
    clusters: rebuild(plan.clusters.filter(({ cases }) => cases.length > 0)),
    pinned: pinsAfter(plan, who),
    replaced: plan.replaced,
    problems: [],
  };
}
