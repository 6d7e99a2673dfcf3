import { describe, expect, it } from "vitest";
import type { Cluster, StagePoint } from "@/lib/contracts/evolution";
import { type Estimate, NO_INCIDENTS, type RunMetrics } from "@/lib/contracts/run";
import { selectStage } from "./select";
import { effectiveClusters, probabilityOfLoss, type StopEvidence, stopAdvice } from "./stop-rule";

const SE = 0.01;
const estimate = (mean: number): Estimate => ({ mean, low: mean - 1.96 * SE, high: mean + 1.96 * SE, n: 482, unscored: 0 });

function metricsOf(accuracy: number, effectiveness: number, prompt = 482_000, unscored = 0): RunMetrics {
  return {
    cases: 482,
    scored: 482 - unscored,
    unscored,
    failed: 0,
    accuracy: estimate(accuracy),
    effectiveness: estimate(effectiveness),
    avg: estimate((accuracy + effectiveness) / 2),
    categories: [],
    latency: { p50: 1, p95: 2, n: 482 },
    tokens: { prompt, completion: 1_000, perCase: prompt / 482 },
    calls: 482,
    cost: null,
    incidents: NO_INCIDENTS,
    unscoredBy: {},
    reused: 0,
    rubrics: null,
  };
}

function point(index: number, metrics: RunMetrics | null, extra: Partial<StagePoint> = {}): StagePoint {
  return {
    stage: {
      id: `stg_${index}`,
      campaign: "cmp",
      index,
      name: `Stage ${index}`,
      parent: index === 0 ? null : `stg_${index - 1}`,
      step: "regression-check",
      baseVersion: null,
      baseRun: null,
      version: null,
      run: null,
      heldOutRun: null,
      entries: { proposed: 0, accepted: 0, edited: 0, rejected: 0, invalid: 0 },
      decision: null,
      autopilot: null,
      createdAt: "2026-01-01T00:00:00.000Z",
    },
    metrics,
    heldOut: null,
    fixed: null,
    broken: null,
    brokenP0: [],
    rejected: false,
    foresight: null,
    calls: null,
    callShare: null,
    ...extra,
  };
}

function cluster(size: number, stability: number | null = 0.9, longTail = false): Cluster {
  return {
    id: `c${size}`,
    label: "x",
    cause: "x",
    owner: "skill",
    cases: Array.from({ length: size }, (_, index) => `case-${index}`),
    share: 0,
    categories: [],
    failedChecks: [],
    medoid: "case-0",
    boundary: null,
    nearMisses: [],
    quotes: [],
    stability,
    contrast: [],
    longTail,
    madeBy: "program",
    by: null,
    agreement: null,
    rank: 0,
  };
}

const evidence = (extra: Partial<StopEvidence>): StopEvidence => ({
  points: [point(0, metricsOf(0.8, 0.8))],
  devCases: 482,
  clusters: null,
  shipped: [],
  proposals: [],
  ...extra,
});
const clause = (name: string, extra: Partial<StopEvidence>) =>
  stopAdvice(evidence(extra)).clauses.find((one) => one.clause === name);

describe("selectStage", () => {
  const chosen = (points: StagePoint[]) => selectStage(points).stage;

  it("follows the seed's record: the second evolution, not a later one that regressed", () => {
    const record: [number, number][] = [
      [0.824, 0.8458],
      [0.824, 0.8716],
      [0.9213, 0.8416],
      [0.9255, 0.9275],
      [0.9213, 0.9161],
      [0.917, 0.9192],
    ];
    expect(chosen(record.map(([accuracy, effectiveness], index) => point(index, metricsOf(accuracy, effectiveness))))).toBe(
      "stg_3",
    );
  });

  it("does not follow a raw maximum inside one standard error", () => {
    expect(chosen([point(0, metricsOf(0.9, 0.9)), point(1, metricsOf(0.905, 0.905))])).toBe("stg_0");
  });

  it("takes the leaner of equals, but never for quality", () => {
    const lean = point(1, metricsOf(0.9, 0.9, 200_000));
    expect(chosen([point(0, metricsOf(0.9, 0.9)), lean])).toBe("stg_1");
    expect(chosen([point(0, metricsOf(0.95, 0.95)), lean])).toBe("stg_0");
  });

  it("leaves out rejected stages, stages that were not scored, and stages that were not run", () => {
    const points = [
      point(0, metricsOf(0.7, 0.7)),
      point(1, metricsOf(0.9, 0.9), { rejected: true }),
      point(2, metricsOf(0.9, 0.9, 482_000, 40)),
      point(3, null),
    ];
    expect(chosen(points)).toBe("stg_0");
    expect(selectStage(points).blocked.map((one) => one.stage)).toEqual(["stg_1", "stg_2"]);
    expect(chosen([])).toBeNull();
  });
});

describe("stopAdvice", () => {
  it("says nothing it cannot compute", () => {
    const advice = stopAdvice(evidence({}));
    expect(advice.recommended).toBe(false);
    expect(advice.clauses.map((one) => one.holds)).toEqual([null, null, false, null, null]);
  });

  it("calls failures sparse where no stable cluster is large, or they are scattered", () => {
    expect(clause("sparse", { clusters: [cluster(4)] })).toMatchObject({ holds: true });
    expect(clause("sparse", { clusters: [cluster(40)] })).toMatchObject({ holds: false });
    expect(clause("sparse", { clusters: [cluster(40, 0.3)] })).toMatchObject({ holds: true });
    const scattered = Array.from({ length: 12 }, () => cluster(10));
    expect(clause("sparse", { clusters: scattered })).toMatchObject({ holds: true });
    expect(effectiveClusters(scattered)).toBeCloseTo(12);
    expect(clause("sparse", { clusters: [cluster(4)] })?.explanation).toContain("4 of 482");
  });

  it("counts each case of the long tail as a cluster of its own", () => {
    expect(effectiveClusters([cluster(10, null, true)])).toBeCloseTo(10);
  });

  it("weighs fixes against losses with the measured precision", () => {
    const shipped = [{ predicted: 20, fixed: 4, touched: 100, broken: 10 }];
    expect(probabilityOfLoss({ title: "x", cluster: 10, touched: 10 }, shipped)).toBeLessThan(0.2);
    expect(probabilityOfLoss({ title: "x", cluster: 10, touched: 100 }, shipped)).toBeGreaterThan(0.99);
    expect(probabilityOfLoss({ title: "x", cluster: 10, touched: 10 }, [])).toBeNull();
    const proposals = [
      { title: "bad", cluster: 10, touched: 300 },
      { title: "good", cluster: 10, touched: 5 },
    ];
    expect(clause("expected-loss", { shipped, proposals })).toMatchObject({
      holds: false,
      explanation: expect.stringContaining("good"),
    });
    expect(clause("expected-loss", { shipped, proposals: proposals.slice(0, 1) })).toMatchObject({ holds: true });
  });

  it("equals the Beta distribution's value for a first prediction", () => {
    // π ~ Beta(1, 2) after nothing was predicted: P(π ≤ x) = 1 − (1 − x)².
    const shipped = [{ predicted: 0, fixed: 0, touched: 100, broken: 10 }];
    expect(probabilityOfLoss({ title: "x", cluster: 10, touched: 30 }, shipped)).toBeCloseTo(1 - 0.7 ** 2);
  });

  it("stops after two rejected stages in a row, not after one", () => {
    const good = point(0, metricsOf(0.8, 0.8));
    const bad = (index: number) => point(index, metricsOf(0.7, 0.7), { rejected: true });
    expect(clause("two-rejected", { points: [good, bad(1)] })).toMatchObject({ holds: false });
    expect(clause("two-rejected", { points: [good, bad(1), bad(2)] })).toMatchObject({ holds: true });
    expect(clause("two-rejected", { points: [good, bad(1), bad(2), point(3, metricsOf(0.8, 0.8))] })).toMatchObject({
      holds: false,
    });
  });

  it("asks for cases where even the largest cluster is below what can be detected", () => {
    const compared = [point(0, metricsOf(0.8, 0.8)), point(1, metricsOf(0.8, 0.8), { fixed: 30, broken: 18 })];
    expect(clause("undetectable", { points: compared, clusters: [cluster(10)] })).toMatchObject({ holds: true });
    expect(clause("undetectable", { points: compared, clusters: [cluster(60)] })).toMatchObject({ holds: false });
  });

  it("sees a gain that the held-out set does not share", () => {
    const grown = (heldOut: number) => [
      point(0, metricsOf(0.7, 0.7), { heldOut: metricsOf(0.7, 0.7) }),
      point(1, metricsOf(0.9, 0.9), { heldOut: metricsOf(heldOut, heldOut) }),
    ];
    expect(clause("overfitting", { points: grown(0.72) })).toMatchObject({ holds: true });
    expect(clause("overfitting", { points: grown(0.88) })).toMatchObject({ holds: false });
  });

  it("recommends stopping where any clause holds, with its letter", () => {
    const advice = stopAdvice(evidence({ clusters: [cluster(3)] }));
    expect(advice).toMatchObject({ recommended: true, stage: "stg_0" });
    expect(advice.explanation).toContain("(a) sparse");
  });

  it("stops at the last accepted version, whatever leads by its scores", () => {
    const best = point(0, metricsOf(0.95, 0.95));
    const gone = point(1, metricsOf(0.9, 0.9));
    const rejected = point(2, metricsOf(0.9, 0.9), { rejected: true });
    const undecided = { ...point(3, metricsOf(0.9, 0.9)), stage: { ...point(3, null).stage, parent: "stg_1" } };
    const advice = stopAdvice(evidence({ points: [best, gone, rejected, undecided], clusters: [cluster(3)] }));
    expect(advice.stage).toBe("stg_1");
    expect(advice.explanation).toContain("By the scores: Stage 0");
    const goneOn = new Set(["stg_3"]);
    expect(stopAdvice(evidence({ points: [best, undecided], clusters: [cluster(3)] }), goneOn).stage).toBe("stg_3");
  });

  it("counts a run that was ended early as a rejected stage, and takes no rate of change from it", () => {
    const early = { decision: "not-enough" as const, cases: 60, total: 482, wins: 1, losses: 0 };
    const cut = (index: number) => point(index, null, { rejected: true, early, fixed: 1, broken: 0 });
    const points = [point(0, metricsOf(0.8, 0.8)), cut(1), cut(2)];
    expect(clause("two-rejected", { points })).toMatchObject({ holds: true });
    expect(clause("undetectable", { points, clusters: [cluster(40)] })?.explanation).toContain("10.0 % changed cases");
  });
});
