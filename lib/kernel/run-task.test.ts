import { describe, expect, it } from "vitest";
import type { ChatOutcome } from "@/lib/contracts/model";
import type { KernelState, Step, Trajectory } from "@/lib/contracts/trajectory";
import { handClock, harnessOf, skillFile, taskOptions, toolFile, toolsThat } from "@/lib/testing/kernel-task";
import { calls, fails, says, scriptedModel } from "@/lib/testing/scripted-model";
import { runTask } from "./run-task";

const stepsOf = <T extends Step["type"]>(trajectory: Trajectory, type: T) =>
  trajectory.steps.filter((step): step is Extract<Step, { type: T }> => step.type === type);
const yaml = (text: string) => ({ "harness.yaml": `name: test\n${text}` });
/** Nothing comes to the policy's help: what its own route does is seen alone. */
const ALONE = "fallback: {use: none}\nrecovery: {use: none}\n";

describe("a plain reply", () => {
  it("ends the task and is in the record", async () => {
    const trajectory = await runTask(taskOptions({ harness: harnessOf(), model: scriptedModel([says("Hello.")]) }));
    expect(trajectory).toMatchObject({
      stopReason: "replied",
      reply: "Hello.",
      usage: { promptTokens: 100, completionTokens: 10, calls: 1 },
    });
    expect(trajectory.steps.map((step) => step.type)).toEqual(["boundary", "model-call", "reply"]);
  });
  it("sends the prompt, the dialogue and the comment", async () => {
    const model = scriptedModel([says("Hello.")]);
    const task = {
      input: { comments: [{ text: "And red?" }] },
      context: {},
      dialogue: [
        { role: "viewer" as const, content: "Blue?" },
        { role: "host" as const, content: "Yes." },
      ],
      channel: "public" as const,
    };
    await runTask(taskOptions({ harness: harnessOf(), model, task }));
    expect(model.requests[0]?.messages).toEqual([
      { role: "system", content: "You are the host." },
      { role: "user", content: "Blue?" },
      { role: "assistant", content: "Yes.", toolCalls: [] },
      { role: "user", content: "And red?" },
    ]);
  });
  it("numbers several comments", async () => {
    const model = scriptedModel([says("Hello.")]);
    const base = taskOptions({ harness: harnessOf(), model });
    await runTask({ ...base, task: { ...base.task, input: { comments: [{ text: "a" }, { text: "b" }] } } });
    expect(model.requests[0]?.messages.at(-1)).toEqual({ role: "user", content: "1. a\n2. b" });
  });
  it("never has the reasoning in it", async () => {
    const model = scriptedModel([says("<think>secret</think>Hello.", { reasoning: "apart" })]);
    const trajectory = await runTask(taskOptions({ harness: harnessOf(), model }));
    expect(trajectory.reply).toBe("Hello.");
    expect(stepsOf(trajectory, "model-call")[0]?.outcome).toMatchObject({ reasoning: "apart\nsecret", content: "Hello." });
  });
});

describe("the prompt", () => {
  it("leaves out a block whose condition does not hold, and tells where each block stands", async () => {
    const harness = harnessOf({
      "prompt/20-private.md": "---\nwhen: channel == 'private'\n---\nWhisper.",
      "prompt/30-skills.md": "{% for skill in skills %}{{ skill.name }}{% endfor %}",
      "skills/price/SKILL.md": skillFile("price"),
    });
    const trajectory = await runTask(taskOptions({ harness, model: scriptedModel([says("a")]) }));
    const call = stepsOf(trajectory, "model-call")[0];
    expect(call?.messages[0]?.content).toBe("You are the host.\n\nprice");
    expect(call?.prompt.map(({ name, start, end }) => [name, start, end])).toEqual([
      ["role", 0, 17],
      ["skills", 19, 24],
    ]);
  });
});

describe("tools", () => {
  const harness = harnessOf({ "tools/price.json": toolFile("price") });
  const observed = (trajectory: Trajectory) => stepsOf(trajectory, "tool-call").map((step) => step.outcome);
  const answering = async (args: unknown, name = "price") =>
    runTask(taskOptions({ harness, model: scriptedModel([calls([name, args]), says("Done.")]) }));

  it("run and their results are read by the policy", async () => {
    const model = scriptedModel([calls(["price", { link: 3 }]), says("5 dollars.")]);
    await runTask(taskOptions({ harness, model }));
    expect(model.requests[1]?.messages.at(-1)).toEqual({ role: "tool", toolCallId: "c_price_0", content: '{"price":5}' });
  });
  it("refuse arguments that do not fit the schema", async () => {
    expect(observed(await answering({ link: "three", other: 1 }))).toMatchObject([
      { ok: false, error: { type: "invalid-arguments" } },
    ]);
  });
  it("refuse arguments that are not JSON", async () => {
    const trajectory = await answering('{"link": ');
    expect(observed(trajectory)).toMatchObject([{ error: { type: "invalid-arguments" } }]);
    expect(stepsOf(trajectory, "tool-call")[0]?.arguments).toBe('{"link": ');
  });
  it("that do not exist are an observation", async () =>
    expect(observed(await answering({}, "nothing"))).toMatchObject([
      { error: { type: "unknown-tool", message: expect.stringContaining("price") } },
    ]));
  it("that reject against their contract are an observation", async () => {
    const tools = { call: () => Promise.reject(new Error("broken")) };
    const trajectory = await runTask(
      taskOptions({ harness, tools, model: scriptedModel([calls(["price", { link: 3 }]), says("Done.")]) }),
    );
    expect(observed(trajectory)).toMatchObject([{ error: { type: "unavailable", message: "broken" } }]);
  });
  it("that never answer are given up at their timeout", async () => {
    const slow = harnessOf({ ...yaml("limits: {toolTimeoutMs: 20}"), "tools/price.json": toolFile("price") });
    const tools = { call: () => new Promise<never>(() => {}) };
    const trajectory = await runTask(
      taskOptions({ harness: slow, tools, model: scriptedModel([calls(["price", { link: 3 }]), says("Done.")]) }),
    );
    expect(observed(trajectory)).toMatchObject([{ error: { type: "timeout" } }]);
  });
  it("of one message run side by side and are read in order", async () => {
    const running: string[] = [];
    const tools = toolsThat(async (_name, args) => {
      const link = JSON.stringify(args);
      running.push(link);
      while (running.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
      return { ok: true, result: link };
    });
    const model = scriptedModel([calls(["price", { link: 1 }], ["price", { link: 2 }]), says("Done.")]);
    const trajectory = await runTask(taskOptions({ harness, tools, model }));
    expect(trajectory.history.filter((message) => message.role === "tool").map((message) => message.content)).toEqual([
      '{"link":1}',
      '{"link":2}',
    ]);
  });
  it("get ids of their own where the server repeats one", async () => {
    const model = scriptedModel([calls(["price", { link: 1 }]), calls(["price", { link: 1 }]), says("Done.")]);
    const trajectory = await runTask(taskOptions({ harness, model }));
    const ids = stepsOf(trajectory, "tool-call").map((step) => step.callId);
    expect(new Set(ids).size).toBe(2);
  });
});

describe("Skills", () => {
  const files = {
    "skills/price/SKILL.md": skillFile("price"),
    "skills/plan/SKILL.md": skillFile("plan", "metadata: {kind: strategy}\n"),
  };
  const harness = harnessOf(files);

  it("are listed by load_skill and loaded by it", async () => {
    const model = scriptedModel([calls(["load_skill", { skill: "price" }]), says("5.")]);
    const trajectory = await runTask(taskOptions({ harness, model }));
    expect(model.requests[0]?.tools[0]?.description).toContain("- price: Rules for price.");
    expect(model.requests[1]?.messages.at(-1)?.content).toBe("Rules of price.");
    expect(stepsOf(trajectory, "skill-load")).toMatchObject([{ skill: "price", kind: "reply", found: true }]);
    expect(trajectory.stopReason).toBe("replied");
  });
  it("that do not exist are an observation", async () => {
    const trajectory = await runTask(
      taskOptions({ harness, model: scriptedModel([calls(["load_skill", { skill: "none" }]), says("5.")]) }),
    );
    expect(stepsOf(trajectory, "skill-load")).toMatchObject([{ skill: "none", found: false }]);
    expect(trajectory.history[1]?.content).toContain("not-found");
  });
  it("must be loaded before a reply, which is sent back once", async () => {
    const model = scriptedModel([says("5."), says("Still 5.")]);
    const trajectory = await runTask(taskOptions({ harness, model }));
    expect(stepsOf(trajectory, "retry")).toMatchObject([{ scope: "reply", reason: expect.stringContaining("price") }]);
    expect(trajectory.reply).toBe("Still 5.");
  });
  it("of the strategy kind are not enough for a reply", async () => {
    const model = scriptedModel([calls(["load_skill", { skill: "plan" }]), says("5."), says("Still 5.")]);
    expect(stepsOf(await runTask(taskOptions({ harness, model })), "retry")).toHaveLength(1);
  });
  it("need not be loaded where the harness says so", async () => {
    const free = harnessOf({ ...files, ...yaml("requireReplySkill: false") });
    expect(stepsOf(await runTask(taskOptions({ harness: free, model: scriptedModel([says("5.")]) })), "retry")).toEqual([]);
  });
  it("route tools: a tool of a Skill is closed until the Skill is loaded", async () => {
    const routed = harnessOf({
      ...yaml("modules: {orchestration: skill-routed}"),
      "tools/price.json": toolFile("price"),
      "tools/free.json": toolFile("free"),
      "skills/price/SKILL.md": skillFile("price", "allowed-tools: price\n"),
    });
    const model = scriptedModel([calls(["price", { link: 1 }]), calls(["load_skill", { skill: "price" }]), says("5.")]);
    const trajectory = await runTask(taskOptions({ harness: routed, model }));
    const exposed = stepsOf(trajectory, "boundary").map((step) => step.boundary.exposed.tools);
    expect(exposed).toEqual([
      ["load_skill", "free"],
      ["load_skill", "free"],
      ["load_skill", "free", "price"],
    ]);
    expect(stepsOf(trajectory, "tool-call")[0]?.outcome).toMatchObject({
      error: { type: "unknown-tool", message: expect.stringContaining("price") },
    });
  });
  it("load through a renamed tool with a renamed parameter", async () => {
    const renamed = {
      name: "open_guide",
      description: "Opens a guide.",
      inputSchema: { type: "object", properties: { guide: { type: "string" } }, required: ["guide"] },
      binding: { kind: "builtin", function: "load_skill" },
    };
    const own = harnessOf({ ...files, "tools/open_guide.json": JSON.stringify(renamed) });
    const model = scriptedModel([calls(["open_guide", { guide: "price" }]), says("5.")]);
    const trajectory = await runTask(taskOptions({ harness: own, model }));
    expect(model.requests[0]?.tools.map((tool) => tool.name)).toEqual(["open_guide"]);
    expect(stepsOf(trajectory, "skill-load")).toMatchObject([{ skill: "price", found: true }]);
  });
});

describe("planning with a to-do list", () => {
  it("shows the open items as the directive", async () => {
    const harness = harnessOf(yaml("modules: {planning: todo}"));
    const items = [
      { text: "find the price", done: true },
      { text: "answer", done: false },
    ];
    const model = scriptedModel([calls(["update_todo", { items }]), says("5.")]);
    const trajectory = await runTask(taskOptions({ harness, model }));
    expect(stepsOf(trajectory, "boundary").map((step) => step.boundary.directive)).toEqual(["", "Open items:\n- answer"]);
    expect(model.requests[1]?.messages.at(-1)).toEqual({ role: "user", content: "Open items:\n- answer" });
  });
});

describe("memory by window", () => {
  it("shows the last turns of the history only", async () => {
    const harness = harnessOf({ ...yaml("modules: {memory: {use: window, turns: 1}}"), "tools/price.json": toolFile("price") });
    const model = scriptedModel([calls(["price", { link: 1 }]), calls(["price", { link: 2 }]), says("5.")]);
    const trajectory = await runTask(taskOptions({ harness, model }));
    expect(model.requests[2]?.messages.map((message) => message.role)).toEqual(["system", "user", "assistant", "tool"]);
    expect(trajectory.history).toHaveLength(4);
  });
});

const limited = (retryAfterMs: number): ChatOutcome => ({
  ok: false,
  error: { type: "rate-limited", message: "slow down", retryable: true, retryAfterMs },
  durationMs: 1,
});

describe("failures of the model", () => {
  const harness = harnessOf(yaml(ALONE));
  it("are tried again where that can help", async () => {
    const trajectory = await runTask(taskOptions({ harness, model: scriptedModel([fails("server-error", true), says("5.")]) }));
    expect(trajectory.stopReason).toBe("replied");
    expect(stepsOf(trajectory, "retry")).toMatchObject([{ scope: "call", reason: "server-error: scripted server-error" }]);
    expect(stepsOf(trajectory, "model-call").map((step) => step.attempt)).toEqual([1, 2]);
  });
  it("are not tried again where it cannot", async () => {
    const trajectory = await runTask(taskOptions({ harness, model: scriptedModel([fails("unauthorized", false), says("5.")]) }));
    expect(trajectory).toMatchObject({
      stopReason: "model-error",
      failure: { type: "unauthorized" },
      reply: "",
      usage: { calls: 1 },
    });
  });
  it("end the task after the last attempt, with the conservative reply", async () => {
    const careful = harnessOf(yaml(`${ALONE}conservativeReply: One moment.`));
    const trajectory = await runTask(taskOptions({ harness: careful, model: scriptedModel([fails("timeout", true)]) }));
    expect(trajectory).toMatchObject({ stopReason: "model-error", reply: "One moment.", usage: { calls: 2 } });
  });
  it("are tried again after the pause that the server asks for", async () => {
    const clock = handClock();
    const asked: number[] = [];
    const model = scriptedModel((_, call) => {
      asked.push(clock.now());
      return call === 1 ? limited(1_500) : says("5.");
    });
    const trajectory = await runTask(taskOptions({ harness, model, clock }));
    expect(trajectory).toMatchObject({ stopReason: "replied", timings: { wallMs: 1_500 } });
    expect(asked).toEqual([1_000, 2_500]);
  });
  it("are not tried again where the pause is longer than the call may take", async () => {
    const trajectory = await runTask(taskOptions({ harness, model: scriptedModel([limited(3_000), says("5.")]) }));
    expect(trajectory).toMatchObject({ stopReason: "model-error", failure: { type: "rate-limited" }, usage: { calls: 1 } });
  });
  it("include a tool call left inside the content", async () => {
    const model = scriptedModel([says('{"name": "price", "arguments": {}}'), says("<tool_call>{}</tool_call>")]);
    const trajectory = await runTask(taskOptions({ harness, model }));
    expect(trajectory).toMatchObject({ stopReason: "model-error", failure: { type: "malformed-output" }, reply: "" });
    expect(model.requests.map((request) => request.decoding.seed)).toEqual([7, 8]);
  });
  it("include an answer that the token limit cut off, which is asked for again with more tokens", async () => {
    const cutOff = { ...says("It costs 8"), finishReason: "length" };
    const limits = async (text: string) => {
      const model = scriptedModel([cutOff, cutOff, says("It costs 89.")]);
      const trajectory = await runTask(taskOptions({ harness: harnessOf(yaml(`${ALONE}${text}`)), model }));
      return { trajectory, asked: model.requests.map(({ decoding }) => [decoding.maxTokens, decoding.seed]) };
    };
    const enough = await limits("limits: {callAttempts: 3}\ndecoding: {maxTokens: 100, stepUpTo: 1000}");
    expect(enough).toMatchObject({
      trajectory: { reply: "It costs 89." },
      asked: [
        [100, 7],
        [400, 7],
        [1_000, 7],
      ],
    });
    const tooFew = await limits("");
    expect(tooFew.trajectory).toMatchObject({ stopReason: "model-error", reply: "", failure: { type: "truncated-output" } });
  });
  it("include an empty reply", async () => {
    const trajectory = await runTask(taskOptions({ harness, model: scriptedModel([says(" "), says("5.")]) }));
    expect(trajectory).toMatchObject({ stopReason: "replied", reply: "5." });
  });
  it("include a model that rejects or never answers", async () => {
    const quick = harnessOf(yaml(`${ALONE}limits: {firstCallTimeoutMs: 20, callAttempts: 1}`));
    const silent = { ...scriptedModel([says("")]), chat: () => new Promise<never>(() => {}) };
    expect(await runTask(taskOptions({ harness: quick, model: silent }))).toMatchObject({ failure: { type: "timeout" } });
    const broken = scriptedModel(() => Promise.reject(new Error("bug")));
    expect(await runTask(taskOptions({ harness: quick, model: broken }))).toMatchObject({
      failure: { type: "server-error", message: "bug" },
    });
  });
});

describe("limits", () => {
  it("end a task that never replies", async () => {
    const harness = harnessOf({
      ...yaml("limits: {rounds: 3}\nconservativeReply: One moment."),
      "tools/price.json": toolFile("price"),
    });
    const trajectory = await runTask(taskOptions({ harness, model: scriptedModel([calls(["price", { link: 1 }])]) }));
    expect(trajectory).toMatchObject({ stopReason: "round-limit", reply: "One moment.", usage: { calls: 3 } });
    expect(trajectory.failure).toBeUndefined();
  });
  it("end a task whose time is spent", async () => {
    const clock = handClock();
    const model = scriptedModel(() => {
      clock.move(6_000);
      return calls(["price", { link: 1 }]);
    });
    const harness = harnessOf({ ...yaml(ALONE), "tools/price.json": toolFile("price") });
    const trajectory = await runTask(taskOptions({ harness, model, clock }));
    expect(trajectory).toMatchObject({
      stopReason: "trajectory-timeout",
      usage: { calls: 2 },
      timings: { wallMs: 12_000, modelMs: 4 },
    });
  });
  it("give the first call and later calls their own timeouts, within what is left", async () => {
    const clock = handClock();
    const timeouts: number[] = [];
    const scripted = scriptedModel([calls(["price", { link: 1 }]), calls(["price", { link: 1 }]), says("5.")]);
    const model: typeof scripted = {
      ...scripted,
      chat(request, options) {
        timeouts.push(options.timeoutMs);
        clock.move(4_500);
        return scripted.chat(request, options);
      },
    };
    await runTask(taskOptions({ harness: harnessOf({ "tools/price.json": toolFile("price") }), model, clock }));
    expect(timeouts).toEqual([3_000, 2_000, 1_000]);
  });
  it("stop at an abort", async () => {
    const controller = new AbortController();
    const model = scriptedModel(() => {
      controller.abort();
      return calls(["price", { link: 1 }]);
    });
    const harness = harnessOf({ "tools/price.json": toolFile("price") });
    expect(await runTask(taskOptions({ harness, model, signal: controller.signal }))).toMatchObject({ stopReason: "aborted" });
  });
  it("refuse a channel that the harness does not serve", async () => {
    const harness = harnessOf(yaml("channels: [private]"));
    expect(await runTask(taskOptions({ harness, model: scriptedModel([says("5.")]) }))).toMatchObject({
      stopReason: "rejected",
      usage: { calls: 0 },
    });
  });
});

describe("resuming", () => {
  const harness = harnessOf({
    ...yaml(`modules: {planning: todo}\n${ALONE}`),
    "tools/price.json": toolFile("price"),
    "skills/price/SKILL.md": skillFile("price"),
  });
  const script = [
    calls(["load_skill", { skill: "price" }]),
    calls(["update_todo", { items: [{ text: "answer", done: false }] }], ["price", { link: 3 }]),
    says("5 dollars."),
  ];
  /** The state at a boundary, as the trajectory's own record gives it. */
  const stateAt = (trajectory: Trajectory, round: number): KernelState => {
    const boundary = stepsOf(trajectory, "boundary").find((step) => step.round === round)?.boundary;
    if (!boundary) throw new Error("no such boundary");
    return JSON.parse(JSON.stringify({ ...boundary.state, history: trajectory.history.slice(0, boundary.historyLength) }));
  };

  it.each([1, 2, 3])("at the boundary of round %i continues equally", async (round) => {
    const whole = await runTask(taskOptions({ harness, model: scriptedModel(script) }));
    const resumed = await runTask(
      taskOptions({ harness, model: scriptedModel(script.slice(round - 1)), from: stateAt(whole, round) }),
    );
    const at = whole.steps.findIndex((step) => step.type === "boundary" && step.round === round);
    expect(resumed.steps).toEqual(whole.steps.slice(at));
    expect(resumed.history).toEqual(whole.history);
    expect([resumed.reply, resumed.stopReason]).toEqual([whole.reply, whole.stopReason]);
  });
  it("goes on counting the time that was spent", async () => {
    const clock = handClock();
    const from: KernelState = {
      round: 1,
      loadedSkills: ["price"],
      todo: [],
      stopBlocks: 0,
      elapsedMs: 9_999,
      history: [],
      frames: [],
      evidence: [],
      modules: {},
    };
    const model = scriptedModel(() => {
      clock.move(2);
      return calls(["price", { link: 3 }]);
    });
    expect(await runTask(taskOptions({ harness, model, clock, from }))).toMatchObject({
      stopReason: "trajectory-timeout",
      usage: { calls: 1 },
    });
  });
});
