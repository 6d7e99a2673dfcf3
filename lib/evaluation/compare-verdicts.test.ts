import { describe, expect, it } from "vitest";
import type { PairedDifference } from "@/lib/contracts/run";
import { RunOutcome } from "@/lib/contracts/run-settings";
import { sampleRow, sampleRun } from "@/lib/testing/evaluation-samples";
import { caveatsOf, wornOutCaveat } from "./caveats";
import { pairResults } from "./compare";
import { adjustOverRuns, holmOverRuns, noiseFloorOf, nonInferiorityOf } from "./compare-verdicts";

const difference = (over: Partial<PairedDifference>): PairedDifference => ({
  metric: "accuracy",
  base: 0.9,
  head: 0.9,
  difference: 0,
  low: -0.01,
  high: 0.01,
  p: 0.5,
  method: "",
  minimumDetectable: null,
  better: 0,
  worse: 0,
  n: 100,
  midP: null,
  ...over,
});

describe("non-inferiority", () => {
  it.each([
    [-0.019, 0.04, "non-inferior"],
    [-0.05, -0.021, "inferior"],
    [-0.021, 0.04, "undecided"],
    [-0.05, -0.02, "undecided"],
    [null, null, "undecided"],
  ] as const)("interval %s to %s with a margin of 2 points: %s", (low, high, verdict) => {
    expect(nonInferiorityOf([difference({ low, high })], 0.02)).toEqual([{ metric: "accuracy", margin: 0.02, low, verdict }]);
  });
});

describe("noise floor", () => {
  it("is the widest of the pairs, score by score", () => {
    const floor = noiseFloorOf([
      { base: "a", run: "a1", halfWidth: { accuracy: 0.01, effectiveness: 0.03, avg: 0.02 } },
      { base: "a", run: "a2", halfWidth: { accuracy: 0.02, effectiveness: null, avg: 0.01 } },
    ]);
    expect(floor).toEqual({
      accuracy: 0.02,
      effectiveness: 0.03,
      avg: 0.02,
      pairs: [
        { base: "a", run: "a1" },
        { base: "a", run: "a2" },
      ],
    });
  });

  it("is none where nothing was measured", () => {
    expect(noiseFloorOf([])).toBeNull();
    const empty = { accuracy: null, effectiveness: null, avg: null };
    expect(noiseFloorOf([{ base: "a", run: "b", halfWidth: empty }])).toBeNull();
  });
});

describe("several runs against one", () => {
  it("Holm over the runs, metric by metric", () => {
    const adjusted = holmOverRuns([[difference({ p: 0.01 })], [difference({ p: 0.04 })], [difference({ p: 0.03 })]]);
    expect(adjusted.map((one) => one.accuracy)).toEqual([0.03, 0.06, 0.06]);
    expect(adjusted[0]?.avg).toBeNull();
  });

  it("adjusts categories over all cells, so that more runs never lower p", () => {
    const rows = (wrong: number) =>
      Array.from({ length: 80 }, (_, index) =>
        sampleRow({ case: `c${index}`, category: `k${index % 2}`, accuracy: index < wrong ? 0 : 1 }),
      );
    const one = pairResults(rows(0), rows(14)).categories;
    const alone = adjustOverRuns([one])[0] ?? expect.fail();
    const among = adjustOverRuns([one, one, one])[0] ?? expect.fail();
    expect(alone.map((cell) => cell.pHolm)).toEqual(one.map((cell) => cell.pHolm));
    expect(among[0]?.pHolm).toBeGreaterThan(alone[0]?.pHolm ?? 1);
  });
});

describe("caveats", () => {
  const scored = { cases: 9, unscored: 0, unscoredP0: 0 };
  const none = { base: scored, head: scored };
  const base = sampleRun();

  it("has none for two like runs", () => expect(caveatsOf(base, sampleRun({ id: "run_b" }), none)).toEqual([]));

  it("names why two runs are not strictly comparable", () => {
    const head = sampleRun({
      checkpoint: "step-9",
      checkVersion: "checks-0",
      status: "cancelled",
      counts: { total: 9, done: 4, scored: 4, unscored: 0, failed: 0 },
    });
    expect(caveatsOf(base, head, { base: scored, head: { cases: 4, unscored: 2, unscoredP0: 1 } })).toEqual([
      "The checkpoint differs: none and step-9.",
      "The version of the checks differs: checks-1 and checks-0.",
      "The head run is cancelled: 4 of 9 results.",
      "2 of 4 cases of the head run could not be scored.",
      "1 P0 case of the head run could not be scored.",
    ]);
  });

  it("says that a judge is missing on one side", () => {
    const endpoint = { id: "e", name: "E", kind: "openai" as const, baseUrl: "http://x/v1", model: "m", checkpoint: "" };
    const rest = { keyVariable: "", promptPrice: null, completionPrice: null, maxConcurrency: null, callsPerMinute: null };
    const judge = {
      id: "strict",
      name: "Strict",
      bundle: "b",
      bundleName: "Judge",
      version: "abcdef0123",
      voters: [{ ...endpoint, ...rest, createdAt: "" }],
    };
    expect(caveatsOf(base, sampleRun({ judge }), none)).toEqual(["The judge differs: none, checks alone and Strict abcdef01."]);
  });

  it("says what happened to a run beyond its scores", () => {
    const early = {
      mode: "anytime" as const,
      base: "run_0",
      decision: "worse" as const,
      wins: 1,
      losses: 12,
      evidence: 30,
      used: 40,
      saved: 60,
      guarantee: "",
    };
    const outcome = RunOutcome.parse({
      stop: { cause: "early", notRun: 60 },
      early,
      rerunFailed: 2,
      reuse: { hits: 30, audited: 3, scoresDiffered: 1, repliesDiffered: 2 },
    });
    const counts = { total: 100, done: 40, scored: 40, unscored: 0, failed: 0 };
    const stopped = caveatsOf(base, sampleRun({ status: "stopped", outcome, counts }), none).join("\n");
    expect(stopped).toContain("ended early because it was decided: 40 of 100 results");
    expect(stopped).toContain("2 failed results run again");
    expect(stopped).toContain("took 30 of its results from earlier runs. 1 of 3 checked ones scored differently.");
    const spent = RunOutcome.parse({ stop: { cause: "budget", notRun: 60 } });
    expect(caveatsOf(sampleRun({ status: "stopped", outcome: spent, counts }), base, none)).toEqual([
      "The base run stopped at its budget: 40 of 100 results.",
    ]);
  });

  it("says that a set is worn out", () => {
    const looks = { runs: 23, trajectories: 0, limit: 20, wornOut: true, nextAlpha: 0.0001 };
    expect(wornOutCaveat({ name: "gate", role: "gate", looks })).toEqual([
      "The gate set gate is worn out: 23 runs have looked at it, 20 are its limit.",
    ]);
    expect(wornOutCaveat({ name: "gate", role: "gate", looks: { ...looks, wornOut: false } })).toEqual([]);
  });
});
