import { expect, test } from "vitest";
import { changeWords, meanInterval, meanText, preliminaryWords, sampleRatioWords, splitWords } from "./outcome-words";

test("the sizes of the arms are said in words, a mismatch with what to do", () => {
  expect(sampleRatioWords({ expected: 0.1, found: 0.100422, p: 0.2211, mismatch: false })).toBe(
    "The sizes of the arms fit: 10.04 % of the users are in the treatment; 10.00 % were planned (p 0.2211).",
  );
  const mismatch = sampleRatioWords({ expected: 0.1, found: 0.05, p: 1e-30, mismatch: true });
  expect(mismatch).toMatch(/^Sample ratio mismatch: 5\.00 % .* \(p less than 0\.0001\)\. Chance does not explain it/);
});

test.each([
  [{ relative: 0.05, low: 0.01, high: 0.09 }, "more than control"],
  [{ relative: -0.05, low: -0.09, high: -0.01 }, "less than control"],
  [{ relative: 0.05, low: -0.01, high: 0.1 }, "inside the noise"],
  [{ relative: 0.05, low: null, high: null }, "too few users for an interval"],
  [{ relative: null, low: null, high: null }, "control has none, so there is nothing to relate it to"],
])("%j is %s", (change, words) => expect(changeWords({ metric: "orders", ...change })).toBe(words));

test("means, intervals, shares and reasons", () => {
  expect(meanText({ mean: 0.12345, low: 0.1, high: 0.2, sum: 1 }, 4)).toBe("0.1235");
  expect(meanText({ mean: null, low: null, high: null, sum: 0 }, 4)).toBe("–");
  expect(meanInterval({ mean: 1, low: 0.5, high: 1.5, sum: 1 }, 2)).toBe("0.50 – 1.50");
  expect(meanInterval({ mean: 1, low: null, high: null, sum: 1 }, 2)).toBe("");
  expect(preliminaryWords({ preliminary: ["a", "b"] })).toBe("Preliminary: a; b.");
  expect(preliminaryWords({ preliminary: [] })).toBeNull();
  const arms = [
    { name: "control" as const, channel: "production" as const, share: 0.9 },
    { name: "treatment" as const, channel: "canary" as const, share: 1 - 0.9 },
  ] as const;
  expect(splitWords({ arms: [...arms] })).toBe("90 % production, 10 % canary");
});
