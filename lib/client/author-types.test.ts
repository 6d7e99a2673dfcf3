import ts from "typescript";
import { describe, expect, it } from "vitest";
import { authorTypes } from "./author-types";

/** What TypeScript says of a file beside the declarations; JavaScript is checked by its JSDoc. */
function problems(name: string, text: string): string[] {
  const files = new Map([
    ["/bundle/harness.d.ts", authorTypes()],
    [`/bundle/${name}`, text],
  ]);
  const options: ts.CompilerOptions = {
    strict: true,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (path, target) => {
    const own = files.get(path);
    return own === undefined ? library(path, () => getSourceFile(path, target)) : ts.createSourceFile(path, own, target);
  };
  host.fileExists = (path) => files.has(path) || ts.sys.fileExists(path);
  host.readFile = (path) => files.get(path) ?? ts.sys.readFile(path);
  host.directoryExists = (path) => path === "/bundle" || ts.sys.directoryExists(path);
  host.getCurrentDirectory = () => "/bundle";
  const program = ts.createProgram([...files.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

/** TypeScript's own declarations, read once. */
const libraries = new Map<string, ts.SourceFile | undefined>();
function library(path: string, read: () => ts.SourceFile | undefined) {
  if (!libraries.has(path)) libraries.set(path, read());
  return libraries.get(path);
}

const hook = (events: string, body: string) => `/** @type {import("./harness").Hook<${events}>} */
const check = (event) => { ${body} };
export default check;
`;
const custom = (slot: string, body: string) => `import type { Module } from "./harness";
export default (async (input, host) => { ${body} }) satisfies Module<"${slot}">;
`;

describe("the declarations for authors", () => {
  it.each([
    [
      "a Stop hook",
      "a.js",
      hook(
        '"Stop"',
        'return event.toolResults.some(({ tool }) => tool === "x") ? { decision: "allow" } : { decision: "block", reason: "x" };',
      ),
    ],
    [
      "a hook that returns nothing",
      "a.js",
      hook('"PostToolUse"', "if (event.outcome.ok) return; event.outcome.error.type.trim();"),
    ],
    [
      "a hook of two events",
      "a.js",
      hook(
        '"PreToolUse" | "Stop"',
        'if (event.event === "Stop") event.reply.trim(); else event.earlier.map(({ error }) => error); return { decision: "allow" };',
      ),
    ],
    [
      "a change that leaves out what has a default",
      "a.js",
      hook(
        '"PreModelCall"',
        'return { decision: "change", messages: [...event.messages, { role: "assistant", content: "x" }] };',
      ),
    ],
    [
      "an action module",
      "a.ts",
      custom(
        "action",
        "const answer = await host.callModel({ tools: ['a'] }); host.emit({ ok: answer.ok }); if (!answer.ok) return { reply: answer.error.message }; const found = await host.callTool('a', { link: 3 }); return found.ok ? { reply: answer.content, state: found.result } : { delegate: { task: found.error.type } };",
      ),
    ],
    [
      "an orchestration module",
      "a.ts",
      custom("orchestration", "return { tools: input.registry.tools.map((tool) => tool.name), skills: [] };"),
    ],
  ])("take %s", (_, name, text) => {
    expect(problems(name, text)).toEqual([]);
  });

  it.each([
    ["a decision of another event", "a.js", hook('"PreToolUse"', 'return { decision: "block", reason: "x" };'), /"block"/],
    ["a decision without its reason", "a.js", hook('"Stop"', 'return { decision: "block" };'), /reason/],
    ["a field of another event", "a.js", hook('"Stop"', "event.outcome; return null;"), /outcome/],
    ["an event that there is not", "a.js", hook('"Start"', "return null;"), /"Start"/],
    ["an outcome's result before it is known to be one", "a.js", hook('"PostToolUse"', "event.outcome.result;"), /result/],
    ["a result of another slot", "a.ts", custom("memory", 'return { directive: "x" };'), /directive|messages/],
    ["a call that the host does not have", "a.ts", custom("planning", 'host.fetch(); return { directive: "" };'), /fetch/],
  ])("refuse %s", (_, name, text, expected) => {
    expect(problems(name, text).join("\n")).toMatch(expected);
  });

  it("carry the contract's descriptions, and name each type once", () => {
    const text = authorTypes();
    expect(text).toContain("  /** How often a Stop hook has sent a reply of this task back */\n  stopBlocks: number;");
    const names = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(text.match(/ttftMs: (.*);/)?.[1]).toBe("number | null");
  });
});
