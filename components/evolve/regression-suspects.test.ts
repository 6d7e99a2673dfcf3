import { describe, expect, it } from "vitest";
import { StageCredit } from "@/lib/contracts/credit";
import type { Entry } from "@/lib/contracts/evolution";
import { sampleEntry } from "@/lib/testing/stage-samples";
import { suspectsInShort, suspectsOf, suspicionWords } from "./regression-suspects";

const entry = (id: string, over: Partial<Entry> = {}) => sampleEntry({ id, status: "accepted", title: `Entry ${id}`, ...over });

const credit = (entries: { entry: string; fixed?: string[]; broken?: string[] }[], unexplained: string[] = []) =>
  StageCredit.parse({
    stage: "stg_1",
    status: "completed",
    error: null,
    discordant: 2,
    total: 4,
    done: 4,
    entries: entries.map((one) => ({
      title: `Entry ${one.entry}`,
      fixed: [],
      broken: [],
      unmoved: 0,
      unscored: 0,
      verdict: "mixed",
      ...one,
    })),
    unexplained,
    budget: {},
    calls: 4,
    tokens: 400,
    cost: null,
    by: "ana",
    at: "2026-11-30T00:00:00Z",
  });

const broken = { case: "c1", direction: "broken" } as const;

describe("the entries suspected of a broken case", () => {
  it("are those that touch it, before those of which it was only foreseen", () => {
    const entries = [
      entry("a", { predictedRisks: ["c1"] }),
      entry("b", { touched: ["c1", "c2"] }),
      entry("c", { touched: ["c2"] }),
    ];
    expect(suspectsOf(broken, entries, null).suspects.map(({ entry: id, how }) => [id, how])).toEqual([
      ["b", "touched"],
      ["a", "foreseen"],
    ]);
  });

  it("are only the ones that credit names, once there is credit", () => {
    const entries = [entry("a", { touched: ["c1"] }), entry("b", { touched: ["c1"] })];
    expect(suspectsOf(broken, entries, credit([{ entry: "b", broken: ["c1"] }])).suspects).toEqual([
      { entry: "b", title: "Entry b", how: "shown" },
    ]);
  });

  it("stay those that touch it where no single entry explains it, which is said", () => {
    const found = suspectsOf(broken, [entry("a", { touched: ["c1"] })], credit([{ entry: "a" }], ["c1"]));
    expect(found.unexplained).toBe(true);
    expect(found.suspects.map(({ how }) => how)).toEqual(["touched"]);
  });

  it("are none of those that were turned down", () => {
    const entries = [entry("a", { touched: ["c1"], status: "rejected" }), entry("b", { touched: ["c1"], status: "invalid" })];
    expect(suspectsOf(broken, entries, null)).toEqual({ suspects: [], unexplained: false });
  });

  it("of a fixed case are those that meant to fix it", () => {
    const fixed = { case: "c1", direction: "fixed" } as const;
    const entries = [entry("a", { touched: ["c1"] }), entry("b", { predictedFixes: ["c1"] })];
    const { suspects } = suspectsOf(fixed, entries, null);
    expect(suspects.map(({ entry: id, how }) => `${id} ${suspicionWords(how, "fixed")}`)).toEqual(["b meant to fix it"]);
  });

  it("are named in one line where it is one, and counted where they are several", () => {
    const touching = [entry("a", { touched: ["c1"] }), entry("b", { touched: ["c1"] })];
    const line = (entries: Entry[], given: StageCredit | null) => suspectsInShort(suspectsOf(broken, entries, given), "broken");
    expect(line(touching.slice(0, 1), null)).toBe("Entry a: touches it");
    expect(line(touching, null)).toBe("2 entries suspected");
    expect(line(touching, credit([{ entry: "b", broken: ["c1"] }]))).toBe("Entry b: broke it");
    expect(line(touching, credit([], ["c1"]))).toBe("no single entry explains it");
    expect(line([], null)).toBe("no entry touches it");
  });
});
