import { describe, expect, it } from "vitest";
import { clusterAgreement } from "./agreement";

const cluster = (id: string, cases: string, longTail = false) => ({ id, cases: [...cases], longTail });

describe("clusterAgreement", () => {
  it("is whole where both make the same clusters", () => {
    expect(clusterAgreement([cluster("m1", "abc"), cluster("m2", "de")], [cluster("p1", "de"), cluster("p2", "abc")])).toEqual({
      adjustedRand: 1,
      cases: 5,
      pairs: [
        { cluster: "m1", beside: "p2", jaccard: 1 },
        { cluster: "m2", beside: "p1", jaccard: 1 },
      ],
    });
  });

  it("looks at the cases that both put into a cluster", () => {
    const found = clusterAgreement(
      [cluster("m1", "abcx"), cluster("m2", "de"), cluster("t", "y", true)],
      [cluster("p1", "abyd"), cluster("p2", "ec"), cluster("t", "x", true)],
    );
    expect(found.cases).toBe(5);
    expect(found.adjustedRand).toBeCloseTo(-0.25);
    expect(found.pairs[0]).toEqual({ cluster: "m1", beside: "p1", jaccard: 2 / 6 });
  });

  it("names no partner where nothing overlaps, and no index below two cases", () => {
    expect(clusterAgreement([cluster("m1", "a"), cluster("m2", "b")], [cluster("p1", "a")])).toEqual({
      adjustedRand: null,
      cases: 1,
      pairs: [
        { cluster: "m1", beside: "p1", jaccard: 1 },
        { cluster: "m2", beside: null, jaccard: 0 },
      ],
    });
  });
});
