import { describe, expect, it } from "vitest";
import type { Cluster, Entry } from "@/lib/contracts/evolution";
import { sampleCluster, sampleEntry } from "@/lib/testing/stage-samples";
import { caseAfter, clusterOf, clusterState, nextOpenEntry, orderClusters, orderEntries, strayEntries } from "./cluster-state";

const cluster = (id: string, cases: string[], longTail = false): Cluster =>
  sampleCluster({ id, label: id, cases, longTail, medoid: cases[0] ?? "" });

const entry = (id: string, of: string, status: Entry["status"], order = 0): Entry =>
  sampleEntry({ id, title: id, cluster: of, status, order });

const none = new Set<string>();

describe("clusterState", () => {
  const price = cluster("price", ["a", "b", "c"]);

  it("is open without an entry, and again when its entry is rejected", () => {
    expect(clusterState(price, [], none)).toBe("open");
    expect(clusterState(price, [entry("e", "price", "rejected")], none)).toBe("open");
  });

  it("is in a proposal while an entry stands", () => {
    expect(clusterState(price, [entry("e", "price", "edited")], none)).toBe("in a proposal");
  });

  it("is fixed when half of its cases have turned right, not when one has", () => {
    expect(clusterState(price, [entry("e", "price", "accepted")], new Set(["a", "b"]))).toBe("fixed");
    expect(clusterState(price, [entry("e", "price", "accepted")], new Set(["a"]))).toBe("in a proposal");
  });

  it("keeps the long tail apart", () => {
    expect(clusterState(cluster("rest", ["x"], true), [], none)).toBe("long tail");
  });
});

describe("order", () => {
  const clusters = [cluster("tail", ["1", "2", "3", "4"], true), cluster("small", ["a"]), cluster("large", ["b", "c"])];

  it("puts the largest cluster first and the long tail last", () => {
    expect(orderClusters(clusters).map((item) => item.id)).toEqual(["large", "small", "tail"]);
  });

  it("walks the entries in the order of their clusters", () => {
    const entries = [entry("s", "small", "proposed"), entry("l2", "large", "proposed", 1), entry("l1", "large", "proposed", 0)];
    expect(orderEntries(clusters, entries).map((item) => item.id)).toEqual(["l1", "l2", "s"]);
  });

  it("does not lose an entry whose cluster was merged into another", () => {
    const entries = [entry("s", "small", "proposed"), entry("lost", "merged away", "accepted")];
    expect(strayEntries(clusters, entries).map((item) => item.id)).toEqual(["lost"]);
    expect(orderEntries(clusters, entries).map((item) => item.id)).toEqual(["s", "lost"]);
  });

  it("finds the next open entry, turning round at the end", () => {
    const entries = [entry("one", "large", "proposed"), entry("two", "large", "accepted"), entry("three", "small", "rejected")];
    expect(nextOpenEntry(entries, "two")?.id).toBe("one");
    expect(nextOpenEntry(entries, "one")).toBeNull();
  });
});

describe("after an edit", () => {
  const old = cluster("old", ["a", "b", "c"]);

  it("finds the cluster that was looked at by a case that stayed, and a split's new one", () => {
    expect(caseAfter({ kind: "rename", cluster: "old", label: "x" }, old)).toBe("a");
    expect(caseAfter({ kind: "move", cases: ["a"], to: null }, old)).toBe("b");
    expect(caseAfter({ kind: "move", cases: ["a", "b", "c"], to: null }, old)).toBeNull();
    expect(caseAfter({ kind: "split", cluster: "old", cases: ["c"], label: "x" }, old)).toBe("c");
  });

  it("knows a cluster by its cases, as its id may be new", () => {
    expect(clusterOf([cluster("new", ["b"]), cluster("other", ["z"])], "b")).toBe("new");
    expect(clusterOf([old], null)).toBeNull();
  });
});
