import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyHunks, hunksOf, hunkWords, linesOnRight, overlaps } from "./hunks";

const base = "# Refunds\n\nAsk first.\nBe short.\n\nThank them.\n";
const head = "# Refunds\n\nAsk for the order first.\nBe short.\n\nThank them.\nSay when it arrives.\n";

const line = fc.constantFrom("a", "b", "同意退款", "", "# c", "\tx\r");
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
  .map(([lines, end]) => lines.join("\n") + (end ? "\n" : ""));
const side = fc.option(text, { nil: null, freq: 5 });

describe("hunks of a file", () => {
  it("are the runs of changed lines, each at its place in the base", () => {
    expect(hunksOf(base, head)).toEqual([
      { at: 2, removed: ["Ask first.\n"], added: ["Ask for the order first.\n"], file: "changed" },
      { at: 6, removed: [], added: ["Say when it arrives.\n"], file: "changed" },
    ]);
  });

  it("make the right side again when all are kept, and the base when none is, whatever the files hold", () => {
    fc.assert(
      fc.property(side, side, (left, right) => {
        const hunks = hunksOf(left, right);
        expect(applyHunks(left, hunks)).toBe(right);
        expect(applyHunks(left, [])).toBe(left);
      }),
    );
  });

  it("can be dropped one by one: what is left is exactly the hunks that were kept", () => {
    fc.assert(
      fc.property(text, text, fc.infiniteStream(fc.boolean()), (left, right, coins) => {
        const kept = hunksOf(left, right).filter(() => coins.next().value);
        const made = applyHunks(left, kept);
        expect(applyHunks(left, hunksOf(left, made))).toBe(made);
        const size = (list: typeof kept) => list.reduce((sum, one) => sum + one.added.length - one.removed.length, 0);
        expect(size(hunksOf(left, made))).toBe(size(kept));
      }),
    );
  });

  it("leave the other change alone when one is dropped", () => {
    const [, second] = hunksOf(base, head);
    if (!second) throw new Error("no second hunk");
    expect(applyHunks(base, [second])).toBe(`${base}Say when it arrives.\n`);
  });

  it("stand for a whole file that is created or deleted, even an empty one", () => {
    expect(hunksOf(null, "")).toHaveLength(1);
    expect(applyHunks(null, hunksOf(null, ""))).toBe("");
    expect(hunksOf("x\n", null)).toEqual([{ at: 0, removed: ["x\n"], added: [], file: "deleted" }]);
  });

  it("overlap where they change one line, or insert at one place, and not where they only touch", () => {
    const hunk = (at: number, removed: number, added = 1) => ({
      at,
      removed: Array<string>(removed).fill("r\n"),
      added: Array<string>(added).fill("a\n"),
      file: "changed" as const,
    });
    expect(overlaps(hunk(2, 2), hunk(3, 1))).toBe(true);
    expect(overlaps(hunk(2, 0), hunk(2, 0))).toBe(true);
    expect(overlaps(hunk(2, 2), hunk(4, 1))).toBe(false);
    expect(overlaps(hunk(4, 1), hunk(2, 2))).toBe(false);
    expect(overlaps(hunk(2, 2), hunk(3, 0))).toBe(true);
  });

  it("are found on the right side below those applied before them", () => {
    const hunks = hunksOf("a\nb\nc\n", "new\nnew\na\nb\nd\ne\n");
    const last = hunks[1];
    if (!last) throw new Error("no second hunk");
    expect(linesOnRight(last, hunks)).toEqual({ from: 5, to: 6 });
    expect(linesOnRight(last, [last])).toEqual({ from: 3, to: 4 });
  });

  it("say their size and what they begin with", () => {
    expect(hunkWords({ at: 0, removed: ["x\n"], added: ["\n", "  Say why.\n"], file: "changed" })).toEqual({
      size: "+2 −1",
      first: "Say why.",
    });
    expect(hunkWords({ at: 0, removed: ["old\n"], added: [], file: "changed" }).first).toBe("old");
  });
});
