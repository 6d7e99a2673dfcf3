import { describe, expect, it } from "vitest";
import { type CaseRow, NO_INCIDENTS } from "@/lib/contracts/run";
import { mcnemarExact } from "@/lib/stats/mcnemar";
import { sampleRow, sampleRun } from "@/lib/testing/evaluation-samples";
import { compareRuns } from "./compare";
import { runMetrics } from "./metrics";

const base = sampleRun();
const head = sampleRun({ id: "run_b" });
const rows = (count: number, change: (index: number) => Partial<CaseRow>) =>
  Array.from({ length: count }, (_, index) =>
    sampleRow({ case: `c${index}`, category: index % 2 === 0 ? "price" : "stock", ...change(index) }),
  );
const compare = (baseRows: CaseRow[], headRows: CaseRow[], groups = {}) =>
  compareRuns({ base, head, baseRows, headRows, groups });

describe("compareRuns", () => {
  it("pairs by case and tests Accuracy with exact McNemar", () => {
    const { metrics, paired, unpaired } = compare(
      rows(482, (index) => ({ accuracy: index < 12 ? 0 : 1 })),
      rows(482, (index) => ({ accuracy: index >= 20 && index < 23 ? 0 : 1 })),
    );
    expect([paired, unpaired]).toEqual([482, 0]);
    const accuracy = metrics[0] ?? expect.fail();
    expect(accuracy).toMatchObject({ metric: "accuracy", better: 12, worse: 3, n: 482, p: mcnemarExact(12, 3) });
    expect(accuracy.difference).toBeCloseTo(9 / 482, 12);
    expect(accuracy.low).toBeGreaterThan(0);
    expect(accuracy.high).toBeLessThan(0.04);
    expect(accuracy.minimumDetectable).toBeGreaterThan(0.02);
    expect(accuracy.method).toBe("exact McNemar; interval: 10,000 paired bootstraps");
    expect(metrics[1]).toMatchObject({ difference: 0, p: 1, minimumDetectable: null });
    expect(metrics[2]?.difference).toBeCloseTo(9 / 964, 12);
    expect(metrics[2]?.method).toMatch(/^sign-flip permutation/);
  });

  it("takes under 600 ms of processor time for 482 cases in 18 categories", () => {
    const many = (shift: number) =>
      rows(482, (index) => ({ category: `k${index % 18}`, accuracy: (index + shift) % 9 === 0 ? 0 : 1 }));
    const start = process.cpuUsage().user;
    compare(many(0), many(1));
    expect((process.cpuUsage().user - start) / 1_000).toBeLessThan(600);
  });

  it("equal runs differ by nothing, with a bound that is not zero wide", () => {
    const { metrics, flips } = compare(
      rows(30, () => ({})),
      rows(30, () => ({})),
    );
    expect(flips).toEqual([]);
    expect(metrics[2]).toMatchObject({ difference: 0, p: 1, better: 0, worse: 0 });
    expect(metrics[2]?.high).toBeGreaterThan(0.05);
  });

  it("lists flips and P0 cases that broke", () => {
    const { flips, brokenP0, categories } = compare(
      rows(6, (index) => ({ priority: index === 3 ? "P0" : "P1", effectiveness: index === 0 ? 0.5 : 1 })),
      rows(6, (index) => ({ priority: index === 3 ? "P0" : "P1", accuracy: index === 3 ? 0 : 1 })),
    );
    expect(flips.map((flip) => [flip.case, flip.direction])).toEqual([
      ["c0", "fixed"],
      ["c3", "broken"],
    ]);
    expect(brokenP0).toEqual(["c3"]);
    expect(categories.map(({ category, fixed, broken, n }) => ({ category, fixed, broken, n }))).toEqual([
      { category: "price", fixed: 1, broken: 0, n: 3 },
      { category: "stock", fixed: 0, broken: 1, n: 3 },
    ]);
    expect(categories[1]?.probabilityWorse).toBeCloseTo(0.75, 12);
    expect(categories[1]?.pHolm).toBe(1);
  });

  it("leaves unscored cases out of the pairs and says so", () => {
    const { paired, unpaired, caveats } = compare(
      rows(4, () => ({})),
      rows(4, (index) => (index === 0 ? { state: "unscored", accuracy: null, effectiveness: null, priority: "P0" } : {})),
    );
    expect([paired, unpaired]).toEqual([3, 1]);
    expect(caveats).toEqual([
      "1 of 4 cases of the head run could not be scored.",
      "1 P0 case of the head run could not be scored.",
    ]);
  });

  it("averages repeats and then uses the permutation test for Accuracy too", () => {
    const twice = (score: (repeat: number) => number) =>
      [0, 1].flatMap((repeat) => rows(20, () => ({ repeat, accuracy: score(repeat) })));
    const { metrics } = compare(
      twice((repeat) => repeat),
      twice(() => 1),
    );
    expect(metrics[0]).toMatchObject({ base: 0.5, head: 1, difference: 0.5, n: 20 });
    expect(metrics[0]?.method).toMatch(/^sign-flip/);
  });

  it("widens intervals where cases share a group", () => {
    const groups = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`c${index}`, `room-${Math.floor(index / 10)}`]));
    const changed = rows(100, (index) => ({ accuracy: index < 20 ? 0 : 1 }));
    const width = (comparison: ReturnType<typeof compare>) =>
      (comparison.metrics[0]?.high ?? 0) - (comparison.metrics[0]?.low ?? 0);
    const clustered = compare(
      changed,
      rows(100, () => ({})),
      groups,
    );
    expect(width(clustered)).toBeGreaterThan(
      1.5 *
        width(
          compare(
            changed,
            rows(100, () => ({})),
          ),
        ),
    );
    expect(clustered.metrics[0]?.method).toMatch(/clustered by group$/);
  });

  it("names why two runs are not strictly comparable", () => {
    const other = sampleRun({
      checkpoint: "step-9",
      checkVersion: "checks-0",
      status: "cancelled",
      counts: { total: 9, done: 4, scored: 4, unscored: 0, failed: 0 },
    });
    const { caveats } = compareRuns({ base, head: other, baseRows: [], headRows: [], groups: {} });
    expect(caveats).toEqual([
      "The checkpoint differs: none and step-9.",
      "The version of the checks differs: checks-1 and checks-0.",
      "The head run is cancelled: 4 of 9 results.",
    ]);
  });

  it("nothing in common gives nulls, not zeros", () => {
    const { metrics, paired } = compare(
      rows(2, () => ({})),
      [],
    );
    expect(paired).toBe(0);
    expect(metrics[0]).toMatchObject({ difference: null, p: null, low: null, n: 0 });
  });
});

describe("runMetrics", () => {
  const price = { promptPrice: 1, completionPrice: 2 };

  it("counts, averages and prices", () => {
    const metrics = runMetrics(
      [
        sampleRow({ case: "a" }),
        sampleRow({ case: "b", accuracy: 0, effectiveness: 0.5, wallMs: 300 }),
        sampleRow({ case: "c", state: "failed", accuracy: 0, effectiveness: 0, wallMs: 200 }),
        sampleRow({
          case: "d",
          state: "unscored",
          accuracy: null,
          effectiveness: null,
          wallMs: 9_000,
          promptTokens: null,
          completionTokens: null,
        }),
      ],
      price,
      NO_INCIDENTS,
    );
    expect(metrics).toMatchObject({ cases: 4, scored: 2, failed: 1, unscored: 1, calls: 4, latency: { p50: 200, n: 3 } });
    expect(metrics.accuracy).toMatchObject({ mean: 1 / 3, n: 3, unscored: 1 });
    expect(metrics.avg.mean).toBeCloseTo((1 + 0.25 + 0) / 3, 12);
    expect(metrics.tokens).toEqual({ prompt: 300, completion: 30, perCase: 110 });
    expect(metrics.cost).toBeCloseTo((300 * 1 + 30 * 2) / 1_000_000, 12);
    expect(metrics.categories).toHaveLength(1);
  });

  it("repeats of a case are one observation", () => {
    const metrics = runMetrics([sampleRow({ repeat: 0 }), sampleRow({ repeat: 1, accuracy: 0 })], price, NO_INCIDENTS);
    expect(metrics.accuracy).toMatchObject({ mean: 0.5, n: 1 });
    expect([metrics.cases, metrics.scored]).toEqual([1, 2]);
  });

  it("nothing measured is null, never zero", () => {
    const metrics = runMetrics([], { promptPrice: null, completionPrice: null }, NO_INCIDENTS);
    expect(metrics).toMatchObject({
      cost: null,
      accuracy: { mean: null, n: 0 },
      latency: { p50: null },
      tokens: { prompt: null, perCase: null },
    });
  });
});
