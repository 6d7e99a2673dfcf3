import { expect, it } from "vitest";
import { Harness, HarnessConfig } from "@/lib/contracts/harness";
import type { HookSandbox } from "@/lib/kernel/ports";
import { sampleCase } from "@/lib/testing/evaluation-samples";
import { calls, fails, says, scriptedModel } from "@/lib/testing/scripted-model";
import { evaluateCase } from "./evaluate-case";

const harness = Harness.parse({
  config: HarnessConfig.parse({ name: "test", limits: { rounds: 2 } }),
  prompt: [{ path: "prompt/10-role.md", name: "role", order: 10, template: "You are a host.", bodyLine: 1 }],
  skills: [],
  tools: [
    {
      path: "tools/get_price.json",
      name: "get_price",
      description: "Price by link",
      inputSchema: { type: "object", properties: { link: { type: "integer" } } },
      binding: { kind: "fixture", table: "prices" },
    },
  ],
  hooks: [],
});
const sandbox: HookSandbox = { run: async () => ({ ok: true, value: { decision: "allow" }, durationMs: 0 }) };
const item = sampleCase({
  id: "secret-case-id",
  fixtures: { prices: [{ match: { link: 3 }, result: { price: 89 } }] },
  checks: [
    { id: "called", kind: "tool-called", metric: "accuracy", tool: "prices" },
    { id: "grounded", kind: "grounded", metric: "accuracy" },
    { id: "answers", kind: "reply-contains", metric: "effectiveness", any: ["89"] },
  ],
  reference: "secret reference",
});

const evaluate = (model: ReturnType<typeof scriptedModel>) =>
  evaluateCase({ item, shared: {}, harness, hash: "0", model, sandbox, clock: { now: () => performance.now() }, seed: 7 });

it("runs the task on the recorded tool returns and scores it", async () => {
  const model = scriptedModel([calls(["get_price", { link: 3 }]), says("It is $89.")]);
  const evaluation = await evaluate(model);
  expect(evaluation).toMatchObject({ state: "scored", reason: null, accuracy: 1, effectiveness: 1 });
  expect(evaluation.features).toMatchObject({ tools: ["get_price"], promptBlocks: ["prompt/10-role.md"], rounds: 2, retries: 0 });
  expect(evaluation.trajectory.reply).toBe("It is $89.");
});

it("a guessed price fails the grounded check although it is right", async () => {
  const evaluation = await evaluate(scriptedModel([says("It is $89.")]));
  expect(evaluation).toMatchObject({ accuracy: 0, effectiveness: 1 });
});

it("the model sees neither id nor checks nor reference", async () => {
  const model = scriptedModel([says("Hello.")]);
  await evaluate(model);
  expect(JSON.stringify(model.requests)).not.toMatch(/secret|grounded|how-much-id/);
});

it("a service that fails leaves the case and its checks unscored", async () => {
  const evaluation = await evaluate(scriptedModel([fails("unreachable", false)]));
  expect(evaluation).toMatchObject({ state: "unscored", accuracy: null, reason: "unreachable: scripted unreachable" });
  expect(evaluation.checks.every((check) => check.verdict === "unscored")).toBe(true);
});

it("rounds that run out score 0", async () => {
  const evaluation = await evaluate(scriptedModel([calls(["get_price", { link: 3 }])]));
  expect(evaluation).toMatchObject({ state: "failed", accuracy: 0, effectiveness: 0 });
});
