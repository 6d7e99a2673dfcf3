import { describe, expect, it } from "vitest";
import type { Step } from "@/lib/contracts/trajectory";
import { boundaryStep, hookStep, modelCallStep, toolCallStep, trajectoryOf } from "@/lib/testing/trajectory-samples";
import { waterfall } from "./waterfall-model";

const lanes = (steps: Step[]) => waterfall(trajectoryOf(steps)).groups.flatMap((group) => group.lanes);
const spans = (steps: Step[]) => lanes(steps).map(({ startMs, endMs }) => [startMs, endMs]);

describe("waterfall", () => {
  it("lets a step end where it was recorded, and marks its first token", () => {
    const [lane] = lanes([boundaryStep(1, { atMs: 2 }), modelCallStep({ atMs: 13 })]);
    expect(lane).toMatchObject({ index: 1, startMs: 3, endMs: 13, firstTokenMs: 7, moment: false });
  });

  it("lets tools that ran side by side begin together, though they are recorded one after the other", () => {
    const steps = [
      modelCallStep({ atMs: 10 }),
      hookStep({ atMs: 12 }),
      hookStep({ atMs: 113, event: "PostToolUse", durationMs: 1 }),
      toolCallStep({ atMs: 113.5, durationMs: 40 }),
      hookStep({ atMs: 115, event: "PostToolUse", durationMs: 1 }),
      toolCallStep({ atMs: 115.5, durationMs: 100 }),
    ];
    const tools = lanes(steps).filter((lane) => lane.step.type === "tool-call");
    expect(tools.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [12, 52],
      [12, 112],
    ]);
  });

  it("keeps a batch behind what went before it", () => {
    const steps = [hookStep({ atMs: 50 }), toolCallStep({ atMs: 60, durationMs: 30 })];
    expect(spans(steps)[1]).toEqual([50, 60]);
  });

  it("sets calls of a module one after the other where they were, and side by side where they were", () => {
    const call = (atMs: number) => modelCallStep({ atMs, module: "action" });
    expect(spans([call(10), call(20)])).toEqual([
      [0, 10],
      [10, 20],
    ]);
    expect(spans([call(10), call(10.5)])).toEqual([
      [0, 10],
      [0, 10],
    ]);
  });

  it("lets the tools that a module calls one after the other stand one after the other", () => {
    const tool = (atMs: number) => toolCallStep({ atMs, durationMs: 10, module: "action" });
    expect(spans([tool(10), tool(20)])).toEqual([
      [0, 10],
      [10, 20],
    ]);
  });

  it("groups by round, and nested agents by theirs", () => {
    const { groups } = waterfall(
      trajectoryOf([
        hookStep({ round: 0, atMs: 1, event: "UserPromptSubmit" }),
        boundaryStep(1, { atMs: 2 }),
        modelCallStep({ atMs: 12 }),
        boundaryStep(2, { atMs: 13, depth: 1 }),
        { ...modelCallStep({ atMs: 25, round: 2 }), depth: 1 },
      ]),
    );
    expect(groups.map(({ boundary, round, depth, lanes: { length } }) => [boundary, round, depth, length])).toEqual([
      [null, 0, 0, 1],
      [1, 1, 0, 1],
      [3, 2, 1, 1],
    ]);
  });

  it("takes a step without duration as a moment, and one of 0 ms as a step", () => {
    const steps: Step[] = [
      { type: "retry", round: 1, atMs: 5, scope: "call", reason: "timeout" },
      toolCallStep({ atMs: 5, durationMs: 0 }),
    ];
    expect(lanes(steps).map(({ startMs, endMs, moment }) => [startMs, endMs, moment])).toEqual([
      [5, 5, true],
      [5, 5, false],
    ]);
  });

  it("shows how long a Hook waited for its sandbox, and takes no tool's time for a wait", () => {
    const steps = [
      modelCallStep({ atMs: 10 }),
      hookStep({ atMs: 500, durationMs: 2 }),
      hookStep({ atMs: 503, durationMs: 2 }),
      hookStep({ atMs: 603, event: "PostToolUse" }),
      toolCallStep({ atMs: 604, durationMs: 99 }),
    ];
    expect(lanes(steps).map(({ waitFromMs }) => waitFromMs)).toEqual([null, 10, null, null, null]);
  });

  it("accounts for the whole time", () => {
    const timings = { wallMs: 100, modelMs: 60, toolMs: 20, hookMs: 5, ttftMs: null };
    expect(waterfall(trajectoryOf([], { timings })).totals.restMs).toBe(15);
    expect(waterfall(trajectoryOf([], { timings: { ...timings, modelMs: 120 } })).totals.restMs).toBe(0);
    expect(waterfall(trajectoryOf([], { timings: { ...timings, wallMs: 0 } })).spanMs).toBe(1);
  });
});
