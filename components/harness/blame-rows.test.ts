import { describe, expect, it } from "vitest";
import type { LineOrigin } from "@/lib/contracts/lineage";
import { askedLine, blameRows, originWords } from "./blame-rows";

const origin = (over: Partial<LineOrigin>): LineOrigin => ({
  ...{ version: "v", versionName: "Desk", origin: "import", author: "ada", message: "", at: "2026-01-01T00:00:00.000Z" },
  ...{ path: "a.md", entry: null },
  ...over,
});
const entry: NonNullable<LineOrigin["entry"]> = {
  ...{
    id: "e",
    title: "Ask for warmth",
    campaign: "c",
    campaignName: "C",
    stage: "s",
    stageName: "Evolution 2",
    cluster: "Curt",
  },
  ...{ cases: [], run: "r", edited: false, decidedBy: "grace", decidedAt: null, fixed: null, broken: null },
};

describe("the rows of a blame", () => {
  const lines = [0, 0, 1, 0].map((place, index) => ({ text: `line ${index}`, origin: place }));
  const rows = blameRows({ lines, origins: [origin({}), origin({ author: "bob" })] });
  it("name an origin once for each run of lines", () =>
    expect(rows.map(({ number, first }) => (first ? number : 0))).toEqual([1, 0, 3, 4]));
  it("alternate from run to run", () => expect(rows.map(({ band }) => band)).toEqual([false, false, true, false]));
  it("know their origin", () => expect(rows.map((row) => row.origin?.author)).toEqual(["ada", "ada", "bob", "ada"]));
});

describe("the words for an origin", () => {
  it("are the stage and the entry where there was one", () =>
    expect(originWords(origin({ entry }))).toEqual({ who: "Evolution 2", what: "Ask for warmth" }));
  it("are the author and what was said of the version", () => {
    expect(originWords(origin({ message: "shorter" }))).toEqual({ who: "ada", what: "shorter" });
    expect(originWords(origin({}))).toEqual({ who: "ada", what: "Desk" });
  });
});

it("an address names a line that the file has, or none", () =>
  expect(["1", "9", "10", "0", "x", "2.5", null].map((asked) => askedLine(asked, 9))).toEqual([
    ...[1, 9, null, null, null, null, null],
  ]));
