import type { ClusterEdit } from "@/lib/contracts/cluster-edit";
import type { Cluster, Entry } from "@/lib/contracts/evolution";

export type ClusterState = "open" | "in a proposal" | "fixed" | "long tail";

/** Entries of a cluster in the order they are applied. */
export const entriesOf = (cluster: string, entries: readonly Entry[]): Entry[] =>
  entries.filter((entry) => entry.cluster === cluster).sort((a, b) => a.order - b.order);

/**
 * What becomes of a cluster: in a proposal while an entry for it is not rejected; fixed once the stage's run has turned at
 * least half of its cases right. `fixed` holds the cases that the comparison with the stage before calls fixed.
 */
export function clusterState(cluster: Cluster, entries: readonly Entry[], fixed: ReadonlySet<string>): ClusterState {
  const mended = cluster.cases.filter((id) => fixed.has(id)).length;
  if (mended * 2 >= cluster.cases.length && mended > 0) return "fixed";
  if (entriesOf(cluster.id, entries).some((entry) => entry.status !== "rejected" && entry.status !== "invalid"))
    return "in a proposal";
  return cluster.longTail ? "long tail" : "open";
}

/** Largest first, the long tail last. */
export const orderClusters = (clusters: readonly Cluster[]): Cluster[] =>
  [...clusters].sort((a, b) => Number(a.longTail) - Number(b.longTail) || b.cases.length - a.cases.length);

/** Entries whose cluster was merged into another or is otherwise gone. */
export function strayEntries(clusters: readonly Cluster[], entries: readonly Entry[]): Entry[] {
  const known = new Set(clusters.map((cluster) => cluster.id));
  return entries.filter((entry) => !known.has(entry.cluster)).sort((a, b) => a.order - b.order);
}

/** Entries in the order of their clusters, which is the order j and k walk in. */
export function orderEntries(clusters: readonly Cluster[], entries: readonly Entry[]): Entry[] {
  const places = new Map(orderClusters(clusters).map((cluster, index) => [cluster.id, index]));
  const placeOf = (entry: Entry) => places.get(entry.cluster) ?? places.size;
  return [...entries].sort((a, b) => placeOf(a) - placeOf(b) || a.order - b.order);
}

/** The next entry, after one, that is still to be decided; from the start again where none follows. */
export function nextOpenEntry(ordered: readonly Entry[], after: string | null): Entry | null {
  const at = ordered.findIndex((entry) => entry.id === after);
  const turned = [...ordered.slice(at + 1), ...ordered.slice(0, at + 1)];
  return turned.find((entry) => entry.status === "proposed" && entry.id !== after) ?? null;
}

/** A case by which to find, after an edit, the cluster that was looked at; a split leads to the new one. */
export function caseAfter(edit: ClusterEdit, cluster: Cluster): string | null {
  if (edit.kind === "split") return edit.cases[0] ?? null;
  const gone = new Set(edit.kind === "move" ? edit.cases : []);
  return cluster.cases.find((id) => !gone.has(id)) ?? null;
}

/** The cluster that a case is in. */
export const clusterOf = (clusters: readonly Cluster[], id: string | null): string | null =>
  clusters.find((cluster) => id !== null && cluster.cases.includes(id))?.id ?? null;
