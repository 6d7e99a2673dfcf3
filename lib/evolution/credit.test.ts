import { expect, test } from "vitest";
import type { Flip } from "@/lib/contracts/run";
import { ruleEntry } from "@/lib/testing/rule-room";
import { CreditTally, leaveOneOut, meaningOf, type RerunMeaning, rerunOrder } from "./credit";

const flip = (id: string, direction: Flip["direction"], more: Partial<Flip> = {}): Flip => ({
  ...{ case: id, category: "general", priority: "P1", comment: "", direction },
  ...{ baseAccuracy: direction === "fixed" ? 0 : 1, headAccuracy: direction === "fixed" ? 1 : 0 },
  ...{ baseEffectiveness: null, headEffectiveness: null },
  ...more,
});

const PROMPT = "prompt/01-role.md";
const BASE = { [PROMPT]: "---\norder: 1\n---\nYou answer.\n" };
const entry = (id: string, line: string) => ({
  ...ruleEntry("stg", BASE[PROMPT] ?? "", 0, { id, line }),
  status: "accepted" as const,
});
const two = leaveOneOut(BASE, [entry("x", "Be kind."), entry("y", "Be brief.")]);

/** A tally in which each entry's reruns came out as given, by case. */
function tallied(flips: Flip[], found: Record<string, Record<string, RerunMeaning>>) {
  const tally = new CreditTally(two, flips);
  for (const [id, cases] of Object.entries(found)) {
    for (const [one, meaning] of Object.entries(cases)) tally.record(id, one, meaning);
  }
  return tally;
}

test("each entry is left out of what the others make of the base", () => {
  expect(two.map(({ bundle }) => bundle?.[PROMPT])).toEqual([
    "---\norder: 1\n---\nYou answer.\nBe brief.\n",
    "---\norder: 1\n---\nYou answer.\nBe kind.\n",
  ]);
});

test("an entry that another one builds on cannot be left out, and says so", () => {
  const first = { ...entry("x", "Be kind."), order: 0 };
  const built = entry("y", "Very.");
  const onto = {
    ...built,
    order: 1,
    operations: built.operations.map((one) => ({
      ...one,
      anchor: { ...("anchor" in one ? one.anchor : expect.fail()), text: "Be kind.\n" },
    })),
  };
  const left = leaveOneOut(BASE, [first, onto as typeof built]);
  expect(left.map(({ bundle }) => bundle !== null)).toEqual([false, true]);
  const tally = new CreditTally(left, [flip("a", "fixed")]);
  expect(tally.progress).toEqual({ total: 1, done: 0 });
  expect(tally.credits()[0]).toMatchObject({ verdict: "untested", note: "The other entries do not apply without it." });
});

test("broken cases are run first, and P0 before the others", () => {
  const flips = [
    flip("f", "fixed"),
    flip("b", "broken"),
    flip("f0", "fixed", { priority: "P0" }),
    flip("b0", "broken", { priority: "P0" }),
  ];
  expect(rerunOrder(flips).map((one) => one.case)).toEqual(["b0", "b", "f0", "f"]);
});

test.each([
  ["fixed", flip("a", "fixed"), 0],
  ["same", flip("a", "fixed"), 1],
  ["broken", flip("a", "broken"), 1],
  ["same", flip("a", "broken"), 0],
  ["unscored", flip("a", "broken"), null],
  ["broken", flip("a", "fixed", { headAccuracy: 1, headEffectiveness: 0.5 }), 1],
] as const)("a rerun is %s by AVG against the stage's run", (meaning, changed, without) => {
  expect(meaningOf(changed, without)).toBe(meaning);
});

test.each([
  ["helps", { a: "fixed", b: "same", c: "same" }],
  ["hurts", { a: "same", b: "broken", c: "same" }],
  ["hurts", { a: "fixed", b: "broken", c: "same" }],
  ["mixed", { a: "fixed", b: "broken", c: "fixed" }],
  ["no-effect", { a: "same", b: "same", c: "unscored" }],
  ["untested", { a: "unscored", b: "unscored", c: "unscored" }],
  ["untested", { a: "same", b: "same" }],
  ["untested", {}],
  ["hurts", { b: "broken" }],
] as const)("an entry %s by what its reruns came to", (verdict, found) => {
  const flips = [flip("a", "fixed"), flip("b", "broken"), flip("c", "fixed")];
  expect(tallied(flips, { x: found }).credits()[0]?.verdict).toBe(verdict);
});

test("a verdict on part of the reruns says on how many", () => {
  const flips = [flip("a", "fixed"), flip("b", "broken")];
  expect(tallied(flips, { x: { b: "broken" } }).credits()).toMatchObject([
    { broken: ["b"], note: "1 of 2 changed cases were run without it." },
    { verdict: "untested", note: "None of the changed cases was run without it." },
  ]);
});

test("a case is unexplained where no entry's removal turns it, and only where all are known", () => {
  const flips = ["own", "both", "unscored", "open"].map((id) => flip(id, "fixed"));
  const tally = tallied(flips, {
    x: { own: "fixed", both: "same", unscored: "same", open: "same" },
    y: { own: "same", both: "same", unscored: "unscored" },
  });
  expect(tally.unexplained()).toEqual(["both"]);
});

test("a credit that goes on does again only what it lacks, and what could not be scored", () => {
  const flips = [flip("a", "fixed"), flip("b", "broken"), flip("c", "fixed"), flip("d", "fixed")];
  const before = tallied(flips, { x: { a: "fixed", b: "same", c: "unscored", gone: "fixed" } });
  const tally = new CreditTally(two, flips);
  tally.takeOver(before.credits());
  expect(flips.filter((one) => tally.lacks("x", one.case)).map((one) => one.case)).toEqual(["c", "d"]);
  expect(tally.progress).toEqual({ total: 8, done: 2 });
});
