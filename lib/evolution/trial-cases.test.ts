import { expect, test } from "vitest";
import { Cluster } from "@/lib/contracts/evolution";
import { type SampleCase, sampleEvaluatedCase } from "@/lib/testing/evolution-samples";
import { partitionCases } from "./evaluated-case";
import { chooseTrialCases, type TrialChoice } from "./trial-cases";

const fail = (id: string, more: Partial<SampleCase> = {}) => sampleEvaluatedCase({ id, failed: ["reply"], ...more });
const pass = (id: string, more: Partial<SampleCase> = {}) => sampleEvaluatedCase({ id, ...more });

const cluster = Cluster.parse({
  ...{ id: "c1", label: "L", cause: "C", owner: "skill", cases: ["f1", "f2", "f3", "f4"], share: 1, categories: [] },
  ...{
    failedChecks: [],
    medoid: "f3",
    boundary: "f1",
    nearMisses: ["n1"],
    quotes: [],
    stability: 1,
    contrast: [],
    longTail: false,
  },
});

const choose = (cases: ReturnType<typeof pass>[], given: Partial<TrialChoice> = {}) =>
  chooseTrialCases({
    entry: { cluster: "c1", predictedFixes: ["f1", "f2", "f3"], predictedRisks: [] },
    touched: cases.map(({ item }) => item.id),
    clusters: [cluster],
    partition: partitionCases(cases),
    ...{ fails: 4, atRisk: 4, seed: 1 },
    ...given,
  }).map(({ one, why }) => `${why} ${one.item.id}`);

const FAILS = ["f1", "f2", "f3", "f4"].map((id) => fail(id));

test("the predicted fixes that do fail are tried, the medoid first and the boundary case next", () => {
  expect(choose([...FAILS, pass("x")], { atRisk: 0 })).toEqual(["fails f3", "fails f1", "fails f2"]);
});

test("an entry whose predicted fixes all pass is tried on its cluster", () => {
  const entry = { cluster: "c1", predictedFixes: ["x"], predictedRisks: [] };
  expect(choose([...FAILS, pass("x")], { entry, atRisk: 0 })).toHaveLength(4);
});

test("at risk go predicted risks, then P0, then near misses and the same category, then others", () => {
  const cases = [
    fail("f3", { category: "prices" }),
    pass("o1", { category: "other" }),
    pass("n1", { category: "other" }),
    pass("s1", { category: "prices" }),
    pass("p0", { category: "other", priority: "P0" }),
    pass("r1", { category: "other" }),
  ];
  const entry = { cluster: "c1", predictedFixes: ["f3"], predictedRisks: ["r1", "untouched"] };
  const chosen = choose(cases, { entry, fails: 0, atRisk: 5 });
  expect(chosen.slice(0, 2)).toEqual(["at-risk r1", "at-risk p0"]);
  expect(chosen.slice(2, 4).toSorted()).toEqual(["at-risk n1", "at-risk s1"]);
  expect(chosen[4]).toBe("at-risk o1");
});

test("cases that cannot be told apart are spread over the categories, the same way for a seed", () => {
  const cases = ["a", "b", "c"].flatMap((category) => [1, 2, 3, 4].map((n) => pass(`${category}${n}`, { category })));
  const chosen = choose(cases, { atRisk: 3, seed: 7 });
  expect(chosen.map((id) => id.at(-2)).toSorted()).toEqual(["a", "b", "c"]);
  expect(choose(cases, { atRisk: 3, seed: 7 })).toEqual(chosen);
});

test("a case that failed is never at risk, and one that could not be scored is not tried", () => {
  const cases = [fail("f1"), sampleEvaluatedCase({ id: "f2", state: "unscored" })];
  expect(choose(cases)).toEqual(["fails f1"]);
});
