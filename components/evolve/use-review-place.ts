"use client";

import { useRef } from "react";
import { useUrlParams } from "@/components/ui/use-url-state";
import type { Cluster, Diagnosis, Entry, Stage } from "@/lib/contracts/evolution";
import { type ClusterSource, clustersOf } from "./cluster-source";
import { orderClusters, orderEntries } from "./cluster-state";

/** Which cluster and entry are shown; the address says so. */
export function useReviewPlace(stage: Stage, diagnosis: Diagnosis) {
  const { get, set } = useUrlParams();
  const source: ClusterSource = get("clusters") === "program" && diagnosis.beside.length > 0 ? "program" : "model";
  const clusters = clustersOf(diagnosis, source);
  const ordered = source === "program" ? [] : orderEntries(clusters, stage.proposals);
  const asked = get("cluster");
  // Where the address names none: another's decision on the entry that is looked at must not take it out of sight.
  const last = useRef<string | null>(null);
  const entry =
    ordered.find((item) => item.id === get("entry")) ??
    ordered.find((item) => asked !== null && item.cluster === asked) ??
    (asked === null
      ? (ordered.find((item) => item.id === last.current) ?? ordered.find((item) => item.status === "proposed") ?? ordered[0])
      : undefined) ??
    null;
  const cluster: Cluster | null =
    clusters.find((item) => item.id === (asked ?? entry?.cluster)) ?? (entry ? null : orderClusters(clusters)[0]) ?? null;
  last.current = entry?.id ?? null;
  const showEntry = (next: Entry | null | undefined) => {
    if (next) set({ entry: next.id, cluster: null, clusters: null });
  };
  const showCluster = (id: string | undefined) => {
    if (id !== undefined) set({ cluster: id, entry: null });
  };
  return {
    source,
    clusters,
    ordered,
    /** The entry of the cluster that is shown, or one whose cluster is no more. */
    entry: entry && (cluster === null || entry.cluster === cluster.id) ? entry : null,
    cluster,
    showEntry,
    showCluster,
    showSource: (next: ClusterSource) => set({ clusters: next === "program" ? next : null, cluster: null, entry: null }),
    walk: (step: 1 | -1) => {
      const at = ordered.findIndex((item) => item.id === entry?.id);
      showEntry(ordered[at === -1 ? (step === 1 ? 0 : ordered.length - 1) : at + step]);
    },
    walkClusters: (step: 1 | -1) => {
      const places = orderClusters(clusters);
      showCluster(places[places.findIndex((item) => item.id === cluster?.id) + step]?.id);
    },
  };
}
