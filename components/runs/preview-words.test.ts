import { describe, expect, it } from "vitest";
import type { RunPreview } from "@/lib/contracts/run-settings";
import { previewCases, previewFigures, previewWarnings } from "./preview-words";

const none = { calls: null, tokens: null, cost: null, minutes: null };
const preview: RunPreview = {
  cases: 482,
  reusable: 0,
  calls: { low: 482, expected: 1_446.2, high: 1_928 },
  tokens: null,
  cost: { low: 0.01, expected: 0.02, high: 0.4 },
  minutes: { low: 0.001, expected: 0.05, high: 2.04 },
  basis: "",
  exceeds: [],
};
const textOf = (name: string) => {
  const found = previewFigures(preview).find((figure) => figure.name === name);
  return [found?.expected, found?.range];
};

describe("the preview of a run", () => {
  it("shows what is expected with its range", () => {
    expect(textOf("calls")).toEqual(["1,446", "482 to 1,928"]);
    expect(textOf("cost")).toEqual(["$0.0200", "$0.0100 to $0.40"]);
  });

  it("says unknown, never zero", () => {
    expect(textOf("tokens")).toEqual(["unknown", null]);
    expect(textOf("minutes")).toEqual(["3 s", "1 s to 2 minutes"]);
  });

  it("says how many results earlier runs have", () => {
    expect(previewCases(preview)).toBe("482 case results");
    expect(previewCases({ ...preview, reusable: 240 })).toBe("482 case results, of which earlier runs have 240");
    expect(previewCases({ ...preview, reusable: 482 })).toBe("482 case results, which earlier runs have");
  });

  it("says which limits it will likely reach", () => {
    const exceeding: RunPreview = { ...preview, exceeds: ["calls", "cost"] };
    expect(previewWarnings(exceeding, { ...none, calls: 500, cost: 0.01 })).toEqual([
      "The run will likely stop before its end: 1,446 calls are expected, 500 calls are allowed.",
      "The run will likely stop before its end: $0.0200 are expected, $0.0100 are allowed.",
    ]);
    expect(previewWarnings(preview, none)).toEqual([]);
  });
});
