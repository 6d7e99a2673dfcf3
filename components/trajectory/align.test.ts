import { describe, expect, it } from "vitest";
import type { Step, Trajectory } from "@/lib/contracts/trajectory";
import { alignTrajectories, firstDifference, stepSignature } from "./align";

const tool = (name: string, id: string, args: Record<string, string>, result: string): Step => ({
  type: "tool-call",
  round: 1,
  atMs: 3,
  callId: "call",
  tool: name,
  arguments: { id, ...args },
  outcome: { ok: true, result },
  durationMs: 1,
});
const skill = (name: string): Step => ({ type: "skill-load", round: 1, atMs: 2, callId: "x", skill: name, found: true });
const reply = (content: string): Step => ({ type: "reply", round: 2, atMs: 9, content, channel: "public", suppressed: false });

const trajectory = (steps: Step[]): Trajectory => ({
  schemaVersion: 1,
  harness: { name: "demo", hash: "0".repeat(64) },
  model: { endpoint: "embedded", model: "m", checkpoint: "c" },
  seed: 1,
  channel: "public",
  steps,
  history: [],
  reply: "",
  stopReason: "replied",
  usage: { promptTokens: 1, completionTokens: 1, calls: 1 },
  timings: { wallMs: 1, modelMs: 1, toolMs: 1, hookMs: 1, ttftMs: null },
});

describe("alignTrajectories", () => {
  it("finds no difference between a trajectory and itself run at other times", () => {
    const steps = [skill("price"), tool("get_price", "1", {}, "9.90"), reply("It is 9.90.")];
    const later = steps.map((step) => ({ ...step, atMs: step.atMs + 100 }));
    expect(firstDifference(alignTrajectories(trajectory(steps), trajectory(later)))).toBeNull();
  });

  it("pairs a changed reply with the reply it replaced", () => {
    const rows = alignTrajectories(trajectory([skill("a"), reply("yes")]), trajectory([skill("a"), reply("no")]));
    expect(rows).toHaveLength(2);
    expect(firstDifference(rows)).toBe(1);
    expect(rows[1]?.base?.index).toBe(1);
    expect(rows[1]?.head?.index).toBe(1);
  });

  it("leaves a gap where one side did something more, and pairs what follows", () => {
    const rows = alignTrajectories(
      trajectory([skill("a"), reply("yes")]),
      trajectory([skill("a"), tool("get_stock", "1", {}, "3"), reply("yes")]),
    );
    expect(rows.map((row) => [row.base !== null, row.head !== null, row.same])).toEqual([
      [true, true, true],
      [false, true, false],
      [true, true, true],
    ]);
  });

  it("takes a Skill of another name as another step", () => {
    const rows = alignTrajectories(trajectory([skill("a")]), trajectory([skill("b")]));
    expect(rows).toHaveLength(2);
    expect(firstDifference(rows)).toBe(0);
  });

  it("reads arguments without regard to the order of their keys", () => {
    const one = tool("t", "1", { colour: "red", size: "m" }, "ok");
    const two = tool("t", "1", { size: "m", colour: "red" }, "ok");
    expect(stepSignature(one)).toBe(stepSignature(two));
  });

  it("leaves out Hooks that let things pass, and keeps those that did not", () => {
    const hook = (decision: "allow" | "deny"): Step => ({
      type: "hook",
      round: 1,
      atMs: 1,
      event: "PreToolUse",
      hook: "guard",
      decision,
      durationMs: 1,
    });
    expect(alignTrajectories(trajectory([hook("allow")]), trajectory([]))).toEqual([]);
    expect(alignTrajectories(trajectory([hook("deny")]), trajectory([hook("allow")]))).toHaveLength(1);
  });

  it("tells fallbacks, modules and nested agents by what they did, not by when", () => {
    const at = { round: 1, atMs: 4 };
    const route = { endpoint: "e", model: "m", checkpoint: "c", prompt: "compact" as const };
    const steps = (recovered: boolean, later: number): Step[] => [
      { ...at, type: "module", slot: "memory", calls: 0, notes: [{ kept: 3 }], durationMs: later },
      { ...at, type: "frame", action: "began", callId: `d${later}`, text: "count" },
      { ...at, type: "fallback", scope: "call", reason: "timeout", route, recovered },
    ];
    expect(firstDifference(alignTrajectories(trajectory(steps(true, 1)), trajectory(steps(true, 9))))).toBeNull();
    const rows = alignTrajectories(trajectory(steps(true, 1)), trajectory(steps(false, 1)));
    expect([rows.length, firstDifference(rows)]).toEqual([3, 2]);
  });

  it("handles a side without steps", () => {
    expect(alignTrajectories(trajectory([]), trajectory([reply("x")]))).toHaveLength(1);
  });
});
