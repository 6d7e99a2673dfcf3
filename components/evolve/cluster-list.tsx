"use client";

import { formatCount, formatShare } from "@/components/ui/format";
import { Icon, type IconName } from "@/components/ui/icon";
import type { Cluster, Entry, EntryStatus } from "@/lib/contracts/evolution";
import { clusterState, entriesOf, orderClusters } from "./cluster-state";
import classes from "./evolve.module.css";

const statusIcons: Record<EntryStatus, IconName> = {
  proposed: "dot",
  accepted: "check",
  edited: "edit",
  rejected: "close",
  invalid: "error",
};

interface ClusterListProps {
  clusters: Cluster[];
  entries: Entry[];
  fixed: ReadonlySet<string>;
  cluster: string | null;
  entry: string | null;
  onCluster: (id: string) => void;
  onEntry: (id: string) => void;
}

/** The clusters, largest first, each with its share of the failures, owner, stability, state, and its entries. */
export function ClusterList({ clusters, entries, fixed, cluster, entry, onCluster, onEntry }: ClusterListProps) {
  const ordered = orderClusters(clusters);
  const largest = Math.max(0.001, ...ordered.map((item) => item.share));
  return (
    <ul className={classes.clusterList} aria-label="Clusters of failures">
      {ordered.map((item) => {
        const state = clusterState(item, entries, fixed);
        return (
          <li key={item.id}>
            <button
              type="button"
              className={classes.cluster}
              aria-current={item.id === cluster}
              onClick={() => onCluster(item.id)}
            >
              <span className={classes.clusterLabel} title={item.label}>
                {item.label}
              </span>
              <span className={classes.shareLine}>
                <span className={classes.share} aria-hidden="true">
                  <span style={{ width: `${(item.share / largest) * 100}%` }} />
                </span>
                <span>
                  {formatCount(item.cases.length)} · {formatShare(item.share)} %
                </span>
              </span>
              <span className={classes.clusterFacts}>
                <span>{item.owner}</span>
                <span title="Mean Jaccard over bootstraps; 0.6 and above is stable">
                  stability {item.stability === null ? "–" : item.stability.toFixed(2)}
                </span>
                <span className={classes.state} data-state={state}>
                  {state}
                </span>
              </span>
            </button>
            {entriesOf(item.id, entries).map((each) => (
              <button
                key={each.id}
                type="button"
                className={classes.entryButton}
                aria-current={each.id === entry}
                onClick={() => onEntry(each.id)}
              >
                <Icon name={statusIcons[each.status]} size={12} label={each.status} />
                {each.title}
              </button>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
