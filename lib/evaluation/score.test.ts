import { describe, expect, it } from "vitest";
import type { CheckResult } from "@/lib/contracts/run";
import { averageScore, scoreCase } from "./score";

const check = (metric: CheckResult["metric"], verdict: CheckResult["verdict"], core = true): CheckResult => ({
  id: `${metric}-${verdict}-${core}`,
  kind: "reply-contains",
  metric,
  core,
  verdict,
  why: "",
});
const replied = { stopReason: "replied" as const };

describe("scoreCase", () => {
  it("Accuracy is all or nothing, whether a check is core or not", () => {
    expect(scoreCase([check("accuracy", "passed"), check("accuracy", "passed")], replied).accuracy).toBe(1);
    expect(scoreCase([check("accuracy", "passed"), check("accuracy", "failed", false)], replied).accuracy).toBe(0);
  });

  it("Effectiveness is 0 for a failed core check, 0.5 for another, 1 otherwise", () => {
    const base = check("effectiveness", "passed");
    expect(scoreCase([base], replied).effectiveness).toBe(1);
    expect(scoreCase([base, check("effectiveness", "failed", false)], replied).effectiveness).toBe(0.5);
    expect(scoreCase([check("effectiveness", "failed"), check("effectiveness", "failed", false)], replied).effectiveness).toBe(0);
  });

  it("judge questions leave the decision to the other checks", () => {
    const judged = [check("accuracy", "passed"), check("accuracy", "unscored"), check("effectiveness", "unscored")];
    expect(scoreCase(judged, replied)).toMatchObject({ state: "scored", accuracy: 1, effectiveness: null });
    expect(scoreCase([check("accuracy", "unscored")], replied)).toMatchObject({ state: "unscored", accuracy: null });
  });

  it("a suppressed or rejected reply is judged by the checks", () => {
    expect(scoreCase([check("accuracy", "passed")], { stopReason: "suppressed" })).toMatchObject({
      state: "scored",
      accuracy: 1,
    });
    expect(scoreCase([check("accuracy", "failed")], { stopReason: "rejected" })).toMatchObject({ state: "scored", accuracy: 0 });
  });

  it("a fault of policy or harness scores 0 with the reason, whatever the checks say", () => {
    const passed = [check("accuracy", "passed"), check("effectiveness", "passed")];
    expect(scoreCase(passed, { stopReason: "round-limit" })).toEqual({
      state: "failed",
      reason: "The rounds ran out before a reply.",
      unscoredKind: null,
      accuracy: 0,
      effectiveness: 0,
    });
    const malformed = { type: "malformed-output", message: "a tool call was left inside the content" };
    expect(scoreCase(passed, { stopReason: "model-error", failure: malformed })).toMatchObject({ state: "failed", accuracy: 0 });
    const spent = { type: "timeout", message: "the budget of 10000 ms for the trajectory is spent" };
    expect(scoreCase(passed, { stopReason: "trajectory-timeout", failure: spent })).toMatchObject({
      state: "failed",
      accuracy: 0,
    });
  });

  it("a fault of the model's service is unscored, never zero", () => {
    const failure = { type: "unreachable", message: "connection refused" };
    expect(scoreCase([check("accuracy", "failed")], { stopReason: "model-error", failure })).toEqual({
      state: "unscored",
      reason: "unreachable: connection refused",
      unscoredKind: "infrastructure",
      accuracy: null,
      effectiveness: null,
    });
  });

  it("AVG is the mean of the two, or the one there is", () => {
    expect(averageScore({ accuracy: 1, effectiveness: 0.5 })).toBe(0.75);
    expect(averageScore({ accuracy: null, effectiveness: 0.5 })).toBe(0.5);
    expect(averageScore({ accuracy: null, effectiveness: null })).toBeNull();
  });
});
