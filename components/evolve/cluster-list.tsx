"use client";

import { formatCount, formatShare } from "@/components/ui/format";
import { Icon, type IconName } from "@/components/ui/icon";
import type { Cluster, Entry, EntryStatus } from "@/lib/contracts/evolution";
import { clusterState, entriesOf, orderClusters, strayEntries } from "./cluster-state";
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
  /** Entries with an edit that is not saved. */
  drafted: ReadonlySet<string>;
  onCluster: (id: string) => void;
  onEntry: (id: string) => void;
}

type EntryButtonProps = Pick<ClusterListProps, "onEntry" | "entry" | "drafted"> & { item: Entry };

function EntryButton({ item, entry, drafted, onEntry }: EntryButtonProps) {
  return (
    <button type="button" className={classes.entryButton} aria-current={item.id === entry} onClick={() => onEntry(item.id)}>
      <Icon name={statusIcons[item.status]} size={12} label={item.status} />
      <span>
        {item.title}
        {drafted.has(item.id) ? " (edit not saved)" : ""}
      </span>
    </button>
  );
}

/** The clusters, largest first, each with its share of the failures, owner, stability, state, and its entries. */
export function ClusterList({ clusters, entries, fixed, cluster, onCluster, ...buttons }: ClusterListProps) {
  const ordered = orderClusters(clusters);
  const largest = Math.max(0.001, ...ordered.map((item) => item.share));
  const stray = strayEntries(clusters, entries);
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
                {item.agreement === null ? null : (
                  <span title="Mean Jaccard of its members over the two seeds of the model's diagnosis">
                    two seeds {item.agreement.toFixed(2)}
                  </span>
                )}
                <span className={classes.state} data-state={state}>
                  {state}
                </span>
                {item.madeBy === "person" ? <span>by {item.by ?? "a person"}</span> : null}
              </span>
            </button>
            {entriesOf(item.id, entries).map((each) => (
              <EntryButton key={each.id} item={each} {...buttons} />
            ))}
          </li>
        );
      })}
      {stray.length > 0 ? (
        <li>
          {clusters.length > 0 ? <p className={classes.strayHead}>Entries of clusters that are no more</p> : null}
          {stray.map((each) => (
            <EntryButton key={each.id} item={each} {...buttons} />
          ))}
        </li>
      ) : null}
    </ul>
  );
}
