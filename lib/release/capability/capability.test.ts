import { expect, it } from "vitest";
import type { CaseResult, CheckResult } from "@/lib/contracts/run";
import { parseHarness } from "@/lib/harness/parse";
import { runTask } from "@/lib/kernel/run-task";
import { taskOptions } from "@/lib/testing/kernel-task";
import { says, scriptedModel } from "@/lib/testing/scripted-model";
import { BARE_BUNDLE } from "./bare-bundle";
import { capabilityOf } from "./capability-of";

it("sends a prompt to the policy as it is written, alone, and takes the reply as it is", async () => {
  const { harness, diagnostics } = parseHarness(BARE_BUNDLE);
  expect(diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
  if (!harness) throw new Error("the bare bundle cannot be read");
  const prompt = "Please, please say so.\n\n  Use {{ braces }} & “quotes”, thank you. 请问 \n";
  const model = scriptedModel([says("* **One**\n\n\nTwo")]);
  const task = { input: { comments: [{ text: prompt }] }, context: {}, dialogue: [], channel: "private" as const };

  const trajectory = await runTask(taskOptions({ harness, model, task }));

  expect(model.requests).toHaveLength(1);
  expect(model.requests[0]).toMatchObject({ messages: [{ role: "user", content: prompt }], tools: [] });
  expect(model.requests[0]?.decoding.maxTokens).toBeGreaterThanOrEqual(2_048);
  expect(trajectory.reply).toBe("* **One**\n\n\nTwo");
});

const check = (id: string, verdict: CheckResult["verdict"], kind = "ifeval"): CheckResult => ({
  ...{ id, kind, verdict, why: "", core: true },
  metric: id.endsWith("-loose") ? "effectiveness" : "accuracy",
});
/** `verdicts`: one letter an instruction and mode, strict then loose: `+`, `-` or `?`. */
function row(name: string, verdicts: string, state: CaseResult["state"] = "scored") {
  const words = { "+": "passed", "-": "failed", "?": "unscored" } as const;
  const checks = [...verdicts].map((letter, index) =>
    check(`${Math.floor(index / 2) + 1}-${index % 2 === 0 ? "strict" : "loose"}`, words[letter as keyof typeof words]),
  );
  return { case: name, state, checks };
}

it("counts prompts and instructions, strictly and loosely read", () => {
  const { levels, unscored, prompts } = capabilityOf([row("a", "++++"), row("b", "-+++"), row("c", "--")]);
  expect(levels).toEqual({
    promptStrict: { correct: 1, n: 3 },
    promptLoose: { correct: 2, n: 3 },
    instructionStrict: { correct: 3, n: 5 },
    instructionLoose: { correct: 4, n: 5 },
  });
  expect(unscored).toBe(0);
  expect(prompts[1]).toEqual({
    case: "b",
    strict: false,
    loose: true,
    instructionsStrict: [1, 2],
    instructionsLoose: [2, 2],
  });
});

it("counts a prompt without a reply as wrong in everything, though a check on nothing passed", () => {
  const { levels, unscored } = capabilityOf([row("a", "++++", "failed"), row("b", "??", "failed"), row("c", "++")]);
  expect(unscored).toBe(0);
  expect(levels.promptStrict).toEqual({ correct: 1, n: 3 });
  expect(levels.instructionLoose).toEqual({ correct: 1, n: 4 });
});

it("leaves out and counts what cannot be scored, in whole or in part, or never ran", () => {
  const { levels, unscored, prompts } = capabilityOf([
    row("a", "++", "unscored"),
    row("b", "++??"),
    row("c", "", "unscored"),
    row("d", "--"),
  ]);
  expect(unscored).toBe(3);
  expect(prompts.map((prompt) => prompt.case)).toEqual(["d"]);
  expect(levels.promptLoose).toEqual({ correct: 0, n: 1 });
});

it("passes over cases and checks that are no instructions", () => {
  const other = { case: "a", state: "scored" as const, checks: [check("contains", "failed", "reply-contains")] };
  const mixed = row("b", "++");
  mixed.checks.push(check("contains", "failed", "reply-contains"));
  expect(capabilityOf([other, mixed])).toMatchObject({ unscored: 0, levels: { promptStrict: { correct: 1, n: 1 } } });
});
