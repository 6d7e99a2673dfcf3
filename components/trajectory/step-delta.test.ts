import { describe, expect, it } from "vitest";
import { hookStep, modelCallStep, toolCallStep } from "@/lib/testing/trajectory-samples";
import { deltaText, stepDelta } from "./step-delta";

const call = (durationMs: number, promptTokens: number | null) =>
  modelCallStep({
    outcome: {
      ok: true,
      content: "",
      toolCalls: [],
      finishReason: "stop",
      usage: { promptTokens, completionTokens: promptTokens === null ? null : 5 },
      ttftMs: null,
      durationMs,
    },
  });

describe("stepDelta", () => {
  it("is head minus base, in time and tokens", () => {
    expect(deltaText(stepDelta(call(100, 1_500), call(220.4, 300)))).toBe("+120 ms, −1,200 tokens");
  });

  it("says nothing where nothing changed or nothing is known", () => {
    expect(deltaText(stepDelta(call(100, null), call(100.2, 30)))).toBe("");
    const reply = { type: "reply" as const, round: 1, atMs: 1, content: "", channel: "public" as const, suppressed: false };
    expect(deltaText(stepDelta(reply, reply))).toBe("");
  });

  it("knows the time of tools and Hooks", () => {
    expect(deltaText(stepDelta(toolCallStep({ durationMs: 9 }), toolCallStep({ durationMs: 4 })))).toBe("−5 ms");
    expect(deltaText(stepDelta(hookStep({ durationMs: 1 }), hookStep({ durationMs: 3 })))).toBe("+2 ms");
  });
});
