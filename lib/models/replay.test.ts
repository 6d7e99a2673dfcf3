import { afterAll, describe, expect, it } from "vitest";
import { Trajectory } from "@/lib/contracts/trajectory";
import type { TaskOptions } from "@/lib/kernel/ports";
import { runTask } from "@/lib/kernel/run-task";
import { createSandbox } from "@/lib/server/sandbox";
import { harnessOf, skillFile, taskOptions, toolFile } from "@/lib/testing/kernel-task";
import { calls, fails, says, scriptedModel } from "@/lib/testing/scripted-model";
import { replayTask } from "./replay";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

const files = {
  "harness.yaml": "name: test\nconservativeReply: One moment.\n",
  "tools/price.json": toolFile("price"),
  "tools/stock.json": toolFile("stock"),
  "skills/price/SKILL.md": skillFile("price"),
  "hooks/a-rewrite.js":
    'export const events = ["PostToolUse"];\nexport default (event) => event.outcome.ok ? { decision: "change", outcome: { ok: true, result: { ...event.outcome.result, seen: true } } } : undefined;\n',
  "hooks/b-watch.js": 'export const events = ["PostToolUse", "Stop"];\nexport default () => ({ decision: "allow" });\n',
  "hooks/c-block.js":
    'export const events = ["Stop"];\nexport default (event) => event.stopBlocks === 0 ? { decision: "block", reason: "Say it again." } : { decision: "replace", reply: event.reply + "!" };\n',
};
const realClock = { now: () => performance.now() };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Tools that come back in another order than they were called in. */
const tools: TaskOptions["tools"] = {
  async call(tool) {
    const durationMs = tool.name === "price" ? 12.345_678 : 3.2;
    await pause(durationMs);
    return { outcome: { ok: true, result: { of: tool.name } }, durationMs };
  },
};

async function replays(options: TaskOptions): Promise<Trajectory> {
  const first = await runTask(options);
  const stored = Trajectory.parse(JSON.parse(JSON.stringify(first)));
  const again = await replayTask(stored, { harness: options.harness, task: options.task, sandbox });
  expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  return first;
}

describe("a stored trajectory replays byte for byte:", () => {
  it("tools side by side, Hooks that rewrite and send back, a retry", async () => {
    const model = scriptedModel([
      calls(["load_skill", { skill: "price" }]),
      fails("server-error", true),
      calls(["price", { link: 3 }], ["stock", { link: 3 }], ["price", { link: 4 }], ["price", { link: "x" }]),
      says("It is 5"),
      says("It is 5"),
    ]);
    const trajectory = await replays(taskOptions({ harness: harnessOf(files), model, tools, sandbox, clock: realClock }));
    expect(trajectory).toMatchObject({ stopReason: "replied", reply: "It is 5!" });
  });
  it("a fallback to another endpoint, and a recovery", async () => {
    const model = scriptedModel([calls(["price", { link: 3 }]), fails("timeout", true)]);
    const other = scriptedModel([fails("timeout", true), says("It is 5 as said.")]);
    const fallbackModel = { ...other, identity: { endpoint: "other", model: "small", checkpoint: "c" } };
    const harness = harnessOf({
      "harness.yaml": "name: test\nfallback: {endpoint: other}\n",
      "tools/price.json": toolFile("price"),
    });
    const trajectory = await replays(taskOptions({ harness, model, fallbackModel, tools, sandbox, clock: realClock }));
    expect(trajectory).toMatchObject({ stopReason: "recovered", reply: "It is 5 as said.", failure: { type: "timeout" } });
  });
  it("custom modules with host calls and a nested agent", async () => {
    const harness = harnessOf({
      "harness.yaml": "name: test\nmodules: {planning: custom, action: custom}\n",
      "tools/price.json": toolFile("price"),
      "modules/planning.js":
        "export default async (input, host) => { host.emit(input.round); return { directive: 'look first', state: (input.state ?? 0) + 1 }; };",
      "modules/action.js": `export default async (input, host) => {
  if (input.depth === 0 && !input.state) return { delegate: { task: "find the price", tools: ["price"] }, state: "asked" };
  const [answer, found] = await Promise.all([host.callModel(), host.callTool("price", { link: 3 })]);
  return { reply: answer.content + " " + found.result.of };
};`,
    });
    const model = scriptedModel([says("nested"), says("outer")]);
    const trajectory = await replays(taskOptions({ harness, model, tools, sandbox, clock: realClock }));
    expect(trajectory).toMatchObject({ stopReason: "replied", reply: "outer price" });
    expect(trajectory.steps.filter((step) => step.type === "frame")).toHaveLength(2);
  });
});

describe("what happened once only replays as it was recorded:", () => {
  it("thinking inside the content", async () => {
    const trajectory = await replays(
      taskOptions({ harness: harnessOf(), model: scriptedModel([says("<think>hm</think>5")]), clock: realClock }),
    );
    expect(trajectory.reply).toBe("5");
  });
  it("a result with a __proto__ key", async () => {
    const harness = harnessOf({ "tools/price.json": toolFile("price") });
    const outcome = { ok: true as const, result: JSON.parse('{"__proto__": {"a": 1}, "price": 5}') };
    const model = scriptedModel([calls(["price", { link: 3 }]), says("5")]);
    const poisoned = { call: async () => ({ outcome, durationMs: 1 }) };
    await replays(taskOptions({ harness, model, tools: poisoned, clock: realClock }));
  });
  it.each(["unavailable", "timeout"] as const)("a Hook that failed: %s", async (error) => {
    const broken = { run: async () => ({ ok: false as const, error, message: "of the moment", durationMs: 3 }) };
    const harness = harnessOf({
      "hooks/h.js": 'export const events = ["Stop"];\nexport default () => ({ decision: "replace", reply: "other" });\n',
    });
    const options = taskOptions({ harness, model: scriptedModel([says("5")]), sandbox: broken, clock: realClock });
    expect(await replays(options)).toMatchObject({ reply: "5" });
  });
  it("a module whose passes took too long together", async () => {
    const slow = {
      run: async () => ({ ok: true as const, value: null, durationMs: 0 }),
      runModule: async () => ({
        ok: true as const,
        waiting: [{ kind: "tool" as const, name: "price", arguments: {} }],
        durationMs: 200,
      }),
    };
    const harness = harnessOf({
      "harness.yaml": "name: test\nmodules: {planning: custom}\nrecovery: {use: none}\n",
      "modules/planning.js": "export default async (input, host) => { for (;;) await host.callTool('price', {}); };",
    });
    const options = taskOptions({ harness, model: scriptedModel([says("5")]), sandbox: slow, clock: realClock });
    expect(await replays(options)).toMatchObject({ failure: { type: "module-timeout" } });
  });
  it.each([
    ["in a first call", 0],
    ["in a later call", 1],
  ])("an abort %s", async (_name, at) => {
    const controller = new AbortController();
    const model = scriptedModel((_, call) => {
      if (call > at) controller.abort();
      return call > at ? fails("aborted", false) : calls(["price", { link: 3 }]);
    });
    const harness = harnessOf({ "tools/price.json": toolFile("price") });
    const options = taskOptions({ harness, model, tools, clock: realClock, signal: controller.signal });
    expect(await replays(options)).toMatchObject({ stopReason: "aborted" });
  });
  it("a fallback endpoint that is the policy's own", async () => {
    const model = scriptedModel([fails("unauthorized", false), says("5")]);
    const harness = harnessOf({ "harness.yaml": "name: test\nfallback: {endpoint: scripted}\n" });
    expect(await replays(taskOptions({ harness, model, fallbackModel: model, clock: realClock }))).toMatchObject({ reply: "5" });
  });
});

it("a changed harness does not replay", async () => {
  const model = scriptedModel([says("5")]);
  const options = taskOptions({ harness: harnessOf(), model, clock: realClock });
  const first = await runTask(options);
  const changed = harnessOf({ "prompt/10-role.md": "You are somebody else." });
  const again = await replayTask(first, { harness: changed, task: options.task, sandbox });
  expect(JSON.stringify(again)).not.toBe(JSON.stringify(first));
});

it("a trajectory without clock readings replays but for its times", async () => {
  const options = taskOptions({ harness: harnessOf(), model: scriptedModel([says("5")]), clock: realClock });
  const { clock: _, ...old } = await runTask(options);
  const again = await replayTask(old, { harness: options.harness, task: options.task, sandbox });
  expect(again).toMatchObject({ reply: "5", history: old.history, usage: old.usage });
});
