import { describe, expect, it } from "vitest";
import type { ClusterEdit, PinnedCluster } from "@/lib/contracts/cluster-edit";
import { Cluster } from "@/lib/contracts/evolution";
import { sampleEvaluatedCase } from "@/lib/testing/evolution-samples";
import { type ClusterCore, clusterBuilder } from "./cluster-builder";
import { applyClusterEdit } from "./cluster-edits";
import { keepPinned } from "./pinned-clusters";

const failing = (id: string, category: string) =>
  sampleEvaluatedCase({ id, category, comments: [`about ${category}`], failed: ["reply"], reply: `wrong on ${category}` });
const cases = [
  ...["a1", "a2", "a3", "a4"].map((id) => failing(id, "sizes")),
  ...["b1", "b2", "b3"].map((id) => failing(id, "prices")),
  ...["t1", "t2"].map((id) => failing(id, "other")),
  ...["p1", "p2", "p3"].map((id) => sampleEvaluatedCase({ id, category: "sizes", comments: ["about sizes, please"] })),
];
const rebuild = clusterBuilder(cases, 1);
const core = (id: string, label: string, members: string[], more: Partial<ClusterCore> = {}): ClusterCore => ({
  id,
  label,
  cause: `why ${label}`,
  owner: "skill",
  cases: members,
  quotes: members.slice(0, 3).map((one) => ({ case: one, step: 0, text: `said ${one}` })),
  longTail: false,
  madeBy: "model",
  by: null,
  agreement: 0.8,
  ...more,
});
const sizes = core("cluster-1", "sizes", ["a1", "a2", "a3", "a4"]);
const prices = core("cluster-2", "prices", ["b1", "b2", "b3"]);
const rest = core("long-tail", "Long tail", ["t1", "t2"], { longTail: true, agreement: null });
const diagnosis = rebuild([sizes, prices, rest]);

function edit(change: ClusterEdit, clusters = diagnosis, pinned: PinnedCluster[] = []) {
  let made = pinned.length;
  const who = { by: "ada", at: "2026-01-01T00:00:00.000Z", pinned, newId: () => `clu_${++made}` };
  const edited = applyClusterEdit(clusters, change, who, rebuild);
  return { ...edited, byLabel: new Map(edited.clusters.map((one) => [one.label, one])) };
}
const casesOf = (clusters: readonly { label: string; cases: string[] }[]) =>
  Object.fromEntries(clusters.map((one) => [one.label, one.cases.join(" ")]));

describe("clusterBuilder", () => {
  it("computes every figure of the contract from the results", () => {
    expect(diagnosis.map(({ label }) => label)).toEqual(["sizes", "prices", "Long tail"]);
    for (const one of diagnosis) expect(Cluster.safeParse(one).success).toBe(true);
    expect(diagnosis[0]).toMatchObject({
      share: 4 / 9,
      categories: [{ category: "sizes", cases: 4 }],
      failedChecks: [{ check: "reply-contains", cases: 4 }],
      rank: 4,
    });
    expect(diagnosis[0]?.stability).toBeGreaterThan(0.9);
    expect(diagnosis[0]?.nearMisses).toHaveLength(2);
    expect(diagnosis[2]).toMatchObject({ rank: 0, stability: null });
  });
});

describe("a person's edit of the clusters", () => {
  it("renames one: it is theirs and pinned, under an id of its own", () => {
    const { byLabel, pinned, replaced } = edit({ kind: "rename", cluster: "cluster-1", label: "Wrong size", owner: "prompt" });
    expect(byLabel.get("Wrong size")).toMatchObject({
      id: "clu_1",
      madeBy: "person",
      by: "ada",
      owner: "prompt",
      agreement: 0.8,
    });
    expect(replaced).toEqual([{ from: "cluster-1", to: "clu_1" }]);
    expect(pinned).toMatchObject([{ id: "clu_1", label: "Wrong size", cases: ["a1", "a2", "a3", "a4"], by: "ada" }]);
  });

  it("merges: the first takes all, figures and quotes are those of all its cases", () => {
    const { clusters, byLabel, pinned, replaced } = edit({ kind: "merge", clusters: ["cluster-2", "cluster-1"], label: "Facts" });
    expect(casesOf(clusters)).toEqual({ Facts: "a1 a2 a3 a4 b1 b2 b3", "Long tail": "t1 t2" });
    const facts = byLabel.get("Facts");
    expect(facts).toMatchObject({ share: 7 / 9, agreement: null, rank: 7 });
    expect(facts?.categories).toEqual([
      { category: "sizes", cases: 4 },
      { category: "prices", cases: 3 },
    ]);
    expect(facts?.quotes).toHaveLength(3);
    expect(replaced).toEqual([
      { from: "cluster-2", to: "clu_1" },
      { from: "cluster-1", to: "clu_1" },
    ]);
    expect(pinned).toHaveLength(1);
  });

  it("splits cases off, also off the long tail; both parts are theirs", () => {
    const { clusters, pinned } = edit({ kind: "split", cluster: "cluster-1", cases: ["a2"], label: "Children" });
    expect(casesOf(clusters)).toEqual({ sizes: "a1 a3 a4", prices: "b1 b2 b3", Children: "a2", "Long tail": "t1 t2" });
    expect(clusters.find(({ label }) => label === "Children")?.quotes).toEqual([{ case: "a2", step: 0, text: "said a2" }]);
    expect(pinned.map(({ label }) => label).sort()).toEqual(["Children", "sizes"]);
    const tail = edit({ kind: "split", cluster: "long-tail", cases: ["t1"], label: "New" });
    expect(tail.byLabel.get("New")).toMatchObject({ cases: ["t1"], longTail: false, madeBy: "person" });
    expect(tail.pinned.map(({ label }) => label)).toEqual(["New"]);
  });

  it("moves cases to another cluster; one left empty vanishes and its entries follow", () => {
    const { clusters, replaced } = edit({ kind: "move", cases: ["b1", "b2", "b3", "t1"], to: "cluster-1" });
    expect(casesOf(clusters)).toEqual({ sizes: "a1 a2 a3 a4 b1 b2 b3 t1", "Long tail": "t2" });
    expect(replaced).toContainEqual({ from: "cluster-2", to: "clu_1" });
  });

  it("moves cases to the long tail, where the next diagnosis leaves them", () => {
    const { clusters, pinned } = edit({ kind: "move", cases: ["a1"], to: null });
    expect(casesOf(clusters)).toMatchObject({ sizes: "a2 a3 a4", "Long tail": "a1 t1 t2" });
    expect(casesOf(keepPinned(diagnosis, pinned, rebuild))).toMatchObject({ sizes: "a2 a3 a4", "Long tail": "a1 t1 t2" });
    const none = edit({ kind: "move", cases: ["a1"], to: null }, rebuild([sizes, prices]));
    expect(none.byLabel.get("Long tail")).toMatchObject({ longTail: true, cases: ["a1"] });
  });

  it("keeps pinned the cases that do not fail now, and a case in one pinned cluster alone", () => {
    const first = edit({ kind: "rename", cluster: "cluster-1", label: "Wrong size" });
    const remembered = first.pinned.map((pin) => ({ ...pin, cases: [...pin.cases, "gone"] }));
    const second = edit({ kind: "move", cases: ["a1"], to: "cluster-2" }, first.clusters, remembered);
    expect(casesOf(second.pinned)).toEqual({ "Wrong size": "a2 a3 a4 gone", prices: "a1 b1 b2 b3" });
    const third = edit({ kind: "merge", clusters: ["cluster-2", "clu_1"] }, first.clusters, remembered);
    expect(casesOf(third.pinned)).toEqual({ prices: "a1 a2 a3 a4 b1 b2 b3 gone" });
  });

  it("is forgotten by a release, which leaves the cluster as it is", () => {
    const first = edit({ kind: "rename", cluster: "cluster-1", label: "Wrong size" });
    const second = edit({ kind: "release", cluster: "clu_1" }, first.clusters, first.pinned);
    expect(second.pinned).toEqual([]);
    expect(second.byLabel.get("Wrong size")).toMatchObject({ id: "clu_1", madeBy: "model", by: null });
  });

  it.each<[string, ClusterEdit]>([
    ["There is no cluster cluster-9.", { kind: "rename", cluster: "cluster-9", label: "x" }],
    ["There is no cluster cluster-9.", { kind: "merge", clusters: ["cluster-1", "cluster-9"] }],
    ["Name two different clusters.", { kind: "merge", clusters: ["cluster-1", "cluster-1"] }],
    ["b1: no case of this cluster.", { kind: "split", cluster: "cluster-1", cases: ["b1"], label: "x" }],
    ["every case", { kind: "split", cluster: "cluster-2", cases: ["b1", "b2", "b3"], label: "x" }],
    ["p1, zz: no case of this diagnosis.", { kind: "move", cases: ["a1", "p1", "zz"], to: "cluster-1" }],
    ["The long tail has no cause", { kind: "rename", cluster: "long-tail", label: "x" }],
    ["by moving its cases", { kind: "merge", clusters: ["long-tail", "cluster-1"] }],
    ["No person has changed", { kind: "release", cluster: "cluster-1" }],
  ])("says “%s” and changes nothing", (problem, change) => {
    const refused = edit(change);
    expect(refused.problems.join(" ")).toContain(problem);
    expect(refused.clusters).toEqual(diagnosis);
    expect(refused.pinned).toEqual([]);
  });
});

describe("keepPinned", () => {
  const pin = (id: string, members: string[], more: Partial<PinnedCluster> = {}): PinnedCluster => ({
    id,
    label: `pin ${id}`,
    cause: null,
    owner: null,
    cases: members,
    by: "ada",
    at: "2026-01-01T00:00:00.000Z",
    ...more,
  });

  it("leaves clusters alone where no pinned case fails", () => {
    expect(keepPinned(diagnosis, [], rebuild)).toEqual(diagnosis);
    expect(keepPinned(diagnosis, [pin("x", ["gone"])], rebuild)).toEqual(diagnosis);
  });

  it("puts cases that fail again together under the person's name, and the rest of a mostly pinned cluster with them", () => {
    const kept = keepPinned(diagnosis, [pin("x", ["a1", "a2", "a3", "b1", "t1", "gone"])], rebuild);
    expect(casesOf(kept)).toEqual({ "pin x": "a1 a2 a3 a4 b1 t1", prices: "b2 b3", "Long tail": "t2" });
    expect(kept[0]).toMatchObject({ id: "x", madeBy: "person", by: "ada", cause: "why sizes", owner: "skill", agreement: null });
    expect(kept[1]).toMatchObject({ share: 2 / 9, agreement: null });
  });

  it("does not draw in the rest of a cluster of which half is pinned, nor of the long tail", () => {
    const kept = keepPinned(diagnosis, [pin("x", ["a1", "a2", "t1", "t2"]), pin("y", ["b1"])], rebuild);
    expect(casesOf(kept)).toEqual({ sizes: "a3 a4", prices: "b2 b3", "pin x": "a1 a2 t1 t2", "pin y": "b1" });
  });

  it("does not draw in the rest of a mostly pinned long tail", () => {
    const tail = core("long-tail", "Long tail", ["b1", "t1", "t2"], { longTail: true });
    const kept = keepPinned(rebuild([sizes, tail]), [pin("x", ["t1", "t2"])], rebuild);
    expect(casesOf(kept)).toEqual({ sizes: "a1 a2 a3 a4", "pin x": "t1 t2", "Long tail": "b1" });
  });

  it("puts a case that two pinned clusters claim into the first", () => {
    const kept = keepPinned(diagnosis, [pin("x", ["a1"]), pin("y", ["a1", "b1"])], rebuild);
    expect(casesOf(kept)).toMatchObject({ "pin x": "a1", "pin y": "b1" });
    expect(kept.flatMap((one) => one.cases).sort()).toEqual(diagnosis.flatMap((one) => one.cases).sort());
  });

  it("keeps the name that a person gave through edit and diagnosis", () => {
    const { pinned } = edit({ kind: "split", cluster: "cluster-1", cases: ["a1", "a2", "a3"], label: "Adults" });
    const next = keepPinned(diagnosis, pinned, rebuild);
    expect(casesOf(next)).toMatchObject({ Adults: "a1 a2 a3", sizes: "a4" });
    expect(next.find(({ label }) => label === "sizes")).toMatchObject({ madeBy: "person" });
  });
});
