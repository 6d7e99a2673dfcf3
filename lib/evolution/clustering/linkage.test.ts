import { describe, expect, it } from "vitest";
import { createRandom, randomUnit } from "@/lib/stats/random";
import type { DistanceMatrix } from "./distance-matrix";
import { averageLinkage, cutTree } from "./linkage";
import { clusterBySilhouette, silhouettes } from "./silhouette";
import { clusterStability } from "./stability";

const line = (points: readonly number[]): DistanceMatrix => ({
  size: points.length,
  values: Float64Array.from(points.flatMap((a) => points.map((b) => Math.abs(a - b)))),
});

describe("averageLinkage", () => {
  it("merges nearest first, at mean distances", () => {
    const merges = averageLinkage(line([0, 1, 5, 7]));
    expect(merges.map(({ height }) => height)).toEqual([1, 2, 5.5]);
  });

  it("equals a direct search for the closest pair", () => {
    const random = createRandom(7);
    const matrix = line(Array.from({ length: 40 }, () => randomUnit(random) * 100));
    const groups = new Map(Array.from({ length: 40 }, (_, item) => [item, [item]]));
    const heights: number[] = [];
    while (groups.size > 1) {
      let best = { a: 0, b: 0, height: Number.POSITIVE_INFINITY };
      for (const [a, left] of groups) {
        for (const [b, right] of groups) {
          if (a >= b) continue;
          const sum = left.reduce((total, x) => total + right.reduce((part, y) => part + (matrix.values[x * 40 + y] ?? 0), 0), 0);
          const height = sum / (left.length * right.length);
          if (height < best.height) best = { a, b, height };
        }
      }
      groups.set(best.a, [...(groups.get(best.a) ?? []), ...(groups.get(best.b) ?? [])]);
      groups.delete(best.b);
      heights.push(best.height);
    }
    const merges = averageLinkage(matrix);
    merges.forEach(({ height }, index) => {
      expect(height).toBeCloseTo(heights[index] ?? Number.NaN, 9);
    });
  });
});

describe("cutTree", () => {
  it("cuts into the number of clusters asked for", () => {
    const merges = averageLinkage(line([0, 1, 5, 7, 100]));
    expect(cutTree(merges, 5, 3)).toEqual([0, 0, 1, 1, 2]);
    expect(cutTree(merges, 5, 5)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe("silhouettes", () => {
  it("is near one inside tight clusters and zero for an item alone", () => {
    const values = silhouettes(line([0, 1, 100, 101, 500]), [0, 0, 1, 1, 2]);
    expect(values[0]).toBeGreaterThan(0.98);
    expect(values[4]).toBe(0);
  });
});

describe("clusterBySilhouette", () => {
  it("finds the number of clusters that stand apart", () => {
    const assignment = clusterBySilhouette(line([0, 1, 2, 50, 51, 52, 100, 101, 102, 150, 151, 152]));
    expect(new Set(assignment).size).toBe(4);
  });

  it("never parts items that are the same", () => {
    expect(clusterBySilhouette(line([0, 0, 0, 0, 9, 9, 9]))).toEqual([0, 0, 0, 0, 1, 1, 1]);
    expect(clusterBySilhouette(line([1, 1, 1, 1, 1]))).toEqual([0, 0, 0, 0, 0]);
  });

  it("makes one cluster of fewer than four", () => {
    expect(clusterBySilhouette(line([0, 10, 20]))).toEqual([0, 0, 0]);
  });
});

describe("clusterStability", () => {
  it("is high where clusters stand apart and low where an assignment has no ground", () => {
    const apart = clusterStability(
      line([0, 1, 2, 3, 50, 51, 52, 53, 100, 101, 102, 103]),
      [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2],
      1,
    );
    const random = createRandom(3);
    const cloud = line(Array.from({ length: 30 }, () => randomUnit(random)));
    const cut = clusterStability(
      cloud,
      Array.from({ length: 30 }, (_, item) => item % 6),
      1,
    );
    expect(Math.min(...apart.map((value) => value ?? 0))).toBeGreaterThan(0.9);
    expect(Math.min(...cut.map((value) => value ?? 0))).toBeLessThan(0.6);
  });
});
