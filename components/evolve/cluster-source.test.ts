import { describe, expect, it } from "vitest";
import { sampleCluster, sampleDiagnosis } from "@/lib/testing/stage-samples";
import { clustersOf, overlapWords } from "./cluster-source";

const coupon = sampleCluster({ id: "m1", label: "Coupon forgotten" });
const lone = sampleCluster({ id: "m2", label: "Alone" });
const program = sampleCluster({ id: "p1", label: "price-check" });
const diagnosis = sampleDiagnosis({
  clusters: [coupon, lone],
  beside: [program],
  agreement: {
    adjustedRand: 0.4,
    cases: 10,
    pairs: [
      { cluster: "m1", beside: "p1", jaccard: 0.62 },
      { cluster: "m2", beside: null, jaccard: 0 },
    ],
  },
});

describe("a model's clusters beside a program's", () => {
  it("are one or the other", () => {
    expect(clustersOf(diagnosis, "model")).toEqual([coupon, lone]);
    expect(clustersOf(diagnosis, "program")).toEqual([program]);
  });

  it("name the one of the other side that they overlap most", () => {
    expect(overlapWords(diagnosis, coupon, "model")).toContain("“price-check”, Jaccard 0.62");
    expect(overlapWords(diagnosis, lone, "model")).toContain("No cluster of the program");
    expect(overlapWords(diagnosis, program, "program")).toBe(
      "1 cluster of the model overlaps most with it: “Coupon forgotten”, Jaccard 0.62.",
    );
  });

  it("say nothing where only one side was made", () => {
    expect(overlapWords(sampleDiagnosis({ clusters: [coupon] }), coupon, "model")).toBeNull();
  });
});
