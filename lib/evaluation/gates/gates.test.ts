import { describe, expect, it } from "vitest";
import type { Gates } from "@/lib/contracts/gates";
import { type Comparison, NO_INCIDENTS, type PairedDifference, type RunMetrics } from "@/lib/contracts/run";
import { sampleRow, sampleRun } from "@/lib/testing/evaluation-samples";
import { runMetrics } from "../metrics";
import { gateVerdict } from "./gate-verdict";
import { parseGates } from "./parse-gates";

const read = (text: string): Gates => {
  const { gates, diagnostics } = parseGates("gates.yaml", `schemaVersion: 1\n${text}`);
  if (!gates) throw new Error(JSON.stringify(diagnostics));
  return gates;
};
const problems = (text: string) => parseGates("gates.yaml", text).diagnostics.map((one) => [one.line, one.message]);

const rows = Array.from({ length: 20 }, (_, index) =>
  sampleRow({ case: `c${index}`, category: index < 10 ? "price" : "stock", accuracy: index < 4 ? 0 : 1 }),
);
const metricsOf = (list = rows): RunMetrics =>
  runMetrics(
    list,
    { promptPrice: null, completionPrice: null },
    {
      ...{ prompt: null, completion: null, counted: 0, calls: 1, incidents: NO_INCIDENTS },
      unscoredBy: list.some((row) => row.state === "unscored")
        ? { "no-judge": list.filter((row) => row.state === "unscored").length }
        : {},
    },
  );
const verdict = (
  text: string,
  more: { metrics?: RunMetrics; run?: Parameters<typeof sampleRun>[0]; comparison?: Comparison } = {},
) => gateVerdict(read(text), sampleRun(more.run), more.metrics ?? metricsOf(), more.comparison ?? null);
const states = (...args: Parameters<typeof verdict>) =>
  Object.fromEntries(verdict(...args).items.map((item) => [item.name, item.state]));

describe("a gates file", () => {
  it("names each problem by its line", () => {
    expect(problems("schemaVersion: 1\nscores:\n  accuracy: { min: 1.5 }\n  speed: { min: 1 }\n")).toEqual([
      [3, expect.stringMatching(/^scores\.accuracy\.min: /)],
      [4, "scores: speed is no gate"],
    ]);
    expect(problems("schemaVersion: 1\nunscored: { max: some }\n")).toEqual([[2, expect.stringMatching(/^unscored\.max: /)]]);
    expect(problems("schemaVersion: 1\n\ncompare: { brokenP0: 0 }\n")).toEqual([[3, "compare: needs a baseline"]]);
    expect(problems("schemaVersion: 1\nbaseline: { run: a, harness: b }\n")).toEqual([
      [2, "baseline: has either run: or harness:"],
    ]);
    expect(problems("schemaVersion: 1\nscores: [\n")[0]?.[0]).toBeGreaterThan(1);
    expect(problems("")).toHaveLength(1);
  });
});

describe("the verdict", () => {
  it("passes what is on the right side of every limit, equal included", () => {
    const found = verdict(
      "scores: { accuracy: { min: 0.8, lowerBound: 0.5 }, avg: { min: 0.9 } }\nlatency: { p95Ms: 100 }\nfailed: { max: 0 }\n",
    );
    expect(found.state).toBe("passed");
    expect(found.items.map((item) => item.name)).toEqual([
      ...["run", "unscored", "accuracy", "accuracy, lower end of its interval", "avg", "failed", "latency P95"],
    ]);
  });

  it("fails what is below, and says what was found and wanted", () => {
    const found = verdict("scores: { accuracy: { min: 0.81 } }");
    expect(found.state).toBe("failed");
    expect(found.items.at(-1)).toEqual({
      ...{ name: "accuracy", state: "failed", found: "80 %", wanted: "at least 81 %" },
      why: "80 % is not at least 81 %.",
    });
  });

  it("reads limits of categories, for each and for all", () => {
    expect(states("categories: { min: { avg: 0.7 }, price: { accuracy: 0.9 }, gone: { avg: 0.1 } }")).toMatchObject({
      ...{ "avg of price": "passed", "avg of stock": "passed", "accuracy of price": "failed", "avg of gone": "incomplete" },
    });
  });

  it("is incomplete where a value is not there", () => {
    expect(
      states("cost: { max: 1 }\ncompare: { brokenP0: 0, nonInferiority: { margin: 0.02 } }\nbaseline: { run: x }"),
    ).toMatchObject({
      ...{ cost: "incomplete", "broken P0 cases": "incomplete", "accuracy not worse than the baseline": "incomplete" },
    });
    expect(verdict("scores: { avg: { min: 0 } }", { metrics: metricsOf([]) }).state).toBe("incomplete");
  });

  it("is incomplete for a run that did not complete", () => {
    const found = verdict("", { run: { status: "stopped", reason: "The budget of 5 calls is spent." } });
    expect([found.state, found.items[0]?.why]).toEqual(["incomplete", expect.stringMatching(/stopped .* The budget/)]);
  });

  it("is incomplete with an unscored result unless the file allows it, by count or share", () => {
    const metrics = metricsOf([
      ...rows,
      sampleRow({ case: "u", state: "unscored", unscoredKind: "no-judge", accuracy: null, effectiveness: null }),
    ]);
    const found = verdict("", { metrics });
    expect(found.state).toBe("incomplete");
    expect(found.items[1]?.why).toBe("1 is not at most 0: no-judge 1.");
    expect(verdict('unscored: { max: "5%" }', { metrics }).state).toBe("passed");
    expect(verdict('unscored: { max: "4%" }', { metrics }).state).toBe("incomplete");
    expect(verdict("unscored: { max: 1 }", { metrics }).state).toBe("passed");
  });

  it("failed goes before incomplete", () => {
    expect(verdict("cost: { max: 1 }\nscores: { accuracy: { min: 1 } }").state).toBe("failed");
  });
});

describe("the comparison with a baseline", () => {
  const difference = (metric: "accuracy" | "effectiveness" | "avg", low: number, high: number, p: number): PairedDifference => ({
    ...{ metric, base: 0.5, head: 0.5, difference: (low + high) / 2, low, high, p, method: "", minimumDetectable: null },
    ...{ better: 1, worse: 1, n: 20, midP: null },
  });
  const comparison: Comparison = {
    ...{
      base: sampleRun(),
      head: sampleRun(),
      paired: 20,
      unpaired: 0,
      categories: [],
      flips: [],
      brokenP0: ["c1"],
      caveats: [],
    },
    metrics: [
      difference("accuracy", -0.01, 0.1, 0.2),
      difference("effectiveness", -0.05, 0.1, 0.5),
      difference("avg", 0.01, 0.1, 0.01),
    ],
    nonInferiority: [],
    noise: null,
  };
  const gates = (margin: number) =>
    `baseline: { run: x }\ncompare: { nonInferiority: { margin: ${margin} }, improvement: { metric: avg }, brokenP0: 0 }`;

  it("needs the whole interval above the margin, an improvement above zero, and counts broken P0 cases", () => {
    expect(states(gates(0.02), { comparison })).toMatchObject({
      "accuracy not worse than the baseline": "passed",
      "effectiveness not worse than the baseline": "failed",
      "avg better than the baseline": "passed",
      "broken P0 cases": "failed",
    });
  });

  it("takes no improvement that its test does not bear out, and none where nothing was paired", () => {
    const half = { ...comparison, base: sampleRun({ status: "cancelled" }) };
    expect(states(gates(0.02), { comparison: half }).baseline).toBe("incomplete");
    const elsewhere = { ...comparison, base: sampleRun({ dataset: "ds_other" }) };
    expect(states(gates(0.02), { comparison: elsewhere }).baseline).toBe("incomplete");
    const doubtful = { ...comparison, metrics: [difference("avg", 0.01, 0.1, 0.2)] };
    expect(states(gates(0.02), { comparison: doubtful })["avg better than the baseline"]).toBe("failed");
    const none = { ...comparison, paired: 0, metrics: [{ ...difference("avg", 0, 0, 1), low: null, high: null, n: 0 }] };
    expect(states(gates(0.02), { comparison: none })).toMatchObject({
      ...{ "avg better than the baseline": "incomplete", "broken P0 cases": "incomplete" },
    });
  });
});
