import { describe, expect, it } from "vitest";
import type { Step } from "@/lib/contracts/trajectory";
import { groupSteps } from "./group-steps";

const hook = (decision: "allow" | "block"): Step => ({
  type: "hook",
  round: 1,
  atMs: 1,
  event: "Stop",
  hook: "guard",
  decision,
  durationMs: 1,
});
const skill: Step = { type: "skill-load", round: 1, atMs: 2, callId: "x", skill: "price", found: true };

describe("groupSteps", () => {
  it("puts neighbouring Hooks that let things pass together and keeps every place", () => {
    const groups = groupSteps([hook("allow"), hook("allow"), skill, hook("allow")]);
    expect(groups.map((group) => group.kind)).toEqual(["allowed", "step", "allowed"]);
    expect(
      groups.flatMap((group) => (group.kind === "step" ? [group.placed.index] : group.steps.map((step) => step.index))),
    ).toEqual([0, 1, 2, 3]);
  });

  it("leaves a Hook that did something by itself", () => {
    expect(groupSteps([hook("allow"), hook("block"), hook("allow")])).toHaveLength(3);
  });
});
