import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import type { Step, ToolOutcome, Trajectory } from "@/lib/contracts/trajectory";
import { createSandbox } from "@/lib/server/sandbox";
import { harnessOf, skillFile, taskOptions, toolsThat } from "@/lib/testing/kernel-task";
import { calls, says, scriptedModel } from "@/lib/testing/scripted-model";
import { runTask } from "./run-task";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

const hookFile = (name: string) => ({
  [`hooks/${name}.js`]: readFileSync(`examples/live-room/harnesses/modular/hooks/${name}.js`, "utf8"),
});
const TOOL = JSON.stringify({
  name: "look_up",
  description: "Looks a link up.",
  inputSchema: { type: "object", properties: { link_id: {}, order_number: {} } },
  binding: { kind: "fixture", table: "look_up" },
});
const stepsOf = <T extends Step["type"]>(trajectory: Trajectory, type: T) =>
  trajectory.steps.filter((step): step is Extract<Step, { type: T }> => step.type === type);

interface Situation {
  comment?: string;
  context?: Record<string, string>;
  tool?: ToolOutcome;
  script: Parameters<typeof scriptedModel>[0];
}

/** One task under the named Hook of the example harness and nothing else. */
async function under(name: string, { comment = "Tell me about link 3", context = {}, tool, script }: Situation) {
  const model = scriptedModel(script);
  const trajectory = await runTask(
    taskOptions({
      harness: harnessOf({
        "harness.yaml": "name: test\nrequireReplySkill: false\n",
        "tools/look_up.json": TOOL,
        "skills/item/SKILL.md": skillFile("item"),
        ...hookFile(name),
      }),
      model,
      sandbox,
      tools: toolsThat(tool ?? { ok: true, result: { about: "55% flax", dispatch: "within 24 hours" } }),
      task: { input: { comments: [{ text: comment }] }, context, dialogue: [], channel: "public" },
    }),
  );
  const blocked = stepsOf(trajectory, "hook").filter(({ decision }) => decision === "block");
  return { trajectory, model, blocked: blocked.map(({ reason }) => reason ?? "") };
}
const lookUp = (args: object = { link_id: 3 }) => calls(["look_up", args]);
const timeout: ToolOutcome = { ok: false, error: { type: "timeout", message: "no answer" } };

describe("check-tool-parameters", () => {
  it.each([
    [{ link_id: "three" }, "link_id must be the number of a link"],
    [{ link_id: 0 }, "link_id must be the number of a link"],
    [{ order_number: "my order" }, "order_number must be the viewer's own order number"],
  ])("refuses %j before the tool is called", async (args, reason) => {
    const { trajectory } = await under("check-tool-parameters", { script: [lookUp(args), says("One moment.")] });
    expect(stepsOf(trajectory, "tool-call")).toMatchObject([
      { executed: false, outcome: { error: { type: "denied-by-hook", message: expect.stringContaining(reason) } } },
    ]);
  });
  it("lets a good call pass", async () => {
    const { trajectory } = await under("check-tool-parameters", {
      script: [lookUp({ order_number: "12345678" }), says("Here.")],
    });
    expect(stepsOf(trajectory, "tool-call")).toMatchObject([{ outcome: { ok: true } }]);
  });
});

describe("type-tool-errors", () => {
  it.each(["timeout", "unavailable", "not-found", "permission-denied", "malformed", "schema-drift"] as const)(
    "says what to do after %s, keeps its type, and the record keeps what the tool said",
    async (type) => {
      const tool: ToolOutcome = { ok: false, error: { type, message: "raw" } };
      const { trajectory, model } = await under("type-tool-errors", { tool, script: [lookUp(), says("I cannot check it.")] });
      expect(stepsOf(trajectory, "tool-call")).toMatchObject([{ outcome: { error: { type } }, raw: tool }]);
      expect(model.requests[1]?.messages.at(-1)?.content).toMatch(/^\{"error":\{"type":"[a-z-]+","message":"raw\. .+/);
    },
  );
});

describe("require-reply-skill", () => {
  it("asks once for a Skill, then lets the reply pass", async () => {
    const { trajectory, blocked } = await under("require-reply-skill", { script: [says("It is linen.")] });
    expect(blocked).toEqual([expect.stringContaining("Load a Reply Skill")]);
    expect(trajectory).toMatchObject({ stopReason: "replied", reply: "It is linen." });
  });
  it("says nothing where a Skill is loaded", async () => {
    const { blocked } = await under("require-reply-skill", {
      script: [calls(["load_skill", { skill: "item" }]), says("Linen.")],
    });
    expect(blocked).toEqual([]);
  });
});

describe("reply-format", () => {
  it("makes a reply speakable", async () => {
    const { trajectory } = await under("reply-format", { script: [says("**Great**  choice 🎉\n# yes")] });
    expect(trajectory.reply).toBe("Great choice yes");
  });
  it.each([
    ["2*39 yuan", "2 × 39 yuan"],
    ["1_000 and 5#6", "1 000 and 5 6"],
  ])("makes no other number of %j", async (reply, spoken) => {
    expect((await under("reply-format", { script: [says(reply)] })).trajectory.reply).toBe(spoken);
  });
  it("sends back what is too long", async () => {
    const { blocked, trajectory } = await under("reply-format", { script: [says("x".repeat(500)), says("Short.")] });
    expect(blocked).toHaveLength(1);
    expect(trajectory.reply).toBe("Short.");
  });
});

describe("guard-claims", () => {
  it("sends back a figure that nothing supports", async () => {
    const { blocked } = await under("guard-claims", { script: [says("It costs 89 yuan."), says("Let me check.")] });
    expect(blocked).toEqual([expect.stringContaining('"89 yuan"')]);
  });
  it("sends back an offer without a look-up", async () => {
    const { blocked } = await under("guard-claims", { script: [says("It is half price now."), says("Let me check.")] });
    expect(blocked).toHaveLength(1);
  });
  it.each(["It costs ¥89.", "It costs $89.", "只要89元。"])("reads the price in %j", async (reply) => {
    expect((await under("guard-claims", { script: [says(reply), says("Let me check.")] })).blocked).toHaveLength(1);
  });
  it("takes what a tool was asked for no evidence", async () => {
    const script = [lookUp({ link_id: 89 }), says("It costs 89 yuan."), says("Let me check.")];
    expect((await under("guard-claims", { script })).blocked).toHaveLength(1);
  });
  it("lets a figure of a tool result pass", async () => {
    const tool: ToolOutcome = { ok: true, result: { price: 89 } };
    expect((await under("guard-claims", { tool, script: [lookUp(), says("It costs 89 yuan.")] })).blocked).toEqual([]);
  });
});

describe("block-unsupported-claims", () => {
  it.each([
    ["an attribute", "It is waterproof."],
    ["an attribute in Chinese", "这款是防水的。"],
    ["a guarantee", "You get a lifetime warranty."],
    ["a guarantee in Chinese", "我们假一赔十。"],
    ["a delivery promise", "It arrives tomorrow."],
    ["a delivery promise in Chinese", "今天下单明天到。"],
  ])("sends back %s that nothing supports", async (_name, reply) => {
    const { blocked, trajectory } = await under("block-unsupported-claims", {
      script: [lookUp(), says(reply), says("I will check.")],
    });
    expect(blocked).toEqual([expect.stringMatching(/no tool result supports it/)]);
    expect(trajectory.reply).toBe("I will check.");
  });
  it.each([
    ["a tool result says so", { ok: true, result: "Waterproof to 10 m." } as ToolOutcome, {}],
    ["the room says so", undefined, { anchorSpeech: "this one is waterproof" }],
  ])("lets it pass where %s", async (_name, tool, context) => {
    const situation = { context, script: [lookUp(), says("It is waterproof.")], ...(tool && { tool }) };
    expect((await under("block-unsupported-claims", situation)).blocked).toEqual([]);
  });
  it.each([
    "I cannot promise that it arrives tomorrow.",
    "Sorry, it is not waterproof.",
    "I will check whether it is organic.",
    "这款不防水。",
  ])("lets %j pass: it claims nothing", async (reply) =>
    expect((await under("block-unsupported-claims", { script: [says(reply)] })).blocked).toEqual([]),
  );
  it.each(["It is guaranteed, no questions asked.", "Waterproof, not a drop gets in!", "No worries, it arrives tomorrow."])(
    "is not disarmed by a negation elsewhere: %j",
    async (reply) => {
      const { blocked } = await under("block-unsupported-claims", { script: [says(reply), says("I will check.")] });
      expect(blocked).toHaveLength(1);
    },
  );
  it("takes what a tool was asked for no evidence", async () => {
    const script = [lookUp({ link_id: "waterproof" }), says("It is waterproof."), says("I will check.")];
    expect((await under("block-unsupported-claims", { script })).blocked).toHaveLength(1);
  });
  it("does not take the viewer's word for it", async () => {
    const { blocked } = await under("block-unsupported-claims", {
      comment: "is it waterproof?",
      script: [says("Yes, it is waterproof."), says("I will check.")],
    });
    expect(blocked).toHaveLength(1);
  });
});

describe("disclose-identity", () => {
  it.each(["I'm a real person.", "I am human, promise.", "我是真人哦"])("sends back %j", async (reply) => {
    const { trajectory, blocked } = await under("disclose-identity", {
      script: [says(reply), says("I am the shop's AI avatar.")],
    });
    expect(blocked).toHaveLength(1);
    expect(trajectory.reply).toBe("I am the shop's AI avatar.");
  });
  it.each(["are you a real person?", "你是真人吗"])("sends back an answer to %j that leaves it open, once", async (comment) => {
    const { trajectory, blocked } = await under("disclose-identity", { comment, script: [says("Welcome to the room.")] });
    expect(blocked).toHaveLength(1);
    expect(trajectory.stopReason).toBe("replied");
  });
  it("lets an honest answer pass", async () => {
    const comment = "are you a bot?";
    expect((await under("disclose-identity", { comment, script: [says("I am an AI avatar of the shop.")] })).blocked).toEqual([]);
  });
  it("is not got round: where the policy insists, nothing is said", async () => {
    const { trajectory } = await under("disclose-identity", { script: [says("I'm a real person.")] });
    expect(trajectory).toMatchObject({ reply: "", stopReason: "round-limit" });
  });
});

describe("control-retries", () => {
  const outcomes = (trajectory: Trajectory) =>
    stepsOf(trajectory, "tool-call").map(({ outcome }) => (outcome.ok ? "ok" : outcome.error.type));
  it("lets a timed-out call be made once more, and then no more", async () => {
    const { trajectory } = await under("control-retries", {
      tool: timeout,
      script: [lookUp(), lookUp(), lookUp(), says("Sorry.")],
    });
    expect(outcomes(trajectory)).toEqual(["timeout", "timeout", "denied-by-hook"]);
  });
  it("does not let a call be repeated that cannot succeed", async () => {
    const tool: ToolOutcome = { ok: false, error: { type: "not-found", message: "nothing" } };
    const { trajectory } = await under("control-retries", {
      tool,
      script: [lookUp(), lookUp(), lookUp({ link_id: 4 }), says("Sorry.")],
    });
    expect(outcomes(trajectory)).toEqual(["not-found", "denied-by-hook", "denied-by-hook"]);
  });
  it("leaves calls alone that bring results", async () => {
    const { trajectory } = await under("control-retries", { script: [lookUp(), lookUp(), says("Here.")] });
    expect(outcomes(trajectory)).toEqual(["ok", "ok"]);
  });
});
