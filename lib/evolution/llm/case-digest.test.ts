import { describe, expect, it } from "vitest";
import type { Check } from "@/lib/contracts/case";
import { sampleEvaluatedCase } from "@/lib/testing/evolution-samples";
import { boundaryStep, hookStep, modelCallStep, toolCallStep, trajectoryOf } from "@/lib/testing/trajectory-samples";
import { stepText } from "../quotes";
import { caseBlocks } from "./case-digest";

const check = (id: string, description: string, rest: object): Check =>
  ({ id, metric: "accuracy", core: true, description, ...rest }) as Check;
const said = (content: string) =>
  modelCallStep({ outcome: { ...modelCallStep().outcome, ok: true, content } as ReturnType<typeof modelCallStep>["outcome"] });
const failedCall = modelCallStep({
  messages: [{ role: "system", content: "THE PROMPT" }],
  outcome: { ok: false, error: { type: "timeout", message: "no answer within 2000 ms", retryable: true }, durationMs: 1 },
});
const steps = [
  boundaryStep(1),
  failedCall,
  toolCallStep(),
  said("It costs 5 yuan."),
  hookStep({ event: "Stop", decision: "block", reason: "No prices." }),
  hookStep({ event: "Stop" }),
  said("I may not say."),
  { type: "reply", round: 2, atMs: 2, content: "I may not say.", channel: "public", suppressed: false } as const,
];
const one = sampleEvaluatedCase({
  id: "case-1",
  checks: [
    check("price", "The live price.", { kind: "reply-contains", any: ["5 yuan"] }),
    check("told", "It says ５ Yuan, as asked.", { kind: "reply-contains", any: ["5 yuan"] }),
    check("tool", "Link 77 is looked up.", { kind: "tool-called", tool: "get_price", arguments: { link: 77 } }),
  ],
  failed: ["price", "told", "tool"],
  reference: "Five yuan it is.",
});
const digest = caseBlocks([one], () => trajectoryOf([...steps]), { mostStepCharacters: 600 });

describe("a case as the model reads it", () => {
  it("tells what went on, numbered as the steps are, each in words that can be quoted", () => {
    const shown = [...digest.matchAll(/^ {2}step (\d+) ([\w-]+): (.*)$/gm)].map(([, index, type, text]) => ({
      index,
      type,
      text,
    }));
    expect(shown.map(({ index, type }) => `${index} ${type}`)).toEqual([
      "1 model-call",
      "2 tool-call",
      "3 model-call",
      "4 hook",
      "7 reply",
    ]);
    for (const { index, text } of shown) {
      const step = steps[Number(index)];
      expect(step === undefined ? "" : stepText(step)).toContain(text);
    }
  });

  it("leaves out prompts, the reference, and descriptions that give an answer away", () => {
    expect(digest).not.toContain("THE PROMPT");
    expect(digest).not.toContain("Five yuan");
    expect(digest).toContain("failed accuracy check reply-contains (The live price.)");
    expect(digest).not.toContain("as asked");
    expect(digest).not.toContain("77");
  });
});
