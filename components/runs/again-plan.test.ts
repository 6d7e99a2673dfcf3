import { describe, expect, it } from "vitest";
import { RunOutcome } from "@/lib/contracts/run-settings";
import { againPlan, againWords } from "./again-plan";

const counts = { total: 100, done: 100, scored: 80, unscored: 15, failed: 5 };
const metrics = { scored: 80, unscored: 15, failed: 5 };
const ended = (stop: unknown = null) => ({ status: "completed" as const, outcome: RunOutcome.parse({ stop }), counts });

describe("running again", () => {
  it("is for runs that have ended with something left to score", () => {
    expect(againPlan({ ...ended(), status: "running" }, metrics, "dev")).toBeNull();
    expect(againPlan(ended(), { scored: 100, unscored: 0, failed: 0 }, "dev")).toBeNull();
  });

  it("counts what a cancelled run never ran", () => {
    expect(againPlan({ ...ended(), status: "cancelled" }, { scored: 30, unscored: 2, failed: 5 }, "dev")).toMatchObject({
      label: "Run the unscored again (65)",
      open: 65,
    });
  });

  it("leads a run that was decided early to its end", () => {
    const plan = againPlan({ ...ended({ cause: "early", notRun: 15 }), status: "stopped" }, metrics, "dev");
    expect(plan).toMatchObject({ label: "Run to the end (15)", early: true, budget: false });
  });

  it("asks for another budget where the budget stopped it", () => {
    expect(againPlan({ ...ended({ cause: "budget", notRun: 15 }), status: "stopped" }, metrics, "dev")?.budget).toBe(true);
  });

  it("warns that failures run again flatter, and only where they are", () => {
    const plan = againPlan(ended(), metrics, "dev");
    if (!plan) throw new Error("there is something to run again");
    expect(againWords(plan, false).some(({ warning }) => warning)).toBe(false);
    expect(againWords(plan, true).find(({ warning }) => warning)?.text).toContain("5 failed cases are replaced");
  });

  it("leaves the failures of a vault alone, and counts those of a gate set as a look", () => {
    expect(againPlan(ended(), { scored: 95, unscored: 0, failed: 5 }, "vault")).toBeNull();
    const plan = againPlan(ended(), metrics, "gate");
    if (!plan) throw new Error("there is something to run again");
    expect(againWords(plan, true).at(-1)?.text).toContain("another look");
    expect(againWords(plan, false)).toHaveLength(1);
  });
});
