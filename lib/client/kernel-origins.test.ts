import { expect, it } from "vitest";
import type { JsonValue } from "@/lib/contracts/ids";
import type { Step } from "@/lib/contracts/trajectory";
import type { HookSandbox } from "@/lib/kernel/ports";
import { runTask } from "@/lib/kernel/run-task";
import { harnessOf, skillFile, taskOptions, toolFile, toolsThat } from "@/lib/testing/kernel-task";
import { calls, fails, says, scriptedModel } from "@/lib/testing/scripted-model";
import { messageOrigins } from "./message-origins";
import { trajectoryMarkdown } from "./trajectory-markdown";

type ModelCall = Extract<Step, { type: "model-call" }>;

const hookFile = (event: string) => `export const events = ["${event}"];\nexport default () => null;\n`;
const isCall = (step: Step): step is ModelCall => step.type === "model-call";

/** Answers for the hooks by their name; the code itself is not run. */
const sandboxThat = (decide: Record<string, (payload: JsonValue) => JsonValue>): HookSandbox => ({
  run: async ({ name, payload }) => ({ ok: true, value: decide[name]?.(payload) ?? null, durationMs: 1 }),
});

const files = {
  "harness.yaml": "name: test\nlimits: {rounds: 6}\n",
  "skills/price/SKILL.md": skillFile("price", "kind: reply\n"),
  "tools/get_price.json": toolFile("get_price"),
  "hooks/trim.js": hookFile("PostToolUse"),
  "hooks/claims.js": hookFile("Stop"),
};

const task = {
  input: { comments: [{ text: "And in red?" }] },
  context: {},
  dialogue: [{ role: "viewer" as const, content: "How much in blue?" }],
  channel: "public" as const,
};

it("knows every part of every prompt that the kernel makes of a task with Skills, tools and Hooks", async () => {
  let blocked = false;
  const sandbox = sandboxThat({
    trim: (payload) =>
      JSON.stringify(payload).includes("get_price") ? { decision: "change", outcome: { ok: true, result: "5" } } : null,
    claims: () => {
      if (blocked) return null;
      blocked = true;
      return { decision: "block", reason: "Name the price." };
    },
  });
  const model = scriptedModel([
    calls(["load_skill", { skill: "price" }]),
    calls(["get_price", { link: 3 }]),
    says("It is cheap."),
    says("It is 5."),
  ]);
  const tools = toolsThat({ ok: true, result: { price: 5 } });
  const trajectory = await runTask(taskOptions({ harness: harnessOf(files), model, sandbox, tools, task }));
  expect(trajectory.stopReason).toBe("replied");
  const last = trajectory.steps.findLast(isCall);
  const parts = last ? messageOrigins(trajectory, last) : [];
  expect(parts.map(({ kind, path }) => [kind, path])).toEqual([
    ["block", "prompt/10-role.md"],
    ["dialogue", null],
    ["comment", null],
    ["policy", null],
    ["skill", "skills/price/SKILL.md"],
    ["policy", null],
    ["tool", "tools/get_price.json"],
    ["policy", null],
    ["feedback", "hooks/claims.js"],
  ]);
  expect(parts.find((part) => part.kind === "tool")?.note).toBe("changed by the Hook trim");
  expect(trajectoryMarkdown(trajectory, { source: {}, embedded: false }, { prompts: true })).toContain("`skills/price/SKILL.md`");
});

it("knows them in the recovery of a trajectory too", async () => {
  const harness = harnessOf({
    "harness.yaml": "name: test\nrequireReplySkill: false\nfallback: {use: none}\n",
    "tools/get_price.json": toolFile("get_price"),
  });
  const model = scriptedModel((_, call) => {
    if (call === 1) return calls(["get_price", { link: 3 }]);
    return call < 4 ? fails("timeout", true) : says("It is 5.");
  });
  const trajectory = await runTask(taskOptions({ harness, model, task }));
  expect(trajectory.stopReason).toBe("recovered");
  const last = trajectory.steps.findLast(isCall);
  const kinds = last ? messageOrigins(trajectory, last).map(({ kind }) => kind) : [];
  expect(kinds).toEqual(["block", "dialogue", "comment", "policy", "tool", "recovery"]);
});
