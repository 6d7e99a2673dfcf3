import { expect, test } from "vitest";
import type { LookSummary } from "@/lib/contracts/look";
import { lookWords } from "./look-words";

const looks = (more: Partial<LookSummary> = {}): LookSummary => ({
  runs: 2,
  trajectories: 0,
  limit: 20,
  wornOut: false,
  nextAlpha: 0.003377,
  ...more,
});

test("says how many runs are used and what the next may spend", () => {
  expect(lookWords("gate", looks())).toEqual({
    text: "2 of 20 runs used on this version. The next run may spend α = 0.00338.",
    worn: false,
  });
  expect(lookWords("gate", looks({ trajectories: 1 }))?.text).toMatch(/version, 1 trajectory opened\./);
});

test("says plainly that a set is worn out and how to refill it", () => {
  const worn = lookWords("gate", looks({ runs: 20, wornOut: true }));
  expect(worn).toMatchObject({ worn: true, text: expect.stringMatching(/^Worn out: 20 of 20 runs .* Import a new version/) });
});

test("names the rule of a vault, and has nothing to say of a dev set", () => {
  expect(lookWords("vault", looks())?.text).toMatch(/one run for each promotion/);
  expect(lookWords("dev", looks({ nextAlpha: null }))).toBeNull();
});
