import { describe, expect, it } from "vitest";
import type { CampaignChart } from "@/lib/contracts/evolution";
import { missingFor, refusalsOf, stopWordOf } from "./decide-choices";

const rejected = { base: "r", needed: 6, metric: "accuracy" as const, wins: 1, losses: 1, ran: 20, saved: 100, share: 0.8 };

describe("the decisions that are offered", () => {
  it("are all of them once the stage is evaluated", () => {
    expect(Object.values(refusalsOf({ step: "regression-check" }, null))).toEqual([null, null, null, null]);
    const judge = refusalsOf({ step: "regression-check" }, null, "judge");
    expect(judge).toMatchObject({ promote: expect.stringContaining("serves no viewer"), "another-stage": null });
  });

  it("are roll back and stop before that, and for a stage that was rejected early", () => {
    for (const refusals of [refusalsOf({ step: "evaluate" }, null), refusalsOf({ step: "regression-check" }, rejected)]) {
      expect([refusals.rollback, refusals.stop]).toEqual([null, null]);
      expect(refusals.promote).not.toBeNull();
      expect(refusals["another-stage"]).not.toBeNull();
    }
    expect(refusalsOf({ step: "regression-check" }, rejected).promote).toContain("Rejected early");
  });
});

describe("a promotion", () => {
  const given = { reason: "It holds", brokenP0: ["a", "b"], accepted: new Set(["a"]), productionKnown: true, gates: null };

  it("waits until each broken P0 case is accepted by its name", () => {
    expect(missingFor("promote", given)).toBe("1 of 2 broken P0 cases are not accepted yet.");
    expect(missingFor("promote", { ...given, accepted: new Set(["a", "other"]) })).not.toBeNull();
    expect(missingFor("promote", { ...given, accepted: new Set(["a", "b"]) })).toBeNull();
  });

  it("needs a reason all the same, and to know what is in production", () => {
    const accepted = new Set(["a", "b"]);
    expect(missingFor("promote", { ...given, accepted, reason: "  " })).toBe("Say why.");
    expect(missingFor("promote", { ...given, accepted, productionKnown: false })).toContain("production");
    expect(missingFor("promote", { ...given, accepted, gates: "The latency gate does not pass." })).toContain("latency");
    expect(missingFor("stop", { ...given, gates: "The latency gate does not pass." })).toBeNull();
  });

  it("is the only decision that P0 cases block", () => {
    expect(missingFor("rollback", { ...given, accepted: new Set() })).toBeNull();
    expect(missingFor("stop", { ...given, reason: "" })).toBe("Say why.");
  });
});

describe("the stop rule's word", () => {
  const advice = { recommended: false, clauses: [], stage: null, explanation: "Go on." };
  const replay = (stage: string): CampaignChart["replay"] => ({
    steps: [{ stage, recommended: true, clauses: ["sparse"], explanation: "Stop: (a) sparse.", choice: null }],
    stoppedAfter: stage,
    choice: null,
    saved: null,
    without: null,
    bestHeldOut: null,
    explanation: "",
  });

  it("is what it said after this stage, and its advice now where it did not speak of it", () => {
    expect(stopWordOf({ advice, replay: replay("s2") }, "s2")).toMatchObject({ stop: true, text: "Stop: (a) sparse." });
    expect(stopWordOf({ advice, replay: replay("s1") }, "s2")).toMatchObject({ stop: false, text: "Go on." });
    const long = { ...advice, explanation: "AVG 81.2 is close to AVG 81.7. The leaner one is chosen." };
    expect(stopWordOf({ advice: long, replay: null }, "s2").line).toBe("AVG 81.2 is close to AVG 81.7.");
  });
});
