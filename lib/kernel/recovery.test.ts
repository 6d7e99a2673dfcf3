import { afterAll, describe, expect, it } from "vitest";
import type { Step, Trajectory } from "@/lib/contracts/trajectory";
import { createSandbox } from "@/lib/server/sandbox";
import { handClock, harnessOf, taskOptions, toolFile } from "@/lib/testing/kernel-task";
import { calls, fails, says, scriptedModel } from "@/lib/testing/scripted-model";
import { incidentsOf } from "./incidents";
import { runTask } from "./run-task";

const sandbox = createSandbox();
afterAll(() => sandbox.close());
const stepsOf = <T extends Step["type"]>(trajectory: Trajectory, type: T) =>
  trajectory.steps.filter((step): step is Extract<Step, { type: T }> => step.type === type);
const bundle = (yaml: string, files: Record<string, string> = {}) =>
  harnessOf({
    "harness.yaml": `name: test\n${yaml}`,
    "prompt/20-long.md": "---\ncompact: false\n---\nA long rule.",
    "tools/price.json": toolFile("price"),
    ...files,
  });
const dialogue = [1, 2, 3, 4].map((turn) => ({ role: "viewer" as const, content: `turn ${turn}` }));
const task = { input: { comments: [{ text: "How much is link 3?" }] }, context: {}, dialogue, channel: "public" as const };
const guard = (decision: string) => ({
  "hooks/guard.js": `export const events = ["Stop"];\nexport default (event) => event.reply.includes("12") ? ${decision} : undefined;`,
});

describe("a call that failed for good", () => {
  it("is made once more by the compact route, and the task goes on", async () => {
    const model = scriptedModel([fails("timeout", true), fails("timeout", true), calls(["price", { link: 3 }]), says("5.")]);
    const trajectory = await runTask(taskOptions({ harness: bundle(""), model, task }));
    expect(trajectory).toMatchObject({ stopReason: "replied", reply: "5.", usage: { calls: 4 } });
    expect(stepsOf(trajectory, "fallback")).toMatchObject([
      {
        scope: "call",
        round: 1,
        recovered: true,
        reason: "timeout: scripted timeout",
        route: { endpoint: "scripted", prompt: "compact" },
      },
    ]);
    const [full, , compact, next] = model.requests.map(({ messages }) => messages);
    expect(full?.[0]?.content).toContain("A long rule.");
    expect(compact?.map(({ content }) => content)).toEqual(["You are the host.", "turn 3", "turn 4", "How much is link 3?"]);
    expect(next?.[0]?.content).toContain("A long rule.");
    expect(model.requests[2]?.tools.map(({ name }) => name)).toEqual(["price"]);
    expect(incidentsOf(trajectory)).toMatchObject({ retries: 1, fallbacks: 1, recoveries: 0 });
  });
  it("goes to the fallback endpoint, also after a refusal", async () => {
    const model = scriptedModel([fails("unauthorized", false)]);
    const small = scriptedModel([says("5.")]);
    const fallbackModel = { ...small, identity: { endpoint: "small", model: "s", checkpoint: "c1" } };
    const trajectory = await runTask(taskOptions({ harness: bundle("fallback: {prompt: full}"), model, fallbackModel, task }));
    expect(trajectory).toMatchObject({ stopReason: "replied", reply: "5." });
    expect(stepsOf(trajectory, "model-call")[1]?.route).toEqual({
      endpoint: "small",
      model: "s",
      checkpoint: "c1",
      prompt: "full",
    });
    expect(small.requests[0]?.messages[0]?.content).toContain("A long rule.");
  });
  it("is not repeated at an endpoint that refused it", async () => {
    const model = scriptedModel([fails("unauthorized", false)]);
    const trajectory = await runTask(taskOptions({ harness: bundle(""), model }));
    expect(trajectory).toMatchObject({ stopReason: "model-error", usage: { calls: 1 } });
  });
});

describe("a trajectory that failed", () => {
  const script = [calls(["price", { link: 3 }]), fails("timeout", true), fails("timeout", true), fails("timeout", true)];
  it("is recovered by one last call without tools, from the results at hand", async () => {
    const model = scriptedModel([...script, says("It is 5.")]);
    const trajectory = await runTask(taskOptions({ harness: bundle(""), model, task }));
    expect(trajectory).toMatchObject({ stopReason: "recovered", reply: "It is 5.", failure: { type: "timeout" } });
    const last = model.requests.at(-1);
    expect(last?.tools).toEqual([]);
    expect(last?.messages.at(-1)?.content).toMatch(/from the tool results above and nothing else/);
    expect(last?.messages.some(({ role, content }) => role === "tool" && content.includes('"price":5'))).toBe(true);
    expect(stepsOf(trajectory, "fallback").map(({ scope, recovered }) => [scope, recovered])).toEqual([
      ["call", false],
      ["trajectory", true],
    ]);
    expect(incidentsOf(trajectory)).toMatchObject({ fallbacks: 1, recoveries: 1, conservative: 0 });
  });
  it("has time of its own for it, and no more", async () => {
    const clock = handClock();
    const timeouts: number[] = [];
    const scripted = scriptedModel([calls(["price", { link: 3 }]), says("It is 5.")]);
    const model: typeof scripted = {
      ...scripted,
      chat(request, options) {
        timeouts.push(options.timeoutMs);
        clock.move(11_000);
        return scripted.chat(request, options);
      },
    };
    const trajectory = await runTask(taskOptions({ harness: bundle("recovery: {timeoutMs: 700}"), model, clock }));
    expect(trajectory.stopReason).toBe("recovered");
    expect(timeouts).toEqual([3_000, 700]);
  });
  it.each([
    ["is sent back", '({ decision: "block", reason: "no" })'],
    ["is suppressed", '({ decision: "suppress", reason: "no" })'],
  ])("says the conservative reply of the channel where the recovered reply %s", async (_name, decision) => {
    const harness = bundle("conservativeReply: {private: One moment.}", guard(decision));
    const run = (channel: "public" | "private") =>
      runTask(
        taskOptions({ harness, model: scriptedModel([...script, says("It is 12.")]), sandbox, task: { ...task, channel } }),
      );
    expect(await run("private")).toMatchObject({ stopReason: "model-error", reply: "One moment." });
    const spoken = await run("public");
    expect(spoken).toMatchObject({ stopReason: "model-error", reply: "" });
    expect(incidentsOf(spoken)).toMatchObject({ suppressed: 1, guards: 1, conservative: 0 });
    expect(incidentsOf(await run("private"))).toMatchObject({ suppressed: 0, conservative: 1 });
  });
  it("is not recovered where the harness says so, nor after an abort", async () => {
    const model = scriptedModel([fails("timeout", true)]);
    const none = await runTask(taskOptions({ harness: bundle("fallback: {use: none}\nrecovery: {use: none}"), model }));
    expect(none).toMatchObject({ stopReason: "model-error", usage: { calls: 2 } });
    const controller = new AbortController();
    controller.abort();
    const aborted = await runTask(taskOptions({ harness: bundle(""), model, signal: controller.signal }));
    expect(aborted).toMatchObject({ stopReason: "aborted" });
  });
  it("is recovered from spent rounds only where the harness asks for it", async () => {
    const rounds = (yaml: string) =>
      runTask(
        taskOptions({
          harness: bundle(`limits: {rounds: 2}\n${yaml}`),
          model: scriptedModel([calls(["price", { link: 3 }]), calls(["price", { link: 3 }]), says("5.")]),
        }),
      );
    expect(await rounds("")).toMatchObject({ stopReason: "round-limit" });
    expect(await rounds("recovery: {on: [round-limit]}")).toMatchObject({ stopReason: "recovered", reply: "5." });
  });
});

describe("a Stop hook that sends a reply to the viewer alone", () => {
  const redirect = (more = "") => ({
    "hooks/a-private.js": `export const events = ["Stop"];\nexport default (event) => event.reply.includes("12") ? { decision: "replace", reply: event.reply, channel: "private" } : undefined;`,
    "hooks/b-more.js": `export const events = ["Stop"];\nexport default (event) => { ${more} };`,
  });
  const block = 'if (event.reply.includes("12")) return { decision: "block", reason: "no" };';
  const run = (harness: ReturnType<typeof bundle>, script: Parameters<typeof scriptedModel>[0]) =>
    runTask(taskOptions({ harness, model: scriptedModel(script), sandbox }));
  it("changes the channel of the reply", async () => {
    const trajectory = await run(bundle("", redirect()), [says("Order 12 is on its way.")]);
    expect(trajectory).toMatchObject({ stopReason: "replied", channel: "private" });
    expect(stepsOf(trajectory, "reply")).toMatchObject([{ channel: "private" }]);
  });
  it("is never overruled: where the harness serves no private channel, nothing is said", async () => {
    const trajectory = await run(bundle("channels: [public]", redirect()), [says("Order 12 is on its way.")]);
    expect(trajectory).toMatchObject({ stopReason: "suppressed", reply: "", channel: "public" });
  });
  it("changes nothing where the reply is sent back, and the next one is spoken", async () => {
    const trajectory = await run(bundle("", redirect(block)), [says("Order 12 is on its way."), says("Hello.")]);
    expect(trajectory).toMatchObject({ stopReason: "replied", reply: "Hello.", channel: "public" });
  });
  it("does not move the conservative reply of a recovery that it failed", async () => {
    const harness = bundle("conservativeReply: {public: p, private: q}", redirect(block));
    const late = fails("timeout", true);
    const trajectory = await run(harness, [late, late, late, says("It is 12.")]);
    expect(trajectory).toMatchObject({ reply: "p", channel: "public", stopReason: "model-error" });
  });
});

describe("a busy or slow sandbox", () => {
  const never = { run: () => new Promise<never>(() => {}), runModule: () => new Promise<never>(() => {}) };
  it("holds a task up no longer than the task has time", async () => {
    const yaml = "limits: {trajectoryTimeoutMs: 300}\nhooks: {timeoutMs: 100, onError: closed}\nrecovery: {use: none}";
    const clock = { now: () => performance.now() };
    const harness = bundle(yaml, guard("undefined"));
    const trajectory = await runTask(taskOptions({ harness, model: scriptedModel([says("5.")]), sandbox: never, clock }));
    expect(trajectory).toMatchObject({ stopReason: "suppressed", reply: "" });
    expect(trajectory.timings.wallMs).toBeLessThan(3_000);
  });
  it("gives a Stop hook its own time, also for a reply that came at the end of the task's", async () => {
    const clock = handClock();
    const budgets: number[] = [];
    const watching = {
      run: async ({ timeoutMs }: { timeoutMs: number }) => {
        budgets.push(timeoutMs);
        return { ok: true as const, value: null, durationMs: 1 };
      },
    };
    const model = scriptedModel(() => {
      clock.move(9_999);
      return says("5.");
    });
    const harness = bundle("hooks: {timeoutMs: 200}", guard("undefined"));
    await runTask(taskOptions({ harness, model, sandbox: watching, clock }));
    expect(budgets).toEqual([200]);
  });
});

it("calls that share an id get ids of their own", async () => {
  const twice = calls(["price", { link: 1 }], ["price", { link: 2 }], ["price", { link: 3 }]);
  if (!twice.ok) throw new Error("the script is fixed");
  const given = ["call_1_2", "", "call_1_2"];
  const toolCalls = twice.toolCalls.map((call, index) => ({ ...call, id: given[index] ?? "" }));
  const trajectory = await runTask(
    taskOptions({ harness: bundle(""), model: scriptedModel([{ ...twice, toolCalls }, says("5.")]) }),
  );
  const ids = stepsOf(trajectory, "tool-call").map(({ callId }) => callId);
  expect(new Set(ids).size).toBe(3);
  expect(ids[0]).toBe("call_1_2");
});
