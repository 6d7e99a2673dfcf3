import { describe, expect, it } from "vitest";
import { defaultNight, parseNight, worstCase } from "./autopilot-form";

const now = Date.parse("2026-11-30T20:00:00Z");
const night = { ...defaultNight("stg_1"), calls: 2_000 };

describe("the settings of a night", () => {
  it("need at least one limit", () => {
    const { settings, problems } = parseNight(defaultNight("stg_1"), now);
    expect(settings).toBeNull();
    expect(problems).toEqual({ budget: "Set at least one limit." });
    expect(parseNight(night, now).settings).toMatchObject({
      from: "stg_1",
      branches: 3,
      depth: 2,
      maxEntries: 1,
      budget: { calls: 2_000, tokens: null, cost: null, minutes: null },
      startAt: null,
    });
  });

  it("say which number is out of its range, and that a limit is wrong rather than missing", () => {
    expect(Object.keys(parseNight({ ...night, branches: 9, depth: "", maxEntries: 1.5 }, now).problems).sort()).toEqual([
      "branches",
      "depth",
      "maxEntries",
    ]);
    expect(Object.keys(parseNight({ ...night, calls: 0.5 }, now).problems)).toEqual(["calls"]);
  });

  it("need a stage to begin at", () => {
    expect(Object.keys(parseNight({ ...night, from: null }, now).problems)).toEqual(["from"]);
  });

  it("read the start in the reader's own time and refuse one that has passed", () => {
    const local = "2026-12-01T02:30";
    expect(parseNight({ ...night, startAt: local }, now).settings?.startAt).toBe(new Date(local).toISOString());
    expect(parseNight({ ...night, startAt: "2020-01-01T00:00" }, now).problems.startAt).toContain("passed");
    expect(parseNight({ ...night, startAt: "soon" }, now).problems.startAt).toBe("a date and a time");
  });
});

describe("the worst case of a night", () => {
  it("counts every evaluation and trial, and names the limits that end it before", () => {
    const { settings } = parseNight({ ...night, minutes: 480 }, now);
    expect(settings && worstCase(settings, 120)).toBe(
      "At worst: 3 branches of 2 stages, that is 6 evaluations of 120 cases and 6 trials of 8, 768 case results in all, and the analyst's own calls. It ends before that at the first limit it meets: 2,000 calls, 8 h 0 min.",
    );
  });

  it("guesses no number of cases", () => {
    const { settings } = parseNight({ ...night, branches: 1, depth: 1 }, now);
    expect(settings && worstCase(settings, null)).toContain("1 evaluation and 1 trial of 8 cases");
  });
});
