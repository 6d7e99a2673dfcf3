import { afterAll, describe, expect, it } from "vitest";
import type { KernelState, Step, Trajectory } from "@/lib/contracts/trajectory";
import { createSandbox } from "@/lib/server/sandbox";
import { harnessOf, taskOptions, toolFile, toolsThat } from "@/lib/testing/kernel-task";
import { calls, says, scriptedModel } from "@/lib/testing/scripted-model";
import { runTask } from "../run-task";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

const hook = (event: string, body: string) =>
  `export const events = ["${event}"];\nexport default function (event) {\n${body}\n}`;
const hooksOf = (trajectory: Trajectory) =>
  trajectory.steps
    .filter((step): step is Extract<Step, { type: "hook" }> => step.type === "hook")
    .map(({ hook: name, event, decision }) => `${event} ${name} ${decision}`);
const price = { "tools/price.json": toolFile("price") };
const closed = { "harness.yaml": "name: test\nhooks: {onError: closed}\nconservativeReply: One moment." };
const run = (
  files: Record<string, string>,
  script: Parameters<typeof scriptedModel>[0],
  extra: Partial<Parameters<typeof runTask>[0]> = {},
) => {
  const model = scriptedModel(script);
  return runTask(taskOptions({ harness: harnessOf(files), model, sandbox, ...extra })).then((trajectory) => ({
    trajectory,
    model,
  }));
};

describe("UserPromptSubmit", () => {
  it("may change the comments, in hook order", async () => {
    const add = (mark: string) =>
      hook("UserPromptSubmit", `return { decision: "change", comments: [{ text: event.comments[0].text + "${mark}" }] };`);
    const { trajectory, model } = await run({ "hooks/a.js": add("A"), "hooks/b.js": add("B") }, [says("Hi.")]);
    expect(model.requests[0]?.messages.at(-1)?.content).toBe("How much is link 3?AB");
    expect(hooksOf(trajectory)).toEqual(["UserPromptSubmit a change", "UserPromptSubmit b change"]);
  });
  it("may reject, and then the model is not called", async () => {
    const { trajectory } = await run({ "hooks/a.js": hook("UserPromptSubmit", 'return { decision: "deny", reason: "spam" };') }, [
      says("Hi."),
    ]);
    expect(trajectory).toMatchObject({ stopReason: "rejected", reply: "", usage: { calls: 0 } });
  });
  it("keeps changed comments in the state that a resume starts from", async () => {
    const files = {
      "hooks/a.js": hook("UserPromptSubmit", 'return { decision: "change", comments: [{ text: "changed" }] };'),
      ...price,
    };
    const first = await run(files, [calls(["price", { link: 1 }]), says("Hi.")]);
    const boundary = first.trajectory.steps.flatMap((step) => (step.type === "boundary" ? [step.boundary] : []))[1];
    if (!boundary) throw new Error("no second boundary");
    const from: KernelState = { ...boundary.state, history: first.trajectory.history.slice(0, boundary.historyLength) };
    const resumed = await run(files, [says("Hi.")], { from });
    expect(resumed.model.requests[0]).toEqual(first.model.requests[1]);
    expect(hooksOf(resumed.trajectory)).toEqual([]);
  });
});

describe("PreModelCall", () => {
  it("may change the messages of the request and leaves the history alone", async () => {
    const code = hook(
      "PreModelCall",
      'return { decision: "change", messages: [...event.messages, { role: "user", content: "Be brief." }] };',
    );
    const { trajectory, model } = await run({ "hooks/a.js": code }, [says("Hi.")]);
    expect(model.requests[0]?.messages.at(-1)?.content).toBe("Be brief.");
    expect(trajectory.history).toEqual([]);
  });
});

describe("PreToolUse", () => {
  it("may deny with a reason that the policy reads", async () => {
    const code = hook(
      "PreToolUse",
      'return event.arguments.link > 9 ? { decision: "deny", reason: "no such link" } : { decision: "allow" };',
    );
    const { trajectory } = await run({ "hooks/a.js": code, ...price }, [
      calls(["price", { link: 10 }]),
      calls(["price", { link: 1 }]),
      says("Hi."),
    ]);
    expect(trajectory.history[1]?.content).toBe('{"error":{"type":"denied-by-hook","message":"no such link"}}');
    expect(trajectory.history[3]?.content).toBe('{"price":5}');
  });
  it("may rewrite arguments before they are validated", async () => {
    const seen: object[] = [];
    const tools = toolsThat((_name, args) => {
      seen.push(args);
      return { ok: true, result: 1 };
    });
    const code = hook("PreToolUse", 'return { decision: "change", arguments: { link: Number(event.arguments.link) } };');
    await run({ "hooks/a.js": code, ...price }, [calls(["price", { link: "3" }]), says("Hi.")], { tools });
    expect(seen).toEqual([{ link: 3 }]);
  });
});

describe("PostToolUse", () => {
  it("may rewrite a result into a typed observation", async () => {
    const code = hook(
      "PostToolUse",
      'return { decision: "change", outcome: { ok: false, error: { type: "not-found", message: "sold out" } } };',
    );
    const { trajectory } = await run({ "hooks/a.js": code, ...price }, [calls(["price", { link: 3 }]), says("Hi.")]);
    expect(trajectory.history[1]?.content).toContain("sold out");
  });
});

describe("Stop", () => {
  it("may send the reply back with a reason, a bounded number of times", async () => {
    const { trajectory } = await run({ "hooks/a.js": hook("Stop", 'return { decision: "block", reason: "no price" };') }, [
      says("Hi."),
    ]);
    expect(hooksOf(trajectory)).toEqual(["Stop a block", "Stop a block", "Stop a block"]);
    expect(trajectory).toMatchObject({ stopReason: "round-limit", reply: "" });
    expect(trajectory.history.filter((message) => message.role === "user")).toHaveLength(2);
  });
  it("may let the reworked reply pass", async () => {
    const code = hook(
      "Stop",
      'return event.reply.includes("5") ? { decision: "allow" } : { decision: "block", reason: "say the price" };',
    );
    const { trajectory, model } = await run({ "hooks/a.js": code }, [says("Hi."), says("It is 5.")]);
    expect(model.requests[1]?.messages.slice(-2)).toEqual([
      { role: "assistant", content: "Hi.", toolCalls: [] },
      { role: "user", content: "say the price" },
    ]);
    expect(trajectory).toMatchObject({ stopReason: "replied", reply: "It is 5." });
  });
  it("may replace the reply, and later hooks see the new one", async () => {
    const first = hook("Stop", 'return { decision: "replace", reply: "safe" };');
    const second = hook("Stop", 'return { decision: "replace", reply: event.reply + "!" };');
    const { trajectory } = await run({ "hooks/a.js": first, "hooks/b.js": second }, [says("Hi.")]);
    expect(trajectory).toMatchObject({ stopReason: "replied", reply: "safe!" });
  });
  it("may suppress the reply", async () => {
    const { trajectory } = await run({ "hooks/a.js": hook("Stop", 'return { decision: "suppress", reason: "unsafe" };') }, [
      says("Hi."),
    ]);
    expect(trajectory).toMatchObject({ stopReason: "suppressed", reply: "" });
    expect(trajectory.steps.at(-1)).toMatchObject({ type: "reply", suppressed: true });
  });
  it("reads the successful tool results, not the errors nor the Skills", async () => {
    const code = hook("Stop", 'return { decision: "replace", reply: JSON.stringify(event.toolResults) };');
    const script = [calls(["price", { link: 3 }]), calls(["price", {}]), says("Hi.")];
    const { trajectory } = await run({ "hooks/a.js": code, ...price }, script);
    expect(JSON.parse(trajectory.reply)).toEqual([{ tool: "price", arguments: { link: 3 }, result: { price: 5 } }]);
  });
});

describe("a hook that fails", () => {
  const broken = hook("Stop", 'throw new Error("bug");');
  it("is recorded and ignored where the harness fails open", async () => {
    const { trajectory } = await run({ "hooks/a.js": broken }, [says("Hi.")]);
    expect(trajectory).toMatchObject({ stopReason: "replied", reply: "Hi." });
    expect(trajectory.steps.find((step) => step.type === "hook")).toMatchObject({
      decision: "error",
      reason: "threw: Error: bug",
    });
  });
  it("suppresses the reply where the harness fails closed", async () => {
    expect((await run({ ...closed, "hooks/a.js": broken }, [says("Hi.")])).trajectory).toMatchObject({
      stopReason: "suppressed",
      reply: "",
    });
  });
  it("denies the tool where the harness fails closed", async () => {
    const files = { ...closed, "hooks/a.js": hook("PreToolUse", "for (;;) {}"), ...price };
    const { trajectory } = await run(files, [calls(["price", { link: 3 }]), says("Hi.")]);
    expect(trajectory.history[1]?.content).toContain("denied-by-hook");
  });
  it("stops the model call where the harness fails closed", async () => {
    const { trajectory } = await run({ ...closed, "hooks/a.js": hook("PreModelCall", "return { decision: 'maybe' };") }, [
      says("Hi."),
    ]);
    expect(trajectory).toMatchObject({ stopReason: "rejected", reply: "One moment.", usage: { calls: 0 } });
  });
  it("is a hook with a decision that its event does not know", async () => {
    const { trajectory } = await run({ "hooks/a.js": hook("Stop", 'return { decision: "deny", reason: "x" };') }, [says("Hi.")]);
    expect(hooksOf(trajectory)).toEqual(["Stop a error"]);
  });
});
