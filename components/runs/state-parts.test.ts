import { expect, test } from "vitest";
import { stateParts } from "./state-parts";

const texts = (counts: Parameters<typeof stateParts>[0]) => stateParts(counts).map((part) => part.text);

test("names the unscored by why, and what came from earlier runs", () => {
  const counts = { scored: 1_200, failed: 3, unscored: 7, unscoredBy: { infrastructure: 5, "judge-abstained": 2 }, reused: 40 };
  expect(texts(counts)).toEqual([
    "1,200 scored",
    "3 failed, scored 0",
    "2 unscored: the judge abstained",
    "5 unscored: the model's service failed",
    "40 taken from earlier runs",
  ]);
  expect(stateParts(counts)[2]?.filter).toEqual({ show: "unscored", kind: "judge-abstained" });
});

test("loses no unscored result of a run that kept no kinds", () => {
  expect(texts({ scored: 5, failed: 0, unscored: 2, unscoredBy: {}, reused: 0 })).toEqual(["5 scored", "2 unscored"]);
});
