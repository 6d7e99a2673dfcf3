import { describe, expect, it } from "vitest";
import { formatAgo, formatBytes, formatDuration, formatPoints, formatShare, plural } from "./format";

describe("numbers as they are shown", () => {
  it("shows a share in per cent with one decimal", () => {
    expect(formatShare(0.7421)).toBe("74.2");
    expect(formatShare(1)).toBe("100.0");
  });

  it("shows an unknown share as a dash, never as zero", () => {
    expect(formatShare(null)).toBe("–");
  });

  it("signs a difference, with a true minus", () => {
    expect(formatPoints(0.031)).toBe("+3.1");
    expect(formatPoints(-0.031)).toBe("\u22123.1");
  });

  it("gives no sign to a difference that rounds to zero", () => {
    expect(formatPoints(-0.0001)).toBe("0.0");
  });

  it("chooses the unit of a duration", () => {
    expect([84, 1_234, 12_340, 125_000, 3_725_000].map(formatDuration)).toEqual([
      "84 ms",
      "1.23 s",
      "12.3 s",
      "2 min 5 s",
      "1 h 2 min",
    ]);
  });

  it("chooses the unit of a size", () => {
    expect([999, 1_500, 2_500_000].map(formatBytes)).toEqual(["999 B", "1.5 kB", "2.5 MB"]);
  });

  it("tells how long ago", () => {
    const now = Date.parse("2026-01-02T00:00:00Z");
    expect(formatAgo("2026-01-01T23:59:30Z", now)).toBe("just now");
    expect(formatAgo("2026-01-01T22:00:00Z", now)).toContain("2");
  });

  it("counts in words", () => {
    expect(plural(1, "case")).toBe("1 case");
    expect(plural(1_200, "case")).toBe("1,200 cases");
    expect(plural(2, "entry", "entries")).toBe("2 entries");
  });
});
