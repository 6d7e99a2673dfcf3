import { join } from "node:path";
import { expect, it } from "vitest";
import { parseHarness } from "@/lib/harness/parse";
import type { HookSandbox } from "@/lib/kernel/ports";
import { readBundleFolder } from "@/lib/server/bundle-folder";
import { sampleCase, sampleTrajectory, toolStep } from "@/lib/testing/evaluation-samples";
import { voterEndpoint } from "@/lib/testing/judge-samples";
import { calls, says, scriptedModel } from "@/lib/testing/scripted-model";
import { scoreTrajectory } from "../evaluate-case";

const folder = join(import.meta.dirname, "../../../examples/live-room/judges/reply-judge");
const sandbox: HookSandbox = { run: async () => ({ ok: true, value: { decision: "allow" }, durationMs: 0 }) };
const item = sampleCase({
  input: { comments: [{ text: "3号链接多少钱？" }] },
  context: { faq: [{ question: "有赠品吗？", answer: "没有赠品。" }] },
  fixtures: { price: [{ match: { link_id: 3 }, result: { link_id: 3, price: 89 } }] },
  checks: [{ id: "asked", kind: "judge", metric: "effectiveness", question: "addresses-query" }],
  language: "zh",
});

async function grade(script: Parameters<typeof scriptedModel>[0]) {
  const { harness, diagnostics } = parseHarness(await readBundleFolder(folder));
  expect(diagnostics).toEqual([]);
  if (!harness) return expect.fail("the example does not parse");
  const model = scriptedModel(script);
  const evaluation = await scoreTrajectory({
    item,
    trajectory: sampleTrajectory({ reply: "3号链接99元，还送赠品。", steps: [toolStep("get_price", { link_id: 3 }, "89")] }),
    shared: {},
    harness: { ...harness, tools: [] },
    sandbox,
    clock: { now: () => performance.now() },
    seed: 1,
    panel: { harness, hash: "judge", voters: [{ endpoint: voterEndpoint("a"), model }] },
  });
  return { evaluation, model };
}

it("loads the rubric, checks the facts and grades a Chinese reply", async () => {
  const { evaluation, model } = await grade([
    calls(["load_skill", { skill: "accuracy" }], ["load_skill", { skill: "effectiveness" }]),
    calls(["evidence_tool_results", {}], ["get_price", { link_id: 3 }], ["faq_search", { query: "有赠品吗" }]),
    says(
      '价格与记录不符。\n```json\n{"accuracy":0,"effectiveness":1,"answers":{"asked":"passed"},"rationale":"记录是89元。"}\n```',
    ),
  ]);
  expect(evaluation).toMatchObject({ state: "scored", accuracy: 0, effectiveness: 1, checks: [{ verdict: "passed" }] });
  const seen = model.requests[2]?.messages.flatMap((message) => (message.role === "tool" ? message.content : []));
  expect(seen?.slice(0, 2)).toEqual([expect.stringContaining("# Accuracy"), expect.stringContaining("# Effectiveness")]);
  expect(seen?.slice(2)).toEqual([
    expect.stringContaining("89"),
    '{"link_id":3,"price":89}',
    expect.stringContaining("没有赠品"),
  ]);
});

it("sends a verdict without the rubric back once", async () => {
  const verdict = says('{"accuracy":0,"effectiveness":1,"rationale":"r"}');
  const { model } = await grade([verdict, calls(["load_skill", { skill: "accuracy" }]), verdict]);
  expect(model.requests[1]?.messages.at(-1)?.content).toContain("accuracy, effectiveness");
});
