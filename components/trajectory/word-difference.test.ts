import { describe, expect, it } from "vitest";
import { wordDifference } from "./word-difference";

const side = (pieces: ReturnType<typeof wordDifference>, without: "added" | "removed") =>
  pieces
    .filter((piece) => piece.kind !== without)
    .map((piece) => piece.text)
    .join("");

describe("wordDifference", () => {
  it("marks the words that changed and leaves the rest", () => {
    expect(wordDifference("It is 89 yuan today.", "It is 79 yuan today.")).toEqual([
      { kind: "same", text: "It is " },
      { kind: "removed", text: "89" },
      { kind: "added", text: "79" },
      { kind: "same", text: " yuan today." },
    ]);
  });

  it("takes Chinese apart by words", () => {
    const pieces = wordDifference("这款现在八折", "这款现在九折");
    expect(pieces[0]).toEqual({ kind: "same", text: expect.stringMatching(/^这款/) });
    expect(pieces.filter((piece) => piece.kind !== "same").every((piece) => piece.text.length <= 2)).toBe(true);
  });

  it.each([
    ["", "new"],
    ["old", ""],
    ["a  b\n\nc", "a b\nc d"],
    ["价格 is 3", "Price 是 3"],
  ])("gives both sides back character for character: %j, %j", (base, head) => {
    const pieces = wordDifference(base, head);
    expect([side(pieces, "added"), side(pieces, "removed")]).toEqual([base, head]);
  });

  it("finds nothing in equal texts", () => {
    expect(wordDifference("same", "same")).toEqual([{ kind: "same", text: "same" }]);
    expect(wordDifference("", "")).toEqual([]);
  });

  it("gives long texts that share nothing back whole", () => {
    const base = Array.from({ length: 9_000 }, (_, index) => `a${index}`).join(" ");
    const head = Array.from({ length: 9_000 }, (_, index) => `b${index}`).join(" ");
    const pieces = wordDifference(base, head);
    expect([side(pieces, "added"), side(pieces, "removed")]).toEqual([base, head]);
  });
});
