import { describe, expect, it } from "vitest";
import { EntryCredit, StageCredit } from "@/lib/contracts/credit";
import { creditEstimate, creditStatusWords, estimateWords, orderCredits, removalReason, sensibleCalls } from "./credit-words";

const one = (over: Partial<EntryCredit>) =>
  EntryCredit.parse({
    entry: "e",
    title: "Ask first",
    fixed: [],
    broken: [],
    unmoved: 0,
    unscored: 0,
    verdict: "helps",
    ...over,
  });

const credit = (over: Partial<StageCredit>) =>
  StageCredit.parse({
    stage: "s",
    status: "running",
    error: null,
    discordant: 14,
    total: 42,
    done: 10,
    entries: [],
    unexplained: [],
    budget: {},
    calls: 10,
    tokens: 100,
    cost: null,
    by: "ana",
    at: "2026-11-30T00:00:00Z",
    ...over,
  });

const tokens = { prompt: 36_000, completion: 0, perCase: 300 };

describe("what credit will take", () => {
  it("is entries times changed cases, at what a case took", () => {
    const estimate = creditEstimate(3, 14, { cases: 120, calls: 240, tokens, cost: null });
    expect(estimate).toEqual({ reruns: 42, calls: 84, tokens: 12_600, cost: null });
    expect(estimateWords(3, 14, estimate)).toBe("3 entries × 14 changed cases: 42 reruns, about 84 calls, 12,600 tokens");
    expect(sensibleCalls(estimate)).toBe(168);
  });

  it("is less by what an unfinished credit has done", () => {
    const estimate = creditEstimate(3, 14, { cases: 120, calls: 240, tokens, cost: null }, 12);
    expect(estimateWords(3, 14, estimate, 12)).toBe(
      "3 entries × 14 changed cases: 30 reruns left, 12 done before and kept, about 60 calls, 9,000 tokens",
    );
  });

  it("is not guessed where nothing was measured", () => {
    const estimate = creditEstimate(1, 1, { cases: 0, calls: 0, tokens: { ...tokens, perCase: null }, cost: null });
    expect(estimateWords(1, 1, estimate)).toBe("1 entry × 1 changed case: 1 rerun");
    expect(sensibleCalls(estimate)).toBeNull();
  });
});

describe("credit in words", () => {
  it("says how far it came and why it ended", () => {
    expect(creditStatusWords(credit({}))).toBe("10 of 42 reruns");
    expect(creditStatusWords(credit({ status: "budget" }))).toContain("The budget was spent after 10 of 42 reruns");
    expect(creditStatusWords(credit({ status: "failed", error: "endpoint gone" }))).toBe(
      "Failed after 10 of 42 reruns: endpoint gone.",
    );
  });

  it("offers a reason for a removal that names no case, as the analyst reads it", () => {
    const reason = removalReason(one({ broken: ["case-7", "case-9"], fixed: ["case-1"] }));
    expect(reason).toBe("Left out one at a time, “Ask first” broke 2 cases and fixed 1.");
    expect(reason).not.toContain("case-7");
  });

  it("lists what hurts first", () => {
    const ordered = orderCredits([
      one({ entry: "a" }),
      one({ entry: "b", verdict: "untested" }),
      one({ entry: "c", verdict: "hurts", broken: ["x"] }),
      one({ entry: "d", verdict: "hurts", broken: ["x", "y"] }),
    ]);
    expect(ordered.map(({ entry }) => entry)).toEqual(["d", "c", "a", "b"]);
  });
});
