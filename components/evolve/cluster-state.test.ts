import { describe, expect, it } from "vitest";
import type { Cluster, Entry } from "@/lib/contracts/evolution";
import { clusterState, nextOpenEntry, orderClusters, orderEntries } from "./cluster-state";

const cluster = (id: string, cases: string[], longTail = false): Cluster => ({
  id,
  label: id,
  cause: "",
  owner: "skill",
  cases,
  share: 0.1,
  categories: [],
  failedChecks: [],
  medoid: cases[0] ?? "",
  boundary: null,
  nearMisses: [],
  quotes: [],
  stability: 0.8,
  contrast: [],
  longTail,
  madeBy: "program",
  by: null,
  agreement: null,
  rank: 0,
});

const entry = (id: string, of: string, status: Entry["status"], order = 0): Entry => ({
  id,
  stage: "s",
  order,
  status,
  cluster: of,
  title: id,
  component: "skill",
  owner: "skill",
  whyLevel: "",
  reason: "r",
  evidence: [],
  operations: [],
  predictedFixes: [],
  predictedRisks: [],
  changes: [],
  touched: [],
  tokensAdded: 0,
  diagnostics: [],
  rejectionReason: null,
  decidedBy: null,
  decidedAt: null,
  revision: 1,
  attempts: [],
  replayed: null,
  copyOf: null,
});

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

  it("finds the next open entry, turning round at the end", () => {
    const entries = [entry("one", "large", "proposed"), entry("two", "large", "accepted"), entry("three", "small", "rejected")];
    expect(nextOpenEntry(entries, "two")?.id).toBe("one");
    expect(nextOpenEntry(entries, "one")).toBeNull();
  });
});
