import { describe, expect, it } from "vitest";
import { RunOutcome, RunSettings } from "@/lib/contracts/run-settings";
import { sampleRun } from "@/lib/testing/evaluation-samples";
import { howItRan } from "./how-it-ran";

const counts = { total: 400, done: 400, scored: 400, unscored: 0, failed: 0 };
const run = (outcome: object, more: object = {}) => sampleRun({ counts, outcome: RunOutcome.parse(outcome), ...more });
const fact = (of: ReturnType<typeof run>, label: string) => howItRan(of).find((each) => each.label === label);

const early = {
  mode: "anytime",
  base: "run_base",
  decision: "worse",
  wins: 3,
  losses: 21,
  evidence: 34.216,
  used: 120,
  saved: 280,
  guarantee: "Whenever one looks.",
};

describe("how a run went", () => {
  it("says nothing of what did not happen", () => {
    expect(howItRan(run({}))).toEqual([]);
  });

  it("says why it stopped and how many cases were not run", () => {
    const stopped = run({ stop: { cause: "budget", notRun: 1 } }, { reason: "Budget: 500 of 500 model calls are used." });
    expect(fact(stopped, "Stopped")).toMatchObject({
      text: "Budget: 500 of 500 model calls are used. 1 case was not run and is unscored.",
      warning: true,
    });
  });

  it("shows an early decision with its evidence, its saving and its guarantee", () => {
    const settings = RunSettings.parse({ early: { mode: "anytime", base: "run_base", alpha: 0.05 } });
    expect(fact(run({ early }, { settings }), "Early decision")).toEqual({
      label: "Early decision",
      text: "Worse than the base: 3 won and 21 lost over 120 paired cases; e-value 34.22, 20 was needed. 280 cases saved, 70.0 % of the run. Whenever one looks.",
      run: { id: "run_base", label: "The base" },
    });
  });

  it("shows the net gain of fail-first, a loss with its sign", () => {
    const settings = RunSettings.parse({ early: { mode: "curtail", base: "run_base", needed: 4 } });
    const curtailed = { ...early, mode: "curtail", decision: "not-enough", evidence: null };
    expect(fact(run({ early: curtailed }, { settings }), "Early decision")?.text).toContain("net gain \u221218, 4 was needed");
    expect(fact(run({ early: curtailed }, { settings }), "Early decision")?.text).toContain("no estimate for the set");
  });

  it("warns where reused results did not hold", () => {
    const reuse = { hits: 241, audited: 24, scoresDiffered: 2, repliesDiffered: 3 };
    expect(fact(run({ reuse }), "Reuse")).toMatchObject({ warning: true });
    expect(fact(run({ reuse }), "Reuse")?.text).toContain("the scores of 2 differed");
    const held = fact(run({ reuse: { ...reuse, scoresDiffered: 0 } }), "Reuse");
    expect(held?.warning).toBeUndefined();
    expect(held?.text).toContain("every score held, 3 replied in other words");
  });

  it("says that rerun failures may flatter", () => {
    expect(fact(run({ rerunFailed: 14 }), "Run again")?.text).toBe("14 failed cases were run again: the scores may flatter.");
  });

  it("says how wide it ran and what it spent", () => {
    const wide = run({
      concurrency: { most: 32, last: 8, lowered: 2 },
      spent: { calls: 900, tokens: 4_000, cost: 0, minutes: 3.21 },
    });
    expect(fact(wide, "Cases at once")?.text).toBe(
      "32 at most, 8 allowed at the end; lowered 2 times by 429s, overload or timeouts.",
    );
    expect(fact(wide, "Spent")?.text).toBe("900 calls, 4,000 tokens, 3.2 minutes of working time. Retries and judges count.");
  });

  it("links the run whose noise it measures", () => {
    expect(fact(run({}, { noiseOf: "run_first" }), "Noise")?.run?.id).toBe("run_first");
  });
});
