import { describe, expect, it } from "vitest";
import type { Check } from "@/lib/contracts/case";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { parseHarness } from "@/lib/harness/parse";
import { SAMPLE_BUNDLE, type SampleCase, sampleEvaluatedCase, sampleTrajectory } from "@/lib/testing/evolution-samples";
import { detectMechanism } from "./detect";
import { learnFrom } from "./run-knowledge";

const base = { metric: "accuracy", core: true } as const;
const called: Check = { ...base, id: "tool", kind: "tool-called", tool: "find_loan", arguments: { number: "7" } };
const says: Check = { ...base, id: "says", kind: "reply-contains", any: ["ninth of May"], description: "The due date." };

const harness = parseHarness(SAMPLE_BUNDLE).harness;
const passes = Array.from({ length: 4 }, (_, index) =>
  sampleEvaluatedCase({ id: `pass-${index}`, category: "loans", features: { skills: ["loans"], tools: ["find_loan"] } }),
);

function detect(sample: Omit<SampleCase, "id">, trajectory: Trajectory | null = null) {
  if (harness === null) throw new Error("the sample bundle parses");
  return detectMechanism(sampleEvaluatedCase({ ...sample, id: "case" }), trajectory, learnFrom(harness, passes, []));
}

describe("detectMechanism", () => {
  it("sees rounds that ran out", () => {
    expect(detect({ state: "failed", features: { stopReason: "round-limit" } }).code).toBe("round-limit");
    const hooks = [{ hook: "guard", event: "Stop", decision: "block" }];
    expect(detect({ state: "failed", features: { stopReason: "round-limit", hooks } })).toMatchObject({
      code: "sent-back",
      hook: "guard",
    });
  });

  it("sees a Hook that kept the reply back", () => {
    const hooks = [{ hook: "quiet", event: "Stop", decision: "suppress" }];
    expect(detect({ failed: ["reply"], features: { stopReason: "suppressed", hooks } })).toMatchObject({
      code: "silenced",
      hook: "quiet",
    });
  });

  it("sees a Skill other than the one passing cases load", () => {
    expect(detect({ category: "loans", failed: ["reply"], features: { skills: ["rooms"] } })).toMatchObject({
      code: "wrong-skill",
      expected: "loans",
      loaded: "rooms",
    });
    expect(detect({ category: "loans", failed: ["reply"] })).toMatchObject({ code: "no-skill", expected: "loans" });
  });

  it("tells a skipped tool from one called wrongly, one that failed and one that is not there", () => {
    const sample = { category: "other", checks: [called], failed: ["tool"] };
    expect(detect(sample, sampleTrajectory({ reply: "Soon." })).code).toBe("tool-skipped");
    const wrongly = sampleTrajectory({ calls: [{ tool: "find_loan", result: "none" }], reply: "Soon." });
    expect(detect(sample, wrongly)).toMatchObject({ code: "tool-arguments", names: ["number"] });
    const failing = structuredClone(wrongly);
    for (const step of failing.steps) {
      if (step.type === "tool-call") step.outcome = { ok: false, error: { type: "timeout", message: "too slow" } };
    }
    expect(detect(sample, failing)).toMatchObject({ code: "tool-failed", error: "timeout" });
    const missing: Check = { ...base, id: "tool", kind: "tool-called", tool: "find_card" };
    expect(detect({ category: "other", checks: [missing], failed: ["tool"] }).code).toBe("tool-missing");
  });

  it("tells an answer that a tool returned and the reply leaves out", () => {
    const trajectory = sampleTrajectory({ reply: "Soon." });
    trajectory.steps.unshift({
      type: "tool-call",
      round: 1,
      atMs: 0,
      callId: "c",
      tool: "find_loan",
      arguments: {},
      outcome: { ok: true, result: { loan: { due: "the Ninth of May" } } },
      durationMs: 1,
    });
    expect(detect({ category: "other", checks: [says], failed: ["says"] }, trajectory)).toMatchObject({
      code: "result-unused",
      tool: "find_loan",
      field: "due",
    });
  });

  it("names what is left out by the check's description, never by its answer", () => {
    const found = detect({ category: "other", checks: [says], failed: ["says"] }, sampleTrajectory({ reply: "Soon." }));
    expect(found).toMatchObject({ code: "content-missing", demand: "The due date." });
    expect(JSON.stringify(found)).not.toContain("May");
  });

  it("sees several comments answered in part", () => {
    const sample = { category: "other", comments: ["one", "two"], checks: [says], failed: ["says"] };
    expect(detect(sample).code).toBe("unanswered-comments");
  });

  it("names the claim that is not supported, from why the check failed", () => {
    const grounded: Check = { ...base, id: "g", kind: "grounded", claims: ["price", "stock", "promotion"] };
    const found = detect({ category: "other", checks: [grounded], failed: ["g"], why: "the stock of 3 is not supported" });
    expect(found).toMatchObject({ code: "unsupported-claim", claims: ["stock"], tool: null });
  });

  it("takes the earliest step as the cause where several checks failed", () => {
    const language: Check = { ...base, id: "language", kind: "reply-language", language: "en" };
    const found = detect({ category: "other", checks: [says, language, called], failed: ["says", "language", "tool"] });
    expect(found.code).toBe("tool-skipped");
  });
});
