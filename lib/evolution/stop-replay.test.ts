import { describe, expect, it } from "vitest";
import type { StagePoint } from "@/lib/contracts/evolution";
import { type Estimate, NO_INCIDENTS, type RunMetrics } from "@/lib/contracts/run";
import { stopReplay } from "./stop-replay";

type ReplayEvidence = Parameters<typeof stopReplay>[0];

const estimate = (mean: number): Estimate => ({ mean, low: mean - 0.02, high: mean + 0.02, n: 400, unscored: 0 });
const scored = (avg: number): RunMetrics => ({
  ...{ cases: 400, scored: 400, unscored: 0, failed: 0, categories: [], incidents: NO_INCIDENTS, unscoredBy: {}, reused: 0 },
  ...{ accuracy: estimate(avg), effectiveness: estimate(avg), avg: estimate(avg), rubrics: null },
  ...{ latency: { p50: 1, p95: 2, n: 400 }, tokens: { prompt: 4_000, completion: 400, perCase: 11 }, calls: 800, cost: null },
});

interface Sketch {
  id: string;
  from?: string;
  dev: number | null;
  heldOut?: number;
  rejected?: boolean;
  early?: boolean;
  p0?: string[];
}

const pointOf = ({ id, from, dev, heldOut, rejected = false, early = false, p0 = [] }: Sketch, index: number): StagePoint => ({
  stage: {
    ...{ id, campaign: "cmp", index, name: id.toUpperCase(), parent: from ?? null, step: "decided", autopilot: null },
    ...{ baseVersion: null, baseRun: null, version: null, run: null, heldOutRun: null, createdAt: "2026-01-01T00:00:00.000Z" },
    entries: { proposed: 0, accepted: 0, edited: 0, rejected: 0, invalid: 0 },
    decision: rejected && !early ? { kind: "rollback", reason: "worse", by: "ada", at: "", acceptedP0: [] } : null,
  },
  metrics: dev === null || early ? null : scored(dev),
  heldOut: heldOut === undefined ? null : scored(heldOut),
  ...{ fixed: null, broken: null, foresight: null, calls: null, callShare: null },
  brokenP0: p0.map((one) => ({ category: "x", case: one })),
  rejected: rejected || early,
  ...(early && { early: { decision: "not-enough" as const, cases: 40, total: 400, wins: 1, losses: 2 } }),
});

const campaign = (sketches: Sketch[], extra: Partial<ReplayEvidence> = {}) =>
  stopReplay({
    points: sketches.map(pointOf),
    devCases: 400,
    diagnosisOf: () => null,
    shippedOf: () => null,
    spentOf: () => ({ cases: 400, calls: 800, tokens: 4_400, cost: 0.5 }),
    ...extra,
  });

const cases = (count: number) => Array.from({ length: count }, (_, index) => `case-${index}`);

describe("a campaign that went on after two rejected stages", () => {
  const replay = campaign([
    { id: "a", dev: 0.7, heldOut: 0.7 },
    { id: "b", from: "a", dev: 0.8, heldOut: 0.81 },
    { id: "c", from: "b", dev: 0.75, rejected: true },
    { id: "d", from: "b", dev: null, early: true },
    { id: "e", from: "b", dev: 0.82, heldOut: 0.78, p0: ["p", "q"] },
    { id: "f", from: "e", dev: 0.81, heldOut: 0.77, p0: ["q", "r"] },
  ]);
  it("has stopped after the second, at the last accepted version", () => {
    expect(replay?.steps.map(({ recommended }) => recommended)).toEqual([false, false, false, true, false, false]);
    expect(replay).toMatchObject({ stoppedAfter: "d", choice: "b" });
    expect(replay?.steps[3]?.clauses).toEqual(["two-rejected"]);
  });
  it("says what the later stages took, and what they came to against the choice", () => {
    expect(replay?.saved).toEqual({ stages: 2, cases: 800, calls: 1_600, tokens: 8_800, cost: 1 });
    expect(replay?.without).toMatchObject({ stage: "f", brokenP0: 3 });
    expect(replay?.without?.dev).toBeCloseTo(0.01);
    expect(replay?.without?.heldOut).toBeCloseTo(-0.04);
    expect(replay?.bestHeldOut).toEqual({ stage: "b", avg: 0.81, behind: 0 });
    expect(replay?.explanation).toContain("after D, by (c), and chose B");
  });
});

it("knows at a stage its own diagnosis and no later one", () => {
  const sparse = { clusters: [{ cases: cases(3), stability: 0.9, longTail: false }], proposals: [] };
  const rich = { clusters: [{ cases: cases(90), stability: 0.9, longTail: false }], proposals: [] };
  const replay = campaign(
    [
      { id: "a", dev: 0.7 },
      { id: "b", from: "a", dev: 0.9 },
      { id: "c", from: "b", dev: 0.9 },
    ],
    { diagnosisOf: (stage) => ({ a: rich, b: sparse })[stage] ?? null },
  );
  expect(replay?.steps.map(({ clauses }) => clauses)).toEqual([[], ["sparse", "undetectable"], []]);
  expect(replay).toMatchObject({ stoppedAfter: "b", choice: "b" });
});

it("follows the main line and leaves other branches out, rejected attempts on it aside", () => {
  const replay = campaign([
    { id: "a", dev: 0.7 },
    { id: "b", from: "a", dev: 0.71 },
    { id: "side", from: "a", dev: 0.72 },
    { id: "bad-side", from: "side", dev: 0.6, rejected: true },
    { id: "bad", from: "b", dev: 0.6, rejected: true },
    { id: "c", from: "b", dev: 0.73 },
  ]);
  expect(replay?.steps.map(({ stage }) => stage)).toEqual(["a", "b", "bad", "c"]);
  expect(replay?.explanation).toContain("2 stages on other branches left out");
});

it("saves nothing and compares nothing where the rule never said stop", () =>
  expect(campaign([{ id: "a", dev: 0.7 }])).toMatchObject({
    ...{ stoppedAfter: null, choice: "a", saved: null, without: null, bestHeldOut: null },
  }));

it("has nothing to replay before a stage is evaluated", () => expect(campaign([{ id: "a", dev: null }])).toBeNull());

it("gives no price where one run has none", () => {
  const bad = (id: string): Sketch => ({ id, from: "a", dev: 0.5, rejected: true });
  const replay = campaign([{ id: "a", dev: 0.7 }, bad("b"), bad("c"), bad("d")], {
    spentOf: () => ({ cases: 1, calls: 1, tokens: 1, cost: null }),
  });
  expect(replay).toMatchObject({ stoppedAfter: "c", saved: { stages: 1, cost: null }, without: { stage: "a", dev: 0 } });
});
