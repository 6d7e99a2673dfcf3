import { expect, test } from "vitest";
import type { JudgeCalibration } from "@/lib/contracts/release-gate";
import { calibrationState, isBelow, rateText } from "./calibration-state";

const rates = { truePositive: { rate: 0.9, n: 20 }, trueNegative: { rate: 0.7, n: 10 }, abstained: 1, kappa: 0.6 };
const calibration = (id: string, judge: string, judgeVersion: string): JudgeCalibration => ({
  ...{ id, judge, judgeVersion, project: "p", dataset: "d", datasetName: "labels", datasetVersion: "v", synthetic: false },
  ...{ runs: [], metrics: { accuracy: rates, effectiveness: rates }, actor: "ada", createdAt: "2026-12-01T00:00:00.000Z" },
});

test("the newest calibration of the judge as it is now counts, before a newer one of an earlier version", () => {
  const list = [calibration("3", "other", "v2"), calibration("2", "panel", "v1"), calibration("1", "panel", "v2")];
  expect(calibrationState({ id: "panel", version: "v2" }, list)).toMatchObject({ calibration: { id: "1" }, changed: false });
  expect(calibrationState({ id: "panel", version: "v3" }, list)).toMatchObject({ calibration: { id: "2" }, changed: true });
  expect(calibrationState({ id: "new", version: "v1" }, list)).toEqual({ calibration: null, changed: false });
});

test("a rate has its denominator, and one that nothing was measured on is below any floor", () => {
  expect(rateText(rates.truePositive)).toBe("90.0 (n 20)");
  expect(rateText({ rate: null, n: 0 })).toBe("– (n 0)");
  expect([isBelow(rates.truePositive, 0.8), isBelow(rates.trueNegative, 0.8), isBelow({ rate: null, n: 0 }, 0)]).toEqual([
    false,
    true,
    true,
  ]);
});
