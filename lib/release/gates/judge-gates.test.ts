import { describe, expect, it } from "vitest";
import { GateReport, GateSettings } from "@/lib/contracts/release-gate";
import {
  calibrationSample,
  capabilitySample,
  factsSample,
  gateRunSample,
  itemsOf,
  pairedSample,
  policySample,
  type ScoreSample,
  stateOf,
  timedRow,
  times,
} from "@/lib/testing/gate-samples";
import { type GateFacts, NO_RUN } from "./facts";
import { judgeGates } from "./judge-gates";

const settings = (change: object) =>
  GateSettings.parse({ regression: { dataset: "ds" }, capability: { dataset: "if" }, ...change });

it("passes where every gate that the channel demands passes, and says from what", () => {
  const report = judgeGates(factsSample());
  expect(GateReport.parse(report)).toEqual(report);
  expect(report.gates.map(({ name, state, runs }) => [name, state, runs])).toEqual([
    ["latency", "passed", ["run_1"]],
    ["regression", "passed", ["run_1", "run_0"]],
    ["capability", "passed", ["run_b"]],
  ]);
  expect(report.passed).toBe(true);
  expect(report.gates.flatMap((gate) => gate.remedies)).toEqual([]);
});

it("does not hold a gate against a channel that does not demand it", () => {
  const facts = factsSample({ channel: "staging", latency: { run: NO_RUN, rows: [] } });
  const report = judgeGates(facts);
  expect(report.gates[0]).toMatchObject({ state: "failed", required: false });
  expect(report.passed).toBe(true);
  expect(judgeGates({ ...facts, channel: "canary" }).passed).toBe(false);
});

it("marks what says nothing about a model or about viewers", () => {
  const run = gateRunSample({ embedded: true, syntheticData: true });
  const facts = factsSample();
  const report = judgeGates({ ...facts, latency: { ...facts.latency, run: { run, instead: null } } });
  expect(report.gates[0]?.marks).toEqual(["stand-in policy", "synthetic"]);
  expect(report.gates[2]?.marks).toEqual([]);
});

describe("latency", () => {
  const withRows = (rows: GateFacts["latency"]["rows"], change: object = {}) => {
    const facts = factsSample({ settings: settings(change) });
    return { ...facts, latency: { ...facts.latency, rows } };
  };
  const steady = (count: number, wallMs = 5_000) => Array.from({ length: count }, (_, index) => timedRow(index, wallMs));

  it("leaves out the cases that began first, whatever the order of the rows", () => {
    const cold = Array.from({ length: 5 }, (_, index) => timedRow(index, 60_000));
    const warm = Array.from({ length: 60 }, (_, index) => timedRow(10 + index, 5_000));
    expect(itemsOf(withRows([...warm, ...cold]), "latency")["P95 wall time"]).toMatchObject({
      state: "passed",
      found: "5 s (95 % interval 5 s to no upper end at this n, n = 60)",
    });
    const facts = withRows([...warm, ...cold], { latency: { warmUp: 4 } });
    expect(itemsOf(facts, "latency")["within 15 s"]?.found).toContain("60 of 61");
  });

  it("fails a slow P95 and a poor attainment share", () => {
    const rows = [...steady(85), ...Array.from({ length: 20 }, (_, index) => timedRow(200 + index, 16_000))];
    const items = itemsOf(withRows(rows), "latency");
    expect(items["P95 wall time"]).toMatchObject({ state: "failed", found: expect.stringMatching(/^16 s .*n = 100/) });
    expect(items["within 15 s"]).toMatchObject({ state: "failed", found: expect.stringMatching(/^80 % \(80 of 100/) });
  });

  it("counts an agent's failure with its time, and a case without a time as one that did not attain", () => {
    const failed = timedRow(300, 14_000, { state: "failed" });
    const judgeless = timedRow(301, 6_000, { state: "unscored", unscoredKind: "judge-abstained" });
    const lost = Array.from({ length: 8 }, (_, index) =>
      timedRow(310 + index, 10, { state: "unscored", unscoredKind: "infrastructure" }),
    );
    const items = itemsOf(withRows([...steady(95), failed, judgeless, ...lost]), "latency");
    expect(items.cases).toMatchObject({ state: "passed", found: "92 of 100 after 5 warm-up cases" });
    expect(items["within 15 s"]).toMatchObject({ state: "failed", found: expect.stringContaining("92 of 100") });
    expect(items.measured).toMatchObject({ state: "unscored", found: "8 of 100" });
  });

  it("does not let a case that was tried again count as in time", () => {
    const retried = Array.from({ length: 10 }, (_, index) => timedRow(200 + index, 1_000, { attempts: 2 }));
    const items = itemsOf(withRows([...steady(95), ...retried]), "latency");
    expect(items["within 15 s"]).toMatchObject({ state: "failed", found: expect.stringContaining("90 of 100") });
    expect(items["tried again"]).toMatchObject({ state: "note" });
  });

  it("says nothing on too few cases, without a replay, without a set or without an endpoint", () => {
    expect(itemsOf(withRows(steady(54)), "latency").cases).toMatchObject({ state: "unscored" });
    expect(itemsOf(withRows(steady(55)), "latency").cases).toMatchObject({ state: "passed" });
    const none = factsSample({ latency: { run: NO_RUN, rows: [] } });
    expect(itemsOf(none, "latency").replay).toMatchObject({ state: "missing" });
    expect(judgeGates(none).gates[0]?.remedies).toMatchObject([
      { of: "candidate", version: "candidate", endpoint: "served", dataset: "ds", settings: { concurrency: 2, reuse: false } },
    ]);
    const stale = { run: null, instead: { run: "run_7", state: "stale" as const, why: "is 60 days old" } };
    expect(itemsOf(factsSample({ latency: { run: stale, rows: [] } }), "latency").replay).toMatchObject({
      state: "stale",
      found: "run_7",
      why: "run_7 is 60 days old.",
    });
    expect(stateOf(factsSample({ evaluationSet: null }), "latency")).toBe("failed");
    const unserved = factsSample({ candidate: { version: "candidate", versionName: "New", policy: null } });
    expect(itemsOf(unserved, "latency").replay).toMatchObject({ state: "missing", why: expect.stringContaining("no endpoint") });
  });
});

describe("regression", () => {
  const withScores = (scores: readonly ScoreSample[], regression: object = {}, unscoredP0: string[] = []) => {
    const facts = factsSample({ settings: settings({ regression: { dataset: "ds", ...regression } }) });
    return { ...facts, regression: { ...facts.regression, paired: pairedSample(scores), unscoredP0 } };
  };
  const same = times(180, { from: 1, to: 1 });
  const better = times(12, { from: 0, to: 1, category: "stock" });

  it("asks for an interval above the bound, and for other scores within the margin", () => {
    const even = withScores([...same, ...times(6, { from: 0, to: 1 }), ...times(6, { from: 1, to: 0 })]);
    const items = itemsOf(even, "regression");
    expect(items["avg against production"]).toMatchObject({
      state: "failed",
      found: expect.stringMatching(/n = 192, 6 better, 6 worse/),
    });
    expect(items["accuracy not worse"]).toMatchObject({ state: "failed", why: expect.stringContaining("cannot be ruled out") });
    const allowed = itemsOf(withScores([...same, ...better], { lowerBound: -0.01 }), "regression");
    expect(allowed["avg against production"]).toMatchObject({ state: "passed" });
    expect(allowed["smallest avg difference found"]).toMatchObject({ state: "note" });
  });

  it("blocks a category that is worse by a one-sided test adjusted by Holm, though the whole is better", () => {
    const scores = [...same, ...times(40, { from: 0, to: 1, category: "stock" })];
    const fallen = [
      ...scores,
      ...times(8, { from: 1, to: 0, category: "returns" }),
      ...times(12, { from: 1, to: 1, category: "returns" }),
    ];
    const items = itemsOf(withScores(fallen), "regression");
    expect(items["avg against production"]).toMatchObject({ state: "passed" });
    // Eight of eight fell: one-sided 2^−8, times three categories.
    expect(items["category returns"]).toMatchObject({
      state: "failed",
      found: expect.stringContaining("adjusted p = 0.0117"),
      why: "It is worse than production: 8 broken, 0 fixed.",
    });
    expect(stateOf(withScores(fallen, { categoryAlpha: 0.01 }), "regression")).toBe("passed");
    expect(stateOf(withScores(fallen, { margin: 0.5 }), "regression")).toBe("passed");
  });

  it("notes what too few cases cannot decide with the flips and their odds, never as passed", () => {
    const few = [
      ...same,
      ...better,
      ...times(3, { from: 1, to: 0, category: "returns" }),
      ...times(5, { from: 1, to: 1, category: "returns" }),
    ];
    const facts = withScores(few, { lowerBound: -0.1, margin: 0.2 });
    expect(itemsOf(facts, "regression")["category returns"]).toMatchObject({
      state: "note",
      found: expect.stringContaining("0 better, 3 worse, n = 8"),
      why: expect.stringContaining("P(worse) = 0.938"),
    });
    const risen = withScores([...few, ...times(2, { from: 0, to: 1, category: "gifts" })]);
    expect(itemsOf(risen, "regression")["categories undecided"]).toMatchObject({ state: "note", found: "gifts 2:0" });
    expect(itemsOf(facts, "regression").categories).toMatchObject({ found: "none of 1 is worse" });
  });

  it("blocks on a broken P0 case and on one that could not be scored, by name", () => {
    const broken = withScores([{ from: 1, to: 0, priority: "P0" }, ...same, ...better], { lowerBound: -0.1 });
    expect(itemsOf(broken, "regression")["P0 cases"]).toMatchObject({
      state: "failed",
      found: "1 broken: case-0; 0 unscored",
    });
    const lost = withScores([...same, ...better], {}, ["case-9"]);
    expect(itemsOf(lost, "regression")["P0 cases"]).toMatchObject({ state: "unscored", found: "0 broken; 1 unscored: case-9" });
    expect(itemsOf(withScores([...same, ...better], { brokenP0: 1 }, ["case-9"]), "regression")["P0 cases"]?.state).toBe(
      "passed",
    );
    expect(stateOf(lost, "regression")).toBe("failed");
    const vault = { ...lost, evaluationSet: lost.evaluationSet && { ...lost.evaluationSet, role: "vault" as const } };
    expect(itemsOf(vault, "regression")["P0 cases"]?.found).toBe("0 broken; 1 unscored");
  });

  it("fails on either side's unscored cases", () => {
    const items = itemsOf(withScores([...same, ...better, ...times(4, { from: 1, to: null })]), "regression");
    expect(items["candidate scored"]).toMatchObject({ state: "unscored", found: "4 of 196" });
    expect(items["production scored"]).toMatchObject({ state: "passed", found: "0 of 196" });
    const other = itemsOf(withScores([...same, ...better, ...times(4, { from: null, to: 1 })]), "regression");
    expect(other["production scored"]).toMatchObject({ state: "unscored" });
  });

  it("needs a release to compare with, a set, and a run of both sides", () => {
    expect(itemsOf(factsSample({ production: null }), "regression").production).toMatchObject({
      state: "missing",
      why: "Nothing is in production to compare with: the first release needs an override.",
    });
    expect(itemsOf(factsSample({ evaluationSet: null }), "regression")["evaluation set"]).toMatchObject({ state: "missing" });
    const { regression } = factsSample();
    const lacking = factsSample({ regression: { ...regression, production: NO_RUN, paired: null } });
    expect(itemsOf(lacking, "regression")["production's run"]).toMatchObject({ state: "missing" });
    expect(stateOf(lacking, "regression")).toBe("failed");
    expect(judgeGates(lacking).gates[1]?.remedies).toMatchObject([{ of: "production", version: "production" }]);
  });

  it("says so where the candidate is what production serves, and asks again where only the model is another", () => {
    const { production } = factsSample();
    const candidate = { version: "production", versionName: "Old", policy: policySample({ endpoint: "another-name" }) };
    expect(itemsOf(factsSample({ candidate }), "regression").production).toMatchObject({
      state: "passed",
      found: "the same version and model",
    });
    const retrained = { ...candidate, policy: policySample({ checkpoint: "c2" }) };
    expect(itemsOf(factsSample({ candidate: retrained, production }), "regression")["candidate's run"]).toBeDefined();
  });
});

describe("judge", () => {
  const withJudge = (calibrations: NonNullable<GateFacts["judge"]>["calibrations"]) =>
    factsSample({
      settings: settings({ regression: { dataset: "ds", judge: "panel" } }),
      judge: { id: "panel", name: "Panel", version: "j1", calibrations },
    });
  const judgeOf = (facts: GateFacts) => itemsOf(facts, "regression").judge;

  it("gates where exactly its version agrees with enough labels", () => {
    const facts = withJudge([calibrationSample()]);
    expect(stateOf(facts, "regression")).toBe("passed");
    expect(itemsOf(facts, "regression")["judge, accuracy"]?.found).toBe(
      "TPR 95 % (n = 20), TNR 90 % (n = 20), 1 abstained, κ 0.80",
    );
    expect(itemsOf(withJudge([calibrationSample({ synthetic: true })]), "regression")["judge's labels"]).toMatchObject({
      state: "note",
    });
  });

  it("cannot gate below its floor, on too few labels or on labels of one kind", () => {
    const found = (change: Parameters<typeof calibrationSample>[0]) =>
      itemsOf(withJudge([calibrationSample(change)]), "regression")["judge, accuracy"]?.state;
    expect(found({ rates: [0.95, 0.79] })).toBe("failed");
    expect(found({ rates: [0.79, 0.95] })).toBe("failed");
    expect(found({ rates: [0.8, 0.8] })).toBe("passed");
    expect(found({ labels: 28 })).toBe("unscored");
    expect(found({ rates: [0.95, null] })).toBe("unscored");
  });

  it("cannot gate uncalibrated, changed since, or gone", () => {
    expect(judgeOf(withJudge([]))).toMatchObject({ state: "missing" });
    expect(judgeOf(withJudge([calibrationSample({ judgeVersion: "j0" })]))).toMatchObject({
      state: "stale",
      why: expect.stringContaining("changed since"),
    });
    expect(stateOf(withJudge([calibrationSample({ judgeVersion: "j0" })]), "regression")).toBe("failed");
    expect(judgeOf({ ...withJudge([]), judge: null })).toMatchObject({
      state: "missing",
      why: expect.stringContaining("no judge panel"),
    });
  });
});

describe("capability", () => {
  const other = policySample({ checkpoint: "c0" });
  const against = (own: string[], production: string[], change: object = {}) => {
    const facts = factsSample({ settings: settings({ capability: { dataset: "if", ...change } }) });
    return {
      ...facts,
      production: facts.production && { ...facts.production, policy: other },
      capability: {
        ...facts.capability,
        candidateResults: capabilitySample(own),
        productionResults: capabilitySample(production),
      },
    };
  };
  const prompts = (count: number, letters: string) => Array.from({ length: count }, () => letters);

  it("measures the drop of each level against production's policy, with its interval", () => {
    const items = itemsOf(against([...prompts(97, "++"), ...prompts(3, "+-")], prompts(100, "++")), "capability");
    expect(items["prompt-level strict"]).toMatchObject({
      state: "failed",
      found: expect.stringMatching(/^97 % against 100 %: −3 points \(95 % interval −[67] points to −?\+?[01] points, n = 100\)/),
    });
    expect(items["instruction-level loose"]).toMatchObject({
      state: "passed",
      found: expect.stringContaining("98.5 % against 100 %: −1.5 points"),
    });
    expect(stateOf(against([...prompts(98, "++"), ...prompts(2, "+-")], prompts(100, "++")), "capability")).toBe("passed");
  });

  it("is zero by identity where both sides have one policy, which still must have been measured", () => {
    expect(itemsOf(factsSample(), "capability")["prompt-level strict"]).toMatchObject({
      state: "passed",
      found: expect.stringMatching(/^50 % .*drop 0 points/),
      why: expect.stringContaining("by identity"),
    });
    const { capability } = factsSample();
    const unmeasured = factsSample({
      capability: { ...capability, candidate: NO_RUN, production: NO_RUN, candidateResults: null },
    });
    expect(stateOf(unmeasured, "capability")).toBe("failed");
    expect(judgeGates(unmeasured).gates[2]?.remedies).toMatchObject([{ of: "candidate", version: "bare", dataset: "if" }]);
  });

  it("asks for the least and for few unscored prompts", () => {
    const low = itemsOf(against(prompts(10, "+-"), prompts(10, "+-"), { minimum: 0.1 }), "capability");
    expect(low["prompt-level strict, itself"]).toMatchObject({ state: "failed" });
    const lost = itemsOf(against([...prompts(9, "++"), "+?"], prompts(10, "++")), "capability");
    expect(lost["candidate scored"]).toMatchObject({ state: "unscored", found: "1 of 10" });
  });

  it("needs a set, production, and runs of both policies", () => {
    expect(itemsOf(factsSample({ capabilitySet: null }), "capability")["capability set"]).toMatchObject({ state: "missing" });
    expect(itemsOf(factsSample({ production: null }), "capability").production).toMatchObject({ state: "missing" });
    const facts = against(prompts(4, "++"), prompts(4, "++"));
    const lacking = { ...facts, capability: { ...facts.capability, production: NO_RUN, productionResults: null } };
    expect(itemsOf(lacking, "capability")["production's run"]).toMatchObject({ state: "missing" });
    expect(judgeGates(lacking).gates[2]?.remedies).toMatchObject([{ of: "production", version: "bare" }]);
  });
});
