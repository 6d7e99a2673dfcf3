import { describe, expect, it } from "vitest";
import type { PairedDifference } from "@/lib/contracts/run";
import { differenceVerdict } from "./verdict";

const difference = (over: Partial<PairedDifference>): PairedDifference => ({
  metric: "accuracy",
  base: 0.9,
  head: 0.92,
  difference: 0.02,
  low: -0.01,
  high: 0.05,
  p: 0.2,
  method: "exact McNemar",
  minimumDetectable: 0.0325,
  better: 14,
  worse: 4,
  n: 482,
  midP: 0.1,
  ...over,
});

describe("differenceVerdict", () => {
  it("says inside the noise, with what could be found, where the interval includes zero", () => {
    const verdict = differenceVerdict(difference({}));
    expect(verdict.kind).toBe("noise");
    expect(verdict.sentence).toContain("Inside the noise");
    expect(verdict.sentence).toContain("With 482 cases this comparison finds a difference of 3.3 points or more.");
  });

  it("says better where the interval lies above zero and the test agrees", () => {
    expect(differenceVerdict(difference({ low: 0.01, p: 0.01 })).kind).toBe("better");
  });

  it("says worse where the interval lies below zero", () => {
    expect(differenceVerdict(difference({ low: -0.08, high: -0.02, p: 0.004 })).kind).toBe("worse");
  });

  it("stays inside the noise where the test disagrees with the interval, and says so", () => {
    const verdict = differenceVerdict(difference({ low: 0.001, p: 0.08 }));
    expect(verdict.kind).toBe("noise");
    expect(verdict.sentence).toContain("p 0.080");
  });

  it("is unknown where nothing was paired", () => {
    expect(differenceVerdict(difference({ n: 0, difference: null, low: null, high: null })).kind).toBe("unknown");
  });

  it("stays inside the noise where two equal runs differ by as much, and says by how much", () => {
    const certain = difference({ low: 0.01, p: 0.01 });
    expect(differenceVerdict(certain, 0.01)).toMatchObject({ kind: "better" });
    const verdict = differenceVerdict(certain, 0.03);
    expect(verdict.kind).toBe("noise");
    expect(verdict.sentence).toContain("two equal runs differ by as much. Two equal runs differ by up to 3.0 points.");
  });
});
