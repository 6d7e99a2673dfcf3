import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { completionsAt } from "./completions-at";
import { hoverAt } from "./hover-at";

const HOOKS = "examples/live-room/harnesses/modular/hooks";

/** Completions at the mark `¦` of a text. */
function at(marked: string, path: string) {
  const offset = marked.indexOf("¦");
  return completionsAt(marked.replace("¦", ""), offset, path);
}
const hook = (body: string, events = '"Stop"', parameter = "event") =>
  `export const events = [${events}];\n\nexport default function check(${parameter}) {\n  ${body}\n}\n`;
const labels = (marked: string, path = "hooks/check.js") => at(marked, path).map(({ label }) => label);
const action = (body: string) => `export default async function (input, host) {\n  ${body}\n}\n`;

const STOP = ["event", "reply", "channel", "comments", "context", "toolResults", "loadedSkills", "round", "stopBlocks"];
const COMMENT = ["viewer", "text"];
const RESULT = ["tool", "arguments", "result"];

describe("members in a Hook", () => {
  it.each([
    ["of the event", hook("event.¦"), STOP],
    ["where the word has begun", hook("event.tool¦"), STOP],
    ["by the parameter's own name", hook("given.¦", '"Stop"', "given"), STOP],
    ["in an arrow function", 'export const events = ["Stop"];\nexport default (e) => e.¦', STOP],
    ["in an arrow function without parentheses", 'export const events = ["Stop"];\nexport default e => { e.¦', STOP],
    ["in an async arrow", 'export const events = ["Stop"];\nexport default async (e) => { if (e.¦) }', STOP],
    [
      "in a function exported by name",
      'const events = ["Stop"];\nfunction check(e) { e.¦ }\nexport { events, check as default };',
      STOP,
    ],
    [
      "in a constant exported afterwards",
      'export const events = ["Stop"];\nconst check = (e) => { e.¦ };\nexport default check;',
      STOP,
    ],
    ["of an item by its place", hook("event.comments[0].¦"), COMMENT],
    ["after optional chaining", hook("event?.comments?.[0]?.¦"), COMMENT],
    ["of what at gives", hook("event.comments.at(-1).¦"), COMMENT],
    ["of a constant", hook("const last = event.comments.at(-1);\n  last.¦"), COMMENT],
    ["of a destructured constant", hook("const { comments: [first], reply } = event;\n  first.¦"), COMMENT],
    ["of a constant with a fallback", hook("const last = event.comments[0] ?? null;\n  last.¦"), COMMENT],
    ["in a pattern of the parameter", hook("comments[0].¦", '"Stop"', "{ comments }"), COMMENT],
    ["of what a pattern can take", hook("const { ¦ } = event;"), STOP],
    ["of the rest of a pattern", hook("const { reply, ¦ } = event;"), STOP.filter((name) => name !== "reply")],
    ["of an item in a loop", hook("for (const result of event.toolResults) {\n    result.¦\n  }"), RESULT],
    ["of an item taken apart in a loop", hook("for (const { result, ¦ } of event.toolResults) {}"), ["tool", "arguments"]],
    ["in a template", hook(`const text = \`It says \${event.¦} here\`;`), STOP],
    ["after a comment and a regular expression", hook("// don't\n  const A = /[\"'`/]/; event.¦"), STOP],
    ["with the rest of the file in pieces", hook('if (event.¦\n  return { decision: "allow" };'), STOP],
    [
      "in the last line of a text that stops there",
      'export const events = ["Stop"];\nexport default function (event) {\n  event.¦',
      STOP,
    ],
  ])("%s", (_, marked, expected) => {
    expect(labels(marked)).toEqual(expected);
  });

  it.each(["map", "filter", "some", "every", "find", "flatMap", "forEach"])("of the item that %s gives", (name) => {
    expect(labels(hook(`event.toolResults.${name}((item) => item.¦)`))).toEqual(RESULT);
    expect(labels(hook(`event.toolResults.${name}(function (item) { return item.¦ })`))).toEqual(RESULT);
    expect(labels(hook(`event.toolResults.${name}(({ ¦ }) => 1)`))).toEqual(RESULT);
  });

  it("follows chains of list methods, and what map makes", () => {
    expect(labels(hook("event.toolResults.filter((one) => one.tool === 'x').map((two) => two.¦)"))).toEqual(RESULT);
    expect(labels(hook("event.comments.map((comment) => comment.text).filter((text) => text.¦)"))).toContain("toLowerCase");
    expect(labels(hook("event.comments.reduce((sum, item) => sum + item.¦, '')"))).toEqual(COMMENT);
  });

  it("knows what a function of the file is given where it is called", () => {
    const calls =
      "const last = (comment) => comment.¦;\n  event.comments.some((each) => last(each)) || check(event.comments[0], event)";
    expect(labels(hook(calls))).toEqual(COMMENT);
    expect(
      labels(`${hook("return check(1, event);").replace("check(event)", "stop(event)")}function check(one, two) { two.¦ }`),
    ).toEqual(STOP);
    expect(labels(`${hook("again(event);")}function again(it) { again(it); it.¦ }`)).toEqual(STOP);
  });

  it("marks what only some variants of an outcome have", () => {
    const offers = at(hook("const { outcome } = event;\n  outcome.¦", '"PostToolUse"'), "hooks/a.js");
    expect(offers.map(({ label, detail }) => [label, detail])).toEqual([
      ["ok", "true | false"],
      ["result", "Json (ok: true)"],
      ["error", "{ type: ToolErrorType; message: string } (ok: false)"],
    ]);
    expect(labels(hook("event.outcome.error.¦", '"PostToolUse"'))).toEqual(["type", "message"]);
  });

  it("of several events puts first what all have, and names the events of the others", () => {
    const offers = at(hook("event.¦", '"PreToolUse", "PostToolUse", "Stop"'), "hooks/a.js");
    expect(offers[0]?.label).toBe("event");
    expect(offers.find(({ label }) => label === "tool")?.detail).toBe("string (PreToolUse, PostToolUse)");
    expect(offers.find(({ label }) => label === "reply")?.detail).toBe("string (Stop)");
  });

  it("offers the methods of lists and texts", () => {
    expect(labels(hook("event.toolResults.¦"))).toEqual(expect.arrayContaining(["length", "map", "filter", "some", "includes"]));
    expect(labels(hook("event.reply.¦"))).toEqual(expect.arrayContaining(["length", "includes", "replace", "trim"]));
  });

  it("stays silent where nothing is known", () => {
    expect(labels(hook("unknown.¦"))).toEqual([]);
    expect(labels(hook("event.context.product.¦"))).toEqual([]);
    expect(labels(hook("// event.¦"))).toEqual([]);
    expect(labels(hook("const text = 'event.¦';"))).toEqual([]);
    expect(labels(hook("const text = `event.¦`;"))).toEqual([]);
    expect(labels(`${hook("")}function other(event) { event.¦ }`)).toEqual([]);
    expect(labels(hook("event.¦"), "notes.js")).toEqual([]);
    expect(labels(") . foo . ¦ x")).toEqual([]);
    expect(labels(hook("event.¦"), "modules/none.js")).toEqual([]);
  });
});

describe("what a Hook says", () => {
  it.each([
    ["events", 'export const events = ["¦"];', ["UserPromptSubmit", "PreModelCall", "PreToolUse", "PostToolUse", "Stop"]],
    [
      "events that are not there yet",
      'export const events = ["Stop", "¦',
      ["UserPromptSubmit", "PreModelCall", "PreToolUse", "PostToolUse"],
    ],
    ["decisions of its event", hook('return { decision: "¦" };'), ["allow", "block", "replace", "suppress"]],
    ["decisions without the closing mark", hook('return { decision: "¦'), ["allow", "block", "replace", "suppress"]],
    ["decisions of another event", hook('return { decision: "¦" };', '"PreToolUse"'), ["allow", "deny", "change"]],
    [
      "decisions in a conditional",
      hook('return event.reply ? { decision: "allow" } : { decision: "¦" };'),
      ["allow", "block", "replace", "suppress"],
    ],
    [
      "decisions of an arrow function",
      'export const events = ["PostToolUse"];\nexport default (e) => ({ decision: "¦" })',
      ["allow", "change"],
    ],
    ["what goes with the decision", hook('return { decision: "replace", ¦ };'), ["reply", "channel"]],
    ["channels", hook('return { decision: "replace", channel: "¦" };'), ["public", "private"]],
    ["what a field can be compared with", hook('if (event.channel === "¦") return;'), ["public", "private"]],
    [
      "parts of an outcome",
      hook('return { decision: "change", outcome: { ok: false, error: { ¦ } } };', '"PostToolUse"'),
      ["type", "message"],
    ],
    ["nothing in a callback's own object", hook("event.comments.map(() => { return { decision: '¦' } })"), []],
  ])("%s", (_, marked, expected) => {
    expect(labels(marked)).toEqual(expected);
  });

  it("offers the types of tool errors in an outcome", () => {
    expect(
      labels(hook('return { decision: "change", outcome: { ok: false, error: { type: "¦" } } };', '"PostToolUse"')),
    ).toContain("permission-denied");
  });

  it("offers whole decisions after return, with places to fill", () => {
    const offers = at(hook("return ¦", '"PreToolUse"', "call"), "hooks/a.js").filter(({ kind }) => kind === "snippet");
    expect(offers.map(({ insert }) => insert)).toEqual([
      '{ decision: "allow" };',
      `{ decision: "deny", reason: "\${1:reason}" };`,
      `{ decision: "change", arguments: \${1:call.arguments} };`,
    ]);
    expect(at(hook("return {¦}"), "hooks/a.js")[1]?.insert).toBe(` decision: "block", reason: "\${1:reason}" `);
  });

  it("replaces the whole text between the quotes", () => {
    const text = hook('return { decision: "blo" };');
    const offset = text.indexOf("blo");
    expect(completionsAt(text, offset + 2, "hooks/a.js")[0]).toMatchObject({ from: offset, to: offset + 3 });
  });
});

describe("a module", () => {
  it.each([
    ["input of memory", "memory", "input.¦", ["task", "round", "depth", "loadedSkills", "state", "history"]],
    ["the host", "action", "host.¦", ["callModel", "callTool", "emit"]],
    [
      "the model's outcome",
      "action",
      "const answer = await host.callModel();\n  answer.error.¦",
      ["type", "message", "status", "retryable", "retryAfterMs"],
    ],
    [
      "a tool's outcome",
      "action",
      'const found = await host.callTool("price", { link: 3 });\n  found.¦',
      ["ok", "result", "error"],
    ],
    ["an outcome in parentheses", "action", "(await host.callTool('a')).error.¦", ["type", "message"]],
    ["arguments of callModel", "action", "await host.callModel({ ¦ })", ["messages", "tools"]],
    ["roles of a message", "memory", 'return { messages: [{ role: "¦" }] };', ["system", "user", "assistant", "tool"]],
    ["exposed tools", "orchestration", "input.registry.tools.map((tool) => tool.¦)", ["name", "description"]],
  ])("%s", (_, slot, body, expected) => {
    expect(labels(action(body), `modules/${slot}.js`)).toEqual(expected);
  });

  it("offers each result of its slot", () => {
    const snippets = at(action("return ¦"), "modules/action.js").filter(({ kind }) => kind === "snippet");
    expect(snippets.map(({ label }) => label)).toEqual(["{ reply }", "{ toolCalls }", "{ delegate }"]);
    expect(at(action("return ¦"), "modules/memory.js")[0]?.insert).toBe(`{ messages: [\${1}] };`);
  });
});

describe("hover", () => {
  const over = (marked: string, path = "hooks/a.js") => hoverAt(marked.replace("¦", ""), marked.indexOf("¦"), path);

  it("says a field's type and what it is", () => {
    expect(over(hook("event.toolRe¦sults.length"))).toMatchObject({
      code: "toolResults: { tool: string; arguments: Json; result: Json }[]",
      description: "The results of this task's tool calls, in order; errors are left out",
    });
    expect(over(hook("event.outcome.er¦ror", '"PostToolUse"'))?.code).toMatch(/ok: false$/);
    expect(over(action("host.call¦Tool('a')"), "modules/action.js")?.code).toBe(
      "callTool: (name: string, args?: JsonObject) => Promise<ToolOutcome>",
    );
  });

  it("says what a name holds", () => {
    expect(over(hook("const first = event.comments[0];\n  fi¦rst"))?.code).toBe("first: Comment");
    expect(over(hook("const { chan¦nel } = event;"))?.code).toBe("channel: Channel");
    expect(over(hook('return { decision: "block", rea¦son: "x" };'))?.description).toBe("Why, in words that the policy reads");
    expect(over(hook("unkno¦wn"))).toBeNull();
  });
});

it("never throws, wherever in the example Hooks one stands or stops typing", () => {
  for (const name of ["block-unsupported-claims", "control-retries", "type-tool-errors"]) {
    const text = readFileSync(join(HOOKS, `${name}.js`), "utf8");
    for (let offset = 0; offset <= text.length; offset += 3) {
      completionsAt(text.slice(0, offset), offset, "hooks/a.js");
      completionsAt(text, offset, "modules/action.js");
      hoverAt(text, offset, "hooks/a.js");
    }
  }
});

it("answers for any text, with ranges around the place", () => {
  const pieces =
    'export default function async await const { } ( ) [ ] . ?. => = , ; : ? ?? ` ${ " \' / // event host e map return events "Stop" decision 1'.split(
      " ",
    );
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(" "));
  fc.assert(
    fc.property(texts, fc.nat(), fc.constantFrom("hooks/a.js", "modules/action.js"), (text, place, path) => {
      const offset = place % (text.length + 1);
      hoverAt(text, offset, path);
      return completionsAt(text, offset, path).every(({ from, to }) => from <= offset && offset <= to && to <= text.length);
    }),
    { numRuns: 3_000, seed: 3 },
  );
});
