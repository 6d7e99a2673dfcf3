import { describe, expect, it } from "vitest";
import type { AutopilotBranch } from "@/lib/contracts/autopilot";
import { finishWords, luckyBranch, rankByLowerBound, spentAgainst, spentInAll } from "./autopilot-words";

const branch = (name: string, mean: number | null, low: number | null): AutopilotBranch => ({
  name,
  stages: [],
  best: mean === null ? null : `${name}-stage`,
  mean,
  low,
  high: mean === null ? null : mean + 0.05,
  fixed: 0,
  broken: 0,
  brokenP0: 0,
  clauses: [],
  finish: null,
});

describe("the branches of a night", () => {
  const branches = [branch("unmeasured", null, null), branch("lucky", 0.06, -0.02), branch("sure", 0.03, 0.01)];

  it("are ranked by lower bound and not by mean, those without a score last", () => {
    expect(rankByLowerBound(branches).map(({ name }) => name)).toEqual(["sure", "lucky", "unmeasured"]);
  });

  it("mark the highest mean where it is not the first", () => {
    expect(luckyBranch(branches)).toBe("lucky");
    expect(luckyBranch([branch("a", 0.06, 0.02), branch("b", 0.03, 0.01)])).toBeNull();
    expect(luckyBranch([branch("unmeasured", null, null)])).toBeNull();
  });

  it("mark none of several with the same mean as the first", () => {
    expect(luckyBranch([branch("a", 0.03, 0.01), branch("b", 0.03, 0)])).toBeNull();
  });
});

describe("a night in words", () => {
  it("names why a branch ended and keeps what more there is to say", () => {
    const finish = { cause: "stopped-by-rule" as const, clause: "a" as const };
    expect(finishWords({ ...finish, text: "stopped by rule (a): Largest stable cluster 4 of 482" })).toEqual({
      reason: "stopped by rule (a)",
      detail: "Largest stable cluster 4 of 482",
    });
    expect(finishWords({ cause: "person", clause: null, text: "stopped by a person" })).toEqual({
      reason: "stopped by a person",
      detail: "",
    });
  });

  it("sets what is spent against the limits that are set", () => {
    const settings = {
      from: "s",
      analyst: { kind: "heuristic" as const, endpoint: null },
      ...{ branches: 1, depth: 1, maxEntries: 1, startAt: null },
      budget: { calls: 200, tokens: null, cost: null, minutes: 60 },
    };
    const spent = { calls: 50, tokens: 9_000, cost: 0, minutes: 90 };
    expect(spentAgainst({ settings, spent }).map(({ share, text }) => [share, text])).toEqual([
      [25, "50 calls of 200 calls"],
      [100, "1 h 30 min of 1 h 0 min"],
    ]);
    expect(spentInAll({ spent })).toBe("50 calls, 9,000 tokens, 1 h 30 min");
  });
});
