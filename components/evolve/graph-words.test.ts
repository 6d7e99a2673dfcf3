import { describe, expect, it } from "vitest";
import { differenceWords, entryHint, nodeState, nodeTags } from "./graph-words";

const early = { decision: "not-enough" as const, cases: 4, total: 9, wins: 0, losses: 1 };
const plain = { production: false, released: false, selected: false, autopilot: null, rejected: false };

describe("a stage in the graph", () => {
  it("is greyed until it is evaluated and hollow where it was rejected, also early", () => {
    const avg = { mean: 0.5, low: 0.4, high: 0.6 };
    expect(nodeState({ rejected: false, avg: null })).toBe("waiting");
    expect(nodeState({ rejected: false, avg })).toBe("standing");
    expect(nodeState({ rejected: true, avg })).toBe("rejected");
    expect(nodeState({ rejected: true, avg: null, early })).toBe("rejected");
  });
  it("tells a version that serves from one that served", () => {
    const texts = (over: object) => nodeTags({ ...plain, ...over }).map(({ text }) => text);
    expect(texts({ production: true, released: true, selected: true })).toEqual(["selected", "production"]);
    expect(texts({ released: true })).toEqual(["was released"]);
    expect(texts({ rejected: true, early, autopilot: "n" })).toEqual(["rejected early", "night"]);
    expect(texts({ rejected: true })).toEqual(["rejected"]);
  });
  it("gives its difference with the interval, where there is one", () => {
    expect(differenceWords({ mean: 0.012, low: -0.004, high: 0.028 })).toBe("+1.2 (−0.4 to +2.8)");
    expect(differenceWords({ mean: 0.012, low: null, high: null })).toBe("+1.2");
    expect(differenceWords(null)).toBeNull();
  });
});

it("an entry says whose it is and, where it was measured, what it did by itself", () => {
  const entry = {
    id: "e",
    title: "Ask for warmth",
    component: "prompt" as const,
    files: ["prompt/1.md"],
    cluster: "Curt replies",
  };
  expect(entryHint({ ...entry, edited: true, decidedBy: "ada", fixed: 3, broken: 0 })).toBe(
    "Ask for warmth\nfor: Curt replies\nprompt/1.md\nedited and accepted by ada\nby itself 3 fixed, 0 broken",
  );
  expect(entryHint({ ...entry, edited: false, decidedBy: null, fixed: null, broken: null })).not.toContain("fixed");
});
