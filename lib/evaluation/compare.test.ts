import { describe, expect, it } from "vitest";
import { type CaseRow, NO_INCIDENTS } from "@/lib/contracts/run";
import { mcnemarExact } from "@/lib/stats/mcnemar";
import { sampleRow } from "@/lib/testing/evaluation-samples";
import { flippedCases, pairResults, summarise } from "./compare";
import { runMetrics } from "./metrics";

const rows = (count: number, change: (index: number) => Partial<CaseRow>) =>
  Array.from({ length: count }, (_, index) =>
    sampleRow({ case: `c${index}`, category: index % 2 === 0 ? "price" : "stock", ...change(index) }),
  );
const compare = (baseRows: CaseRow[], headRows: CaseRow[], groups: Record<string, string> = {}) => {
  const grouped = (own: CaseRow[]) => own.map((row) => ({ ...row, group: groups[row.case] ?? null }));
  return pairResults(grouped(baseRows), grouped(headRows));
};

describe("pairResults", () => {
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

  it("leaves unscored cases out of the pairs and counts them", () => {
    const { paired, unpaired, coverage } = compare(
      rows(4, () => ({})),
      rows(4, (index) => (index === 0 ? { state: "unscored", accuracy: null, effectiveness: null, priority: "P0" } : {})),
    );
    expect([paired, unpaired]).toEqual([3, 1]);
    expect(coverage).toEqual({
      base: { cases: 4, unscored: 0, unscoredP0: 0 },
      head: { cases: 4, unscored: 1, unscoredP0: 1 },
    });
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

  it("shows the exact and the mid-p McNemar value of Accuracy, and neither a mid-p for graded scores", () => {
    const { metrics } = compare(
      rows(100, (index) => ({ accuracy: index < 20 ? 0 : 1 })),
      rows(100, (index) => ({ accuracy: index >= 20 && index < 28 ? 0 : 1 })),
    );
    expect(metrics[0]?.p).toBeCloseTo(0.0357, 5);
    expect(metrics[0]?.midP).toBeCloseTo(0.02412, 5);
    expect(metrics[2]?.midP).toBeNull();
  });

  it("adjusts p over the categories: Holm no lower than Benjamini–Hochberg, and that no lower than raw", () => {
    const { categories } = compare(
      rows(200, (index) => ({ category: `k${index % 8}`, accuracy: index % 8 < 3 && index < 160 ? 0 : 1 })),
      rows(200, (index) => ({ category: `k${index % 8}` })),
    );
    expect(categories).toHaveLength(8);
    for (const { avg, pHolm, pBenjaminiHochberg } of categories) {
      expect(pBenjaminiHochberg).toBeGreaterThanOrEqual(avg.p ?? 2);
      expect(pHolm).toBeGreaterThanOrEqual(pBenjaminiHochberg ?? 2);
    }
  });

  it("summarises the flips and half the width of each interval", () => {
    const results = compare(
      rows(6, (index) => ({ priority: index === 3 ? "P0" : "P1", effectiveness: index === 0 ? 0.5 : 1 })),
      rows(6, (index) => ({ priority: index === 3 ? "P0" : "P1", accuracy: index === 3 ? 0 : 1 })),
    );
    const summary = summarise(results);
    expect(summary).toMatchObject({ fixed: 1, broken: 1, brokenP0: [{ case: "c3", category: "stock" }] });
    expect(flippedCases(results)).toEqual({ fixed: ["c0"], broken: ["c3"] });
    const avg = results.metrics[2] ?? expect.fail();
    expect(summary.halfWidth.avg).toBeCloseTo(((avg.high ?? 0) - (avg.low ?? 0)) / 2, 12);
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
  const NO_TOTALS = { prompt: null, completion: null, counted: 0, calls: 0, unscoredBy: {}, incidents: NO_INCIDENTS };

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
      { ...NO_TOTALS, prompt: 300, completion: 30, counted: 3, calls: 4, unscoredBy: { infrastructure: 1 } },
    );
    expect(metrics).toMatchObject({ cases: 4, scored: 2, failed: 1, unscored: 1, calls: 4, latency: { p50: 200, n: 3 } });
    expect(metrics.accuracy).toMatchObject({ mean: 1 / 3, n: 3, unscored: 1 });
    expect(metrics.avg.mean).toBeCloseTo((1 + 0.25 + 0) / 3, 12);
    expect(metrics.tokens).toEqual({ prompt: 300, completion: 30, perCase: 110 });
    expect(metrics.cost).toBeCloseTo((300 * 1 + 30 * 2) / 1_000_000, 12);
    expect(metrics.categories).toHaveLength(1);
  });

  it("repeats of a case are one observation", () => {
    const metrics = runMetrics([sampleRow({ repeat: 0 }), sampleRow({ repeat: 1, accuracy: 0 })], price, NO_TOTALS);
    expect(metrics.accuracy).toMatchObject({ mean: 0.5, n: 1 });
    expect([metrics.cases, metrics.scored]).toEqual([1, 2]);
  });

  it("leaves what was taken from earlier runs out of the latency", () => {
    const taken = sampleRow({ case: "b", reusedFrom: "run_0", wallMs: 9_000 });
    const metrics = runMetrics([sampleRow({ case: "a", wallMs: 50 }), taken], price, NO_TOTALS);
    expect(metrics).toMatchObject({ reused: 1, scored: 2, latency: { p50: 50, p95: 50, n: 1 } });
  });

  it("nothing measured is null, never zero", () => {
    const metrics = runMetrics([], { promptPrice: null, completionPrice: null }, NO_TOTALS);
    expect(metrics).toMatchObject({
      cost: null,
      accuracy: { mean: null, n: 0 },
      latency: { p50: null },
      tokens: { prompt: null, perCase: null },
    });
  });
});
