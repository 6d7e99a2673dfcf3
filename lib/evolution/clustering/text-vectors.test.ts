import { describe, expect, it } from "vitest";
import { characterGrams, cosines, maskText, sequenceBigrams, tfIdfVectors } from "./text-vectors";

describe("maskText", () => {
  it("hides numbers, case and spacing", () => {
    expect(maskText("It costs  1,299.50 Now")).toBe("it costs # now");
  });
});

describe("characterGrams", () => {
  it("makes 2–4-grams of Chinese text", () => {
    expect(characterGrams("多少钱")).toEqual(["多少", "少钱", "多少钱"]);
  });
});

describe("sequenceBigrams", () => {
  it("marks start and end, so that no call at all is a term too", () => {
    expect(sequenceBigrams([])).toEqual(["^>$"]);
    expect(sequenceBigrams(["a", "b"], "t:")).toEqual(["t:^>a", "t:a>b", "t:b>$"]);
  });
});

describe("cosines", () => {
  it("is one for equal texts, zero for texts that share nothing, in between otherwise", () => {
    const vectors = tfIdfVectors([["a", "b"], ["a", "b"], ["c"], ["a", "c"]]);
    const all = cosines(vectors, vectors);
    expect(all[0 * 4 + 1]).toBeCloseTo(1);
    expect(all[0 * 4 + 2]).toBe(0);
    expect(all[0 * 4 + 3]).toBeGreaterThan(0);
    expect(all[0 * 4 + 3]).toBeLessThan(1);
  });

  it("takes two texts without terms as equal", () => {
    const vectors = tfIdfVectors([[], [], ["a"]]);
    expect([...cosines(vectors, vectors)]).toEqual([1, 1, 0, 1, 1, 0, 0, 0, expect.closeTo(1)]);
  });
});
