import { describe, expect, it } from "vitest";
import type { CampaignChart, StagePoint } from "@/lib/contracts/evolution";
import { type Estimate, NO_INCIDENTS, type RunMetrics } from "@/lib/contracts/run";
import { heatCell, orderCategories, scoreDomain, stageColumns, stopPlace } from "./chart-data";

const estimate = (mean: number | null, n = 100): Estimate =>
  mean === null
    ? { mean, low: null, high: null, n: 0, unscored: 0 }
    : { mean, low: mean - 0.03, high: mean + 0.03, n, unscored: 1 };

const metrics = (accuracy: number, categories: Record<string, number | null>): RunMetrics => ({
  cases: 100,
  scored: 99,
  unscored: 1,
  failed: 0,
  accuracy: estimate(accuracy),
  effectiveness: estimate(accuracy),
  avg: estimate(accuracy),
  categories: Object.entries(categories).map(([category, mean]) => ({
    category,
    cases: 10,
    accuracy: estimate(mean, 10),
    effectiveness: estimate(mean, 10),
    avg: estimate(mean, 10),
  })),
  latency: { p50: 1, p95: 2, n: 100 },
  tokens: { prompt: 1, completion: 1, perCase: 1 },
  calls: 1,
  cost: null,
  incidents: NO_INCIDENTS,
  unscoredBy: {},
  reused: 0,
  rubrics: null,
});

const point = (id: string, parent: string | null, over: Partial<StagePoint>): StagePoint => ({
  stage: {
    id,
    campaign: "c",
    index: 0,
    name: id,
    parent,
    step: "decided",
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
  metrics: null,
  heldOut: null,
  fixed: null,
  broken: null,
  brokenP0: [],
  rejected: false,
  foresight: null,
  calls: null,
  callShare: null,
  ...over,
});

const chart = (points: StagePoint[], selectedStage: string | null): CampaignChart => ({
  campaign: {
    id: "c",
    project: "p",
    name: "c",
    kind: "agent",
    endpoint: "e",
    endpointName: "e",
    embedded: true,
    dataset: "d",
    datasetVersion: "v",
    heldOutDataset: null,
    seed: 1,
    status: "active",
    stages: [],
    selectedStage,
    createdBy: "a",
    createdAt: "2026-01-01T00:00:00.000Z",
  },
  points,
  categories: ["price", "stock"],
  noise: null,
  advice: { recommended: false, clauses: [], stage: null, explanation: "" },
  replay: null,
});

const three = stageColumns(
  chart(
    [
      point("one", null, { metrics: metrics(0.8, { price: 0.7, stock: 0.9 }) }),
      point("two", "one", {
        metrics: metrics(0.7, { price: 0.9, stock: 0.5 }),
        rejected: true,
        brokenP0: [{ category: "stock", case: "s1" }],
      }),
      point("three", "one", { metrics: metrics(0.9, { price: 0.8, stock: null }) }),
    ],
    "three",
  ),
);

describe("stageColumns", () => {
  it("keeps the selected checkpoint and the stage each came from", () => {
    expect(three.map((column) => column.selected)).toEqual([false, false, true]);
    expect(three.map((column) => column.parent)).toEqual([null, 0, 0]);
  });

  it("draws no band through a rejected stage", () => {
    expect(three[1]?.accuracyBand).toBeNull();
    expect(three[2]?.accuracyBand?.[0]).toBeCloseTo(87);
  });

  it("leaves a stage without a run without scores", () => {
    expect(stageColumns(chart([point("one", null, {})], null))[0]?.accuracy).toBeNull();
  });
});

describe("a stage whose run was ended early", () => {
  const early = { decision: "not-enough" as const, cases: 40, total: 100, wins: 1, losses: 2 };
  const columns = stageColumns(
    chart([point("one", null, { metrics: metrics(0.8, { price: 0.7 }) }), point("cut", "one", { rejected: true, early })], "one"),
  );
  it("has no score and no difference, whatever its cases came to", () => {
    expect(columns.map((column) => [column.early, column.accuracy])).toEqual([
      [false, 80],
      [true, null],
    ]);
    expect(heatCell(columns, 1, "price", "avg").difference).toBeNull();
  });
});

describe("stopPlace", () => {
  const replay = { steps: [], choice: null, saved: null, without: null, bestHeldOut: null, explanation: "" };
  const points = [point("one", null, {}), point("two", "one", {})];
  it("is after the stage at which the rule first said stop", () => {
    expect(stopPlace({ ...chart(points, null), replay: { ...replay, stoppedAfter: "one" } })).toBe(0.5);
    expect(stopPlace({ ...chart(points, null), replay: { ...replay, stoppedAfter: null } })).toBeNull();
    expect(stopPlace(chart(points, null))).toBeNull();
  });
});

describe("scoreDomain", () => {
  it("covers every interval, rejected stages included, in steps of five", () => {
    expect(scoreDomain(three)).toEqual([65, 95]);
  });

  it("is the whole scale while nothing is evaluated", () => {
    expect(scoreDomain([])).toEqual([0, 100]);
  });
});

describe("heatCell", () => {
  it("compares with the stage it came from, not with the column to the left", () => {
    expect(heatCell(three, 2, "price", "avg").difference).toBeCloseTo(0.1);
  });

  it("has a level and no difference at the first stage", () => {
    expect(heatCell(three, 0, "price", "avg")).toMatchObject({ difference: null, head: 0.7 });
  });

  it("has no difference where the category was not scored", () => {
    expect(heatCell(three, 2, "stock", "avg").difference).toBeNull();
  });

  it("names the P0 cases broken in the category", () => {
    expect(heatCell(three, 1, "stock", "avg").brokenP0).toEqual(["s1"]);
    expect(heatCell(three, 1, "price", "avg").brokenP0).toEqual([]);
  });
});

describe("orderCategories", () => {
  it("puts the category with the largest loss first on request", () => {
    expect(orderCategories(three, ["price", "stock"], "avg", "loss")).toEqual(["stock", "price"]);
    expect(orderCategories(three, ["stock", "price"], "avg", "gain")).toEqual(["price", "stock"]);
  });
});
