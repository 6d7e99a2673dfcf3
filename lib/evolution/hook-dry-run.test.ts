import { afterAll, describe, expect, it } from "vitest";
import type { HookEvent } from "@/lib/contracts/harness";
import { createSandbox } from "@/lib/server/sandbox";
import { sampleEvaluatedCase, sampleTrajectory } from "@/lib/testing/evolution-samples";
import { dryRunHooks, runHookOn } from "./hook-dry-run";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

const { item } = sampleEvaluatedCase({ id: "one", comments: ["when is my book due"] });
const trajectory = sampleTrajectory({
  calls: [
    { tool: "find_reader", result: "reader 7" },
    { tool: "find_loan", result: "due on the ninth" },
  ],
  skills: ["loans"],
  reply: "Some time next month.",
});
const hook = (event: HookEvent, body: string) => ({
  path: "hooks/watch.js",
  name: "watch",
  events: [event],
  code: `export const events = ["${event}"];\nexport default function (event) {\n${body}\n}`,
});
const tell = (event: HookEvent, body: string, on = { item, trajectory: trajectory as typeof trajectory | null }) =>
  runHookOn(hook(event, body), event, sandbox, on, 1_000);

describe("a hook on a stored trajectory", () => {
  it("is given the reply with the results of its tool calls at Stop", async () => {
    const body =
      'return { decision: "block", reason: event.reply + " | " + event.toolResults.map((one) => one.result).join(", ") };';
    expect(await tell("Stop", body)).toMatchObject({
      ok: true,
      decision: "block",
      reason: "Some time next month. | reader 7, due on the ninth",
    });
  });

  it("is tried on each tool call until it does more than allow, with the calls before it", async () => {
    const body =
      'return event.tool === "find_loan" ? { decision: "deny", reason: event.earlier.map((one) => one.tool).join() + event.loadedSkills.join() } : null;';
    expect(await tell("PreToolUse", body)).toMatchObject({ decision: "deny", reason: "find_readerloans" });
  });

  it("is given what each tool came to", async () => {
    const body = 'return { decision: "change", outcome: { ok: true, result: event.outcome.result.toUpperCase() } };';
    expect((await tell("PostToolUse", body)).reason).toContain("READER 7");
  });

  it("is given the comments of the case", async () => {
    const body = 'return { decision: "deny", reason: event.comments[0].text };';
    expect((await tell("UserPromptSubmit", body)).reason).toBe("when is my book due");
  });
});

describe("a hook without such a moment", () => {
  it("is given a sample", async () => {
    const body = 'return { decision: "deny", reason: event.tool };';
    const without = { item, trajectory: sampleTrajectory({ reply: "Yes." }) };
    expect((await tell("PreToolUse", body, without)).reason).toBe("sample_tool");
    expect((await tell("PreToolUse", body, { item, trajectory: null })).reason).toBe("sample_tool");
  });
});

describe("what is wrong with a hook", () => {
  it("is that it throws, or decides what the event does not know", async () => {
    expect(await tell("Stop", 'throw new Error("no");')).toMatchObject({ ok: false, reason: expect.stringContaining("no") });
    expect(await tell("Stop", 'return { decision: "deny", reason: "x" };')).toMatchObject({
      ok: false,
      reason: expect.stringContaining("allow, block"),
    });
    const wrong = hook("Stop", 'return { decision: "block" };');
    expect(await dryRunHooks([wrong], sandbox, [item], 1_000)).toMatchObject([{ path: wrong.path, code: "hook-dry-run" }]);
  });

  it("is nothing where it returns nothing: that allows", async () => {
    expect(await tell("Stop", "")).toMatchObject({ ok: true, decision: "allow" });
    expect(await dryRunHooks([hook("Stop", "return null;")], sandbox, [item], 1_000)).toEqual([]);
  });
});
