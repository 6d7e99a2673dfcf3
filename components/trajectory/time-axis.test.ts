import { describe, expect, it } from "vitest";
import { axisTicks, trajectoryBudget } from "./time-axis";

describe("axisTicks", () => {
  it.each([
    [1, [0, 0.2, 0.4, 0.6000000000000001, 0.8, 1]],
    [10, [0, 2, 4, 6, 8, 10]],
    [1_234, [0, 250, 500, 750, 1_000]],
    [9_000, [0, 2_000, 4_000, 6_000, 8_000]],
  ])("of %j ms", (spanMs, ticks) => {
    expect(axisTicks(spanMs)).toEqual(ticks);
  });
});

describe("trajectoryBudget", () => {
  it("reads what harness.yaml sets, and no comment", () => {
    expect(trajectoryBudget("name: a\nlimits:\n  rounds: 4\n  trajectoryTimeoutMs: 8000\n")).toBe(8_000);
    expect(trajectoryBudget("limits: {rounds: 4, trajectoryTimeoutMs: 900}")).toBe(900);
    expect(trajectoryBudget("limits:\n  # trajectoryTimeoutMs: 8000\n")).toBeNull();
  });
});
