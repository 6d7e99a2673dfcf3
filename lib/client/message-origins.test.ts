import { describe, expect, it } from "vitest";
import type { Message } from "@/lib/contracts/model";
import type { Step } from "@/lib/contracts/trajectory";
import { boundaryStep, modelCallStep, trajectoryOf } from "@/lib/testing/trajectory-samples";
import { messageOrigins } from "./message-origins";

type ModelCall = Extract<Step, { type: "model-call" }>;

const system = (content: string): Message => ({ role: "system", content });
const user = (content: string): Message => ({ role: "user", content });
const asks = (id: string, name: string): Message => ({
  role: "assistant",
  content: "",
  toolCalls: [{ id, name, arguments: "{}" }],
});
const result = (toolCallId: string, content: string): Message => ({ role: "tool", toolCallId, content });
const says = (content: string): Message => ({ role: "assistant", content, toolCalls: [] });

const at = { round: 1, atMs: 5 };
const hook = (event: "PreModelCall" | "PostToolUse" | "Stop", decision: "change" | "block" | "allow", name: string): Step => {
  return { ...at, type: "hook", event, hook: name, decision, durationMs: 1 };
};

function origins(before: Step[], call: ModelCall, history: Message[] = []) {
  const trajectory = trajectoryOf([...before, call], { history });
  return messageOrigins(trajectory, call).map(({ kind, title, path, note }) => [kind, title, path, note]);
}

const messages = [system("You are the host."), user("Hello there"), says("Welcome"), user("How much is link 3?")];
const prompt = [{ path: "prompt/10-role.md", name: "role", start: 0, end: 17, tokens: 5 }];

describe("messageOrigins", () => {
  it("cuts the system prompt into its blocks, and tells dialogue from the comment", () => {
    expect(origins([boundaryStep(1)], modelCallStep({ messages, prompt }))).toEqual([
      ["block", "role", "prompt/10-role.md", null],
      ["dialogue", "dialogue or an earlier comment", null, null],
      ["dialogue", "dialogue or an earlier comment", null, null],
      ["comment", "comment", null, null],
    ]);
  });

  it("keeps every character of the prompt but the space between blocks", () => {
    const call = modelCallStep({ messages: [system("You are the host.\n\nAdded.")], prompt });
    const trajectory = trajectoryOf([boundaryStep(1), hook("PreModelCall", "change", "stamp"), call]);
    const parts = messageOrigins(trajectory, call);
    expect(parts.map((part) => part.text.trim())).toEqual(["You are the host.", "Added."]);
    expect(parts.map((part) => part.path)).toEqual(["prompt/10-role.md", "hooks/stamp.js"]);
    expect(parts.map((part) => part.tokens)).toEqual([5, null]);
  });

  it("ascribes Skill bodies, tool results and a result that a Hook changed to their files", () => {
    const history = [asks("a", "load_skill"), result("a", "Rules."), asks("b", "get_price"), result("b", "5")];
    const steps: Step[] = [
      boundaryStep(1),
      { ...at, type: "skill-load", callId: "a", skill: "price", found: true },
      hook("PostToolUse", "allow", "typed"),
      hook("PostToolUse", "change", "trim"),
      {
        ...at,
        type: "tool-call",
        callId: "b",
        tool: "get_price",
        arguments: {},
        outcome: { ok: true, result: 5 },
        raw: { ok: true, result: "5 yuan" },
        durationMs: 1,
      },
      boundaryStep(2, { historyLength: history.length }),
    ];
    const found = origins(steps, modelCallStep({ round: 2, messages: [user("How much?"), ...history] }), history);
    expect(found).toEqual([
      ["comment", "comment", null, null],
      ["policy", "what the policy said before", null, null],
      ["skill", "Skill price", "skills/price/SKILL.md", null],
      ["policy", "what the policy said before", null, null],
      ["tool", "result of get_price", "tools/get_price.json", "changed by the Hook trim"],
    ]);
  });

  it("names the Hook that sent a reply back, and the rule where no Hook did", () => {
    const history = [says("It is free"), user("No tool said so."), says("It is 5"), user("Load a Reply Skill.")];
    const steps: Step[] = [
      boundaryStep(1),
      hook("Stop", "allow", "format"),
      hook("Stop", "block", "claims"),
      { ...at, type: "retry", scope: "reply", reason: "No tool said so." },
      boundaryStep(2, { historyLength: 2 }),
      { ...at, type: "retry", scope: "reply", reason: "Load a Reply Skill." },
      boundaryStep(3, { historyLength: 4 }),
    ];
    const found = origins(steps, modelCallStep({ round: 3, messages: [user("How much?"), ...history] }), history);
    expect(found[2]).toEqual(["feedback", "feedback of the Hook claims", "hooks/claims.js", null]);
    expect(found[4]).toEqual(["feedback", "asked by the Reply Skill rule", "harness.yaml", null]);
  });

  it("tells the directive from the comment", () => {
    const directive = "Open: greet";
    const first = modelCallStep({ messages: [user("Hi"), user(directive)] });
    expect(origins([boundaryStep(1, { directive })], first)).toEqual([
      ["comment", "comment", null, null],
      ["directive", "directive of the planning module", "harness.yaml", null],
    ]);
    const history = [asks("a", "update_todo"), result("a", "ok")];
    const second = modelCallStep({ round: 2, messages: [user("Hi"), ...history, user(directive)] });
    const found = origins([boundaryStep(2, { directive, historyLength: 2 })], second, history);
    expect(found.map(([kind]) => kind)).toEqual(["comment", "policy", "tool", "directive"]);
  });

  it("takes a nested agent's task, history and answer for what they are", () => {
    const inner = [asks("x", "get_stock"), result("x", "3")];
    const steps: Step[] = [
      boundaryStep(1),
      { ...at, type: "frame", action: "began", callId: "d", text: "count" },
      {
        ...at,
        depth: 1,
        type: "tool-call",
        callId: "x",
        tool: "get_stock",
        arguments: {},
        outcome: { ok: true, result: 3 },
        durationMs: 1,
      },
      boundaryStep(2, { history: inner, depth: 1 }),
    ];
    const nested = modelCallStep({ round: 2, depth: 1, messages: [user("count"), ...inner] });
    expect(origins(steps, nested).map(([kind, title]) => [kind, title])).toEqual([
      ["task", "task of the nested agent"],
      ["policy", "what the policy said before"],
      ["tool", "result of get_stock"],
    ]);
    const history = [asks("d", "delegate"), result("d", "Three.")];
    const after: Step[] = [
      ...steps,
      { ...at, type: "frame", action: "ended", callId: "d", text: "Three." },
      boundaryStep(3, { historyLength: 2 }),
    ];
    const outer = modelCallStep({ round: 3, messages: [user("How many?"), ...history] });
    expect(origins(after, outer, history)[2]).toEqual(["nested-agent", "answer of a nested agent", null, null]);
  });

  it("knows the recovery's instruction, and the results of the round that failed", () => {
    const history = [asks("b", "get_price"), result("b", "5")];
    const call = modelCallStep({
      messages: [user("How much?"), ...history, user("Answer now.")],
      route: { endpoint: "e", model: "m", checkpoint: "c", prompt: "compact" },
    });
    const steps: Step[] = [
      boundaryStep(1),
      call,
      {
        ...at,
        type: "fallback",
        scope: "trajectory",
        reason: "timeout",
        route: { endpoint: "e", model: "m", checkpoint: "c", prompt: "compact" },
        recovered: true,
      },
    ];
    const found = messageOrigins(trajectoryOf(steps, { history }), call);
    expect(found.map(({ kind }) => kind)).toEqual(["comment", "policy", "tool", "recovery"]);
    expect(found[1]?.title).toBe("what the policy said before");
  });

  it("names only the Hooks of this call's own chain", () => {
    const first = modelCallStep({ messages: [system("Added.")] });
    const second = modelCallStep({ messages: [system("Added.")], attempt: 2 });
    const chain = [boundaryStep(1), hook("PreModelCall", "change", "one"), first];
    expect(origins(chain, second)[0]?.[2]).toBe("hooks/one.js");
    const next = [...chain, hook("PreModelCall", "allow", "one"), hook("PreModelCall", "change", "two")];
    expect(origins(next, second)[0]).toEqual(["hook", "changed by the Hook two", "hooks/two.js", null]);
  });

  it("ascribes what a custom module sent to the module", () => {
    const call = modelCallStep({ messages: [system("Be brief."), user("Sum up.")], module: "memory" });
    expect(origins([boundaryStep(1)], call).map(([kind, , path]) => [kind, path])).toEqual([
      ["module", "modules/memory.js"],
      ["module", "modules/memory.js"],
    ]);
  });

  it("reads an old trajectory that has no boundary", () => {
    expect(origins([], modelCallStep({ messages, prompt }))).toHaveLength(4);
  });
});
