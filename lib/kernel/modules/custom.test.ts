import { afterAll, describe, expect, it } from "vitest";
import type { KernelState, Step, Trajectory } from "@/lib/contracts/trajectory";
import { createSandbox } from "@/lib/server/sandbox";
import { handClock, harnessOf, skillFile, taskOptions, toolFile, toolsThat } from "@/lib/testing/kernel-task";
import { calls, fails, says, scriptedModel } from "@/lib/testing/scripted-model";
import { runTask } from "../run-task";

const sandbox = createSandbox();
afterAll(() => sandbox.close());
const stepsOf = <T extends Step["type"]>(trajectory: Trajectory, type: T) =>
  trajectory.steps.filter((step): step is Extract<Step, { type: T }> => step.type === type);
const bundle = (slot: string, code: string, yaml = "", files: Record<string, string> = {}) =>
  harnessOf({
    "harness.yaml": `name: test\nmodules: {${slot}: custom}\n${yaml}`,
    "tools/price.json": toolFile("price"),
    "tools/stock.json": toolFile("stock"),
    [`modules/${slot}.js`]: code,
    ...files,
  });
const module = (body: string) => `export default async function (input, host) {\n${body}\n}`;
const run = (harness: ReturnType<typeof harnessOf>, script: Parameters<typeof scriptedModel>[0], more = {}) => {
  const model = scriptedModel(script);
  return runTask(taskOptions({ harness, model, sandbox, ...more })).then((trajectory) => ({ trajectory, model }));
};

describe("a custom slot", () => {
  it("memory decides what the policy sees, and may ask a model for it", async () => {
    const code = module(`if (input.history.length === 0) return { messages: [] };
  const summary = await host.callModel({ messages: [{ role: "user", content: "Sum up " + input.history.length }], tools: [] });
  return { messages: [{ role: "user", content: summary.content }], state: input.round };`);
    const { trajectory, model } = await run(bundle("memory", code), [
      calls(["price", { link: 3 }]),
      says("so far: 5"),
      says("5."),
    ]);
    expect(trajectory).toMatchObject({ stopReason: "replied", reply: "5." });
    expect(model.requests[1]?.messages).toEqual([{ role: "user", content: "Sum up 2" }]);
    expect(model.requests[2]?.messages.at(-1)).toEqual({ role: "user", content: "so far: 5" });
    expect(stepsOf(trajectory, "model-call").map((step) => step.module)).toEqual([undefined, "memory", undefined]);
    expect(stepsOf(trajectory, "boundary").map(({ boundary }) => boundary.view)).toEqual([
      { memory: "custom", messages: 0 },
      { memory: "custom", messages: 1 },
    ]);
  });
  it("planning gives a directive and keeps its state from round to round", async () => {
    const code = module("return { directive: 'Step ' + ((input.state ?? 0) + 1) + '.', state: (input.state ?? 0) + 1 };");
    const { trajectory, model } = await run(bundle("planning", code), [calls(["price", { link: 3 }]), says("5.")]);
    expect(model.requests.map(({ messages }) => messages.at(-1)?.content)).toEqual(["Step 1.", "Step 2."]);
    expect(stepsOf(trajectory, "boundary")[1]?.boundary.state.modules).toEqual({ planning: 1 });
  });
  it("orchestration exposes tools and Skills, and none that are not there", async () => {
    const code = module("return { tools: ['price', 'teleport'], skills: input.registry.skills.slice(0, 1) };");
    const files = { "skills/price/SKILL.md": skillFile("price"), "skills/stock/SKILL.md": skillFile("stock") };
    const { trajectory, model } = await run(bundle("orchestration", code, "requireReplySkill: false", files), [
      calls(["stock", { link: 3 }]),
      says("5."),
    ]);
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(["price"]);
    expect(stepsOf(trajectory, "boundary")[0]?.boundary.exposed).toEqual({ tools: ["price"], skills: ["price"] });
    expect(stepsOf(trajectory, "tool-call")).toMatchObject([{ outcome: { error: { type: "unknown-tool" } }, executed: false }]);
  });
  it("action calls the model and exposed tools itself, and what it looked up is evidence for the Stop hooks", async () => {
    const code = module(`const [answer, price, stock] = await Promise.all([
    host.callModel({ tools: ["price"] }), host.callTool("price", { link: 3 }), host.callTool("nothing", {}),
  ]);
  host.emit({ stock: stock.error.type });
  return { reply: answer.content + " " + price.result.price };`);
    const hook =
      'export const events = ["Stop"];\nexport default (event) => ({ decision: "replace", reply: event.reply + " " + JSON.stringify(event.toolResults) });';
    const { trajectory, model } = await run(bundle("action", code, "", { "hooks/show.js": hook }), [says("It is")]);
    expect(trajectory.reply).toBe('It is 5 [{"tool":"price","arguments":{"link":3},"result":{"price":5}}]');
    expect(model.requests[0]).toMatchObject({ tools: [{ name: "price" }], messages: [{ role: "system" }, { role: "user" }] });
    expect(stepsOf(trajectory, "module")).toMatchObject([{ slot: "action", calls: 3, notes: [{ stock: "unknown-tool" }] }]);
    expect(stepsOf(trajectory, "tool-call").map((step) => step.module)).toEqual(["action", "action"]);
  });
  it("action may give tool calls, which go into the history as the policy's would", async () => {
    const code = module(
      "return input.round === 1 ? { toolCalls: [{ name: 'price', arguments: { link: 3 } }] } : { reply: input.messages.at(-1).content };",
    );
    const { trajectory } = await run(bundle("action", code), [says("unused")]);
    expect(trajectory).toMatchObject({
      reply: '{"price":5}',
      usage: { calls: 0 },
      history: [{ role: "assistant" }, { role: "tool" }],
    });
  });
});

it("callModel sends the task and the history where no prompt is assembled yet", async () => {
  const code = module("const said = await host.callModel({ tools: [] }); return { directive: said.content };");
  const { model } = await run(bundle("planning", code), [says("look first"), says("5.")]);
  expect(model.requests[0]?.messages).toEqual([{ role: "user", content: "How much is link 3?" }]);
  expect(model.requests[1]?.messages.at(-1)?.content).toBe("look first");
});

describe("a nested agent", () => {
  const code =
    module(`if (input.depth === 0 && input.round === 1) return { delegate: { task: "Find the price of link 3.", tools: ["price"] } };
  const answer = await host.callModel();
  if (answer.toolCalls.length) return { toolCalls: answer.toolCalls.map((call) => ({ name: call.name, arguments: JSON.parse(call.arguments) })) };
  return { reply: answer.content };`);
  const script = [calls(["price", { link: 3 }]), says("The price is 5."), says("It is 5.")];
  it("works on its own task with its own history, and its answer comes back as a result", async () => {
    const { trajectory, model } = await run(bundle("action", code), script);
    expect(trajectory).toMatchObject({ stopReason: "replied", reply: "It is 5." });
    expect(model.requests[0]?.messages.at(-1)?.content).toBe("Find the price of link 3.");
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(["price"]);
    expect(model.requests[2]?.messages.slice(1)).toMatchObject([
      { role: "user", content: "How much is link 3?" },
      { role: "assistant", toolCalls: [{ name: "delegate" }] },
      { role: "tool", content: "The price is 5." },
    ]);
    expect(stepsOf(trajectory, "frame").map(({ action, text }) => [action, text])).toEqual([
      ["began", "Find the price of link 3."],
      ["ended", "The price is 5."],
    ]);
    expect(stepsOf(trajectory, "tool-call")[0]?.depth).toBe(1);
    expect(trajectory.history).toHaveLength(2);
  });
  it("leaves what it looked up as evidence, and what it said as none", async () => {
    const hook =
      'export const events = ["Stop"];\nexport default (event) => ({ decision: "replace", reply: JSON.stringify(event.toolResults.map((item) => item.tool)) });';
    const { trajectory } = await run(bundle("action", code, "", { "hooks/show.js": hook }), script);
    expect(trajectory.reply).toBe('["price"]');
  });
  it("is part of the state: a task resumed inside it continues equally", async () => {
    const harness = bundle("action", code);
    const { trajectory: whole } = await run(harness, script);
    const boundary = stepsOf(whole, "boundary")[2]?.boundary;
    expect(boundary?.state.frames).toHaveLength(1);
    const from: KernelState = JSON.parse(JSON.stringify({ ...boundary?.state, history: boundary?.history }));
    const { trajectory: resumed } = await run(harness, script.slice(1), { from });
    expect([resumed.reply, resumed.history]).toEqual([whole.reply, whole.history]);
  });
  it("may not be nested deeper than the harness allows", async () => {
    const deeper = module("return { delegate: { task: 'again' } };");
    const { trajectory } = await run(bundle("action", deeper, "limits: {frames: 2, rounds: 9}\nconservativeReply: One moment."), [
      fails("timeout", true),
    ]);
    expect(trajectory).toMatchObject({
      stopReason: "module-error",
      reply: "One moment.",
      failure: { type: "module-bad-result" },
    });
    expect(stepsOf(trajectory, "frame").filter(({ action }) => action === "began")).toHaveLength(2);
  });
});

describe("a custom module that fails ends the task with its reason:", () => {
  const noRecovery = "recovery: {use: none}\nconservativeReply: One moment.";
  it.each([
    ["a throw", "throw new Error('broken');", "module-threw"],
    ["a loop", "for (;;) {}", "module-timeout"],
    ["no result of its slot", "return { directive: 7 };", "module-bad-result"],
    ["an endless row of host calls", "for (;;) await host.callTool('price', { link: 1 });", "module-calls"],
    ["a state that is too large", "return { directive: '', state: 'x'.repeat(40000) };", "module-bad-result"],
    ["more memory than there is", "const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1));", "module-memory"],
  ])("%s", async (_name, body, type) => {
    const limits = "limits: {moduleTimeoutMs: 2000, moduleCalls: 4}";
    const { trajectory } = await run(bundle("planning", module(body), `${limits}\n${noRecovery}`), [says("unused")]);
    expect(trajectory).toMatchObject({
      stopReason: "module-error",
      reply: "One moment.",
      failure: { type },
      usage: { calls: 0 },
    });
    expect(trajectory.failure?.message).toContain("modules/planning.js");
  });
  it("passes that together take longer than it may", async () => {
    const body =
      "for (let i = 0; i < 8; i++) { await host.callTool('price', { link: 1 }); for (let n = 0; n < 3e6; n++); } return { directive: '' };";
    const harness = bundle("planning", module(body), `limits: {moduleTimeoutMs: 60, moduleCalls: 9}\n${noRecovery}`);
    expect((await run(harness, [says("unused")])).trajectory.failure?.type).toBe("module-timeout");
  });
  it("where the time of the task runs out while it waits", async () => {
    const clock = handClock();
    const model = scriptedModel(() => {
      clock.move(20_000);
      return says("late");
    });
    const code = module("await host.callModel(); return { directive: 'go' };");
    const { trajectory } = await run(bundle("planning", code, noRecovery), [], { clock, model });
    expect(trajectory).toMatchObject({ stopReason: "trajectory-timeout", reply: "One moment." });
    expect(stepsOf(trajectory, "module")).toMatchObject([{ error: { type: "interrupted" } }]);
  });
  it("where there is no sandbox for it", async () => {
    const bare = { run: async () => ({ ok: true as const, value: null, durationMs: 0 }) };
    const harness = bundle("planning", module("return { directive: '' };"), noRecovery);
    const trajectory = await runTask(taskOptions({ harness, model: scriptedModel([says("5")]), sandbox: bare }));
    expect(trajectory.failure?.type).toBe("module-unavailable");
  });
  it("and is recovered where the harness asks for it", async () => {
    const { trajectory } = await run(bundle("planning", module("throw new Error('broken');")), [
      says("I cannot check it right now."),
    ]);
    expect(trajectory).toMatchObject({ stopReason: "recovered", failure: { type: "module-threw" } });
  });
});

it("a module's tool calls pass the Hooks and the argument check", async () => {
  const code = module(
    "const one = await host.callTool('price', { link: 'x' }); const two = await host.callTool('price', { link: 9 }); return { reply: one.error.type + ' ' + two.error.type };",
  );
  const hook =
    'export const events = ["PreToolUse"];\nexport default (event) => event.arguments.link === 9 ? { decision: "deny", reason: "not 9" } : undefined;';
  const tools = toolsThat({ ok: true, result: 1 });
  const { trajectory } = await run(bundle("action", code, "", { "hooks/deny.js": hook }), [says("unused")], { tools });
  expect(trajectory.reply).toBe("invalid-arguments denied-by-hook");
});
