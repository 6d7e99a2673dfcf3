import { describe, expect, it } from "vitest";
import type { Run } from "@/lib/contracts/run";
import { RunOutcome, RunSettings } from "@/lib/contracts/run-settings";
import { earlyRejection, rejectionWords, whichRan, wrongOf } from "./early-rejection";

const early = {
  mode: "curtail" as const,
  base: "run_a",
  decision: "not-enough" as const,
  wins: 2,
  losses: 1,
  evidence: null,
  used: 41,
  saved: 79,
  guarantee: "",
};

const run = (outcome: Partial<RunOutcome>, status: Run["status"] = "stopped") => ({
  status,
  outcome: RunOutcome.parse({ early, stop: { cause: "early", notRun: 79 }, ...outcome }),
  settings: RunSettings.parse({ early: { mode: "curtail", base: "run_a", needed: 6 } }),
  counts: { total: 120, done: 120, scored: 41, unscored: 79, failed: 0 },
});

describe("a stage that was rejected early", () => {
  it("says what was out of reach, on which cases, and what was saved", () => {
    const rejection = earlyRejection(run({})) ?? expect.fail();
    expect(rejection).toMatchObject({ base: "run_a", needed: 6, metric: "accuracy", ran: 41, saved: 79 });
    expect(rejectionWords(rejection)).toBe(
      "It can no longer gain 6 cases net in Accuracy: 2 won and 1 lost over the 41 cases that ran; 79 cases (65.8 % of the run) were saved.",
    );
  });

  it("is rejected no more once it was run to the end", () => {
    expect(earlyRejection(run({ stop: null }, "completed"))).toBeNull();
    expect(earlyRejection(run({ stop: null }, "running"))).toBeNull();
  });

  it("is not one that a budget stopped, or that reached its gain", () => {
    expect(earlyRejection(run({ stop: { cause: "budget", notRun: 79 } }))).toBeNull();
    expect(earlyRejection(run({ early: { ...early, decision: "reached" } }))).toBeNull();
  });

  it("tells which cases ran", () => {
    expect(whichRan(20, 34)).toBe("Only cases that the stage before got wrong ran, 20 of its 34.");
    expect(whichRan(41, 34)).toBe(
      "All 34 cases that the stage before got wrong ran first, then 7 that it got right, those at risk first.",
    );
    expect(wrongOf({ mean: 0.75, n: 136 })).toBe(34);
    expect(wrongOf({ mean: null, n: 0 })).toBe(0);
  });
});
