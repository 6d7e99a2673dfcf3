import { describe, expect, it } from "vitest";
import type { Check } from "@/lib/contracts/case";
import { type SampleCase, sampleEvaluatedCase } from "@/lib/testing/evolution-samples";
import { groupFailures, longTailThreshold } from "./group-failures";

const called: Check = { id: "tool", metric: "accuracy", core: true, kind: "tool-called", tool: "find_loan" };
const grounded: Check = { id: "grounded", metric: "accuracy", core: true, kind: "grounded", claims: ["price"] };
const short: Check = {
  id: "short",
  metric: "effectiveness",
  core: false,
  kind: "reply-length",
  min: 1,
  max: 80,
  unit: "characters",
};

const family = (prefix: string, count: number, sample: Omit<SampleCase, "id">) =>
  Array.from({ length: count }, (_, index) =>
    sampleEvaluatedCase({
      ...sample,
      id: `${prefix}-${String(index).padStart(3, "0")}`,
      comments: [`${sample.comments?.[0] ?? "hello"} number ${index}`],
    }),
  );

const loans = family("loan", 20, {
  category: "loans",
  comments: ["when is my loan due"],
  checks: [called],
  failed: ["tool"],
  why: "find_loan was not called",
  reply: "It is due soon, I think.",
});
const fees = family("fee", 12, {
  category: "fees",
  comments: ["what does a late return cost"],
  checks: [grounded],
  failed: ["grounded"],
  why: "a price is not supported by any tool result",
  reply: "That will be 5 euros.",
  features: { tools: ["find_loan"] },
});
const long = family("long", 9, {
  category: "rooms",
  comments: ["where is the quiet room"],
  checks: [short],
  failed: ["short"],
  why: "the reply has 300 characters, more than 80",
  reply: "Well, there are a great many rooms in this old house, and each of them has a story.",
});
const odd = family("odd", 1, { category: "other", comments: ["zebra"], failed: ["reply"], why: "no yes", reply: "moo" });
const passes = family("pass", 30, {
  category: "loans",
  comments: ["when is my loan due"],
  checks: [called],
  features: { tools: ["find_loan"] },
});

describe("groupFailures", () => {
  const groups = groupFailures([...loans, ...fees, ...long, ...odd], passes, 1);
  const prefixes = groups.map((group) => [...new Set(group.cases.map(({ item }) => item.id.split("-")[0]))].join("+"));

  it("puts failures of one kind together, largest first", () => {
    expect(prefixes).toEqual(["loan", "fee", "long", "odd"]);
  });

  it("moves clusters below the threshold to the long tail at the end", () => {
    expect(groups.map((group) => group.longTail)).toEqual([false, false, false, true]);
    expect(longTailThreshold(42)).toBe(3);
    expect(longTailThreshold(500)).toBe(10);
  });

  it("marks well separated clusters as stable", () => {
    for (const group of groups.slice(0, 3)) expect(group.stability).toBeGreaterThan(0.9);
    expect(groups[3]?.stability).toBeNull();
  });

  it("labels a cluster by what failed and by words of its own", () => {
    expect(groups[0]?.label).toMatch(/: find_loan not called$/);
    expect(groups[0]?.label).toContain("loan");
    expect(groups[1]?.label).toMatch(/: unsupported price$/);
  });

  it("shows two passing near-misses that were put the same question", () => {
    expect(groups[0]?.nearMisses.map(({ item }) => item.category)).toEqual(["loans", "loans"]);
  });

  it("contrasts with the nearest passing cases", () => {
    expect(groups[0]?.contrast).toContainEqual({ feature: "tool find_loan called", failing: 0, passing: 1 });
    expect(groups[0]?.contrast.some(({ feature }) => feature === "category loans")).toBe(false);
  });

  it("names a medoid and another case as the boundary", () => {
    for (const group of groups) {
      expect(group.cases).toContain(group.medoid);
      expect(group.boundary).not.toBe(group.medoid);
    }
  });

  it("gives the same result for the same seed", () => {
    expect(groupFailures([...loans, ...fees, ...long, ...odd], passes, 1)).toEqual(groups);
  });

  it("takes few failures and none", () => {
    expect(groupFailures([], passes, 1)).toEqual([]);
    const pair = groupFailures(odd, [], 1);
    expect(pair).toHaveLength(1);
    expect(pair[0]?.boundary).toBeNull();
    expect(pair[0]?.nearMisses).toEqual([]);
  });

  it("handles 200 failures with 50 bootstraps in under two seconds of processor time", () => {
    const many = Array.from({ length: 200 }, (_, index) =>
      sampleEvaluatedCase({
        id: `many-${String(index).padStart(3, "0")}`,
        category: `category-${index % 16}`,
        comments: [`question ${index} about thing ${index % 7} and subject ${index % 11}`],
        checks: [index % 3 === 0 ? called : index % 3 === 1 ? grounded : short],
        failed: [index % 3 === 0 ? "tool" : index % 3 === 1 ? "grounded" : "short"],
        why: `the reply did not do what number ${index} asks for in way ${index % 5}`,
        reply: `Reply ${index} with ${"several words ".repeat(index % 9)} about it and the usual ending for group ${index % 13}.`,
        features: { tools: index % 2 === 0 ? ["find_loan", "find_room"] : [], skills: [`skill-${index % 6}`] },
      }),
    );
    // Processor time, so that a busy machine does not fail it.
    const started = process.cpuUsage();
    groupFailures(many, passes, 1);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000);
  });
});
