import { afterAll, describe, expect, it } from "vitest";
import { HookEvent } from "@/lib/contracts/harness";
import { HookDecision, type HookPayloads } from "@/lib/contracts/hook";
import type { JsonValue } from "@/lib/contracts/ids";
import type { HostAnswer } from "@/lib/contracts/module";
import { ModuleResult } from "@/lib/contracts/module";
import { parseHarness } from "@/lib/harness/parse";
import { parseHook } from "@/lib/harness/parse-hook";
import { createSandbox } from "@/lib/server/sandbox/sandbox";
import { SMALL_BUNDLE } from "@/lib/testing/test-studio";
import { hookTemplates, moduleTemplates } from "./author-templates";
import { withCustomModule } from "./custom-module";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

const failed = { ok: false, error: { type: "timeout", message: "No answer" } } as const;
const speech = { comments: [{ text: "hi" }, { text: " " }], context: {}, channel: "public" } as const;
const payloads: { [E in HookEvent]: HookPayloads[E] } = {
  UserPromptSubmit: { ...speech, comments: [...speech.comments], dialogue: [] },
  PreModelCall: { messages: [{ role: "user", content: "hi" }], round: 4, loadedSkills: [] },
  PreToolUse: { tool: "a", arguments: {}, round: 1, loadedSkills: [], earlier: [{ tool: "a", arguments: {}, error: "timeout" }] },
  PostToolUse: { tool: "a", arguments: {}, outcome: failed },
  Stop: { ...speech, comments: [...speech.comments], reply: "", toolResults: [], loadedSkills: [], round: 1, stopBlocks: 0 },
};

describe("what a new Hook begins with", () => {
  it.each(HookEvent.options)("is a Hook of %s whose rule decides as the event allows", async (event) => {
    const code = hookTemplates[event];
    expect(parseHook("hooks/a.js", code)).toMatchObject({ hook: { events: [event] }, diagnostics: [] });
    const payload: JsonValue = JSON.parse(JSON.stringify({ event, ...payloads[event] }));
    const outcome = await sandbox.run({ name: "a", code, event, payload, timeoutMs: 1_000 });
    const decision = HookDecision[event].parse(outcome.ok ? outcome.value : outcome);
    expect(decision.decision).not.toBe("allow");
  });
});

const toolCalls = [{ id: "1", name: "price", arguments: '{"link":3}' }];
const answer: HostAnswer = {
  ok: true,
  content: "",
  toolCalls,
  finishReason: "tool_calls",
  usage: { promptTokens: null, completionTokens: null },
  ttftMs: null,
  durationMs: 1,
};

describe("what a new module begins with", () => {
  const message = { role: "user", content: "hi" };
  const input = { history: [message], registry: { tools: [{ name: "price", description: "" }], skills: ["chat"] } };
  it.each([
    ["memory", { messages: [message] }],
    ["planning", { directive: "" }],
    ["orchestration", { tools: ["price"], skills: ["chat"] }],
    ["action", { content: "", toolCalls: [{ name: "price", arguments: { link: 3 } }] }],
  ] as const)("is code for %s that does what the slot does without it", async (slot, expected) => {
    const config = withCustomModule(SMALL_BUNDLE["harness.yaml"] ?? "", slot) ?? "";
    const { harness, diagnostics } = parseHarness({
      ...SMALL_BUNDLE,
      "harness.yaml": config,
      [`modules/${slot}.js`]: moduleTemplates[slot],
    });
    expect(diagnostics).toEqual([]);
    const code = harness?.modules.find((module) => module.slot === slot)?.code ?? "";
    const answers = slot === "action" ? [answer] : [];
    const outcome = await sandbox.runModule({ slot, code, input, answers, timeoutMs: 1_000 });
    expect(ModuleResult[slot].parse(outcome.ok && "value" in outcome ? outcome.value : outcome)).toEqual(expected);
  });
});

describe("a slot set to custom in harness.yaml", () => {
  it.each([
    [
      "beside others",
      "# Mine\nmodules:\n  memory: full # all\n  action: react\nname: a\n",
      "# Mine\nmodules:\n  memory: custom # all\n  action: react\nname: a\n",
    ],
    [
      "in the place of a choice with settings",
      "modules:\n  memory:\n    use: window\n    turns: 3\n  action: react\n",
      "modules:\n  memory:\n    custom\n  action: react\n",
    ],
    [
      "in a list on one line",
      "modules: { memory: { use: window }, action: react }\n",
      "modules: { memory: custom, action: react }\n",
    ],
    ["where there are no modules", "name: a # mine\n", "name: a # mine\nmodules:\n  memory: custom\n"],
    ["where modules is empty", "modules:\nname: a\n", "name: a\nmodules:\n  memory: custom\n"],
    ["where it is already", "modules: {memory: {use: custom}}\n", "modules: {memory: {use: custom}}\n"],
    ["but not in a file that cannot be read", "name: [\n", null],
    ["but not in modules of another kind", "modules: [memory]\n", null],
  ])("%s", (_, before, after) => {
    expect(withCustomModule(before, "memory")).toBe(after);
  });
});
