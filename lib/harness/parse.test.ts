import { describe, expect, it } from "vitest";
import { parseHarness } from "./parse";

const SKILL = "---\nname: price\ndescription: Prices.\nallowed-tools: lookup, other\n---\n\nSay the price.\n";
const TOOL = JSON.stringify(
  { name: "lookup", description: "Looks up.", inputSchema: { type: "object" }, binding: { kind: "fixture", table: "t" } },
  null,
  2,
);
const HOOK = 'export const events = ["Stop"];\nexport default function (event) {\n  return { decision: "allow" };\n}\n';
const bundle = (files: Record<string, string> = {}) => ({
  "harness.yaml": "name: room\n",
  "prompt/10-role.md": "You are the host.",
  ...files,
});
const found = (files: Record<string, string>) =>
  parseHarness(bundle(files)).diagnostics.map(({ path, line, severity, code }) => `${path}:${line} ${severity} ${code}`);

describe("a sound bundle", () => {
  const { harness, diagnostics } = parseHarness(
    bundle({
      "skills/price/SKILL.md": SKILL.replace("lookup, other", "lookup"),
      "tools/lookup.json": TOOL,
      "hooks/check.js": HOOK,
      "prompt/05-first.md": "---\norder: 20\nwhen: dialogue.size > 0\n---\nSecond {{ channel }}\n",
    }),
  );
  it("has no diagnostics", () => expect(diagnostics).toEqual([]));
  it("orders the prompt by its order", () => expect(harness?.prompt.map((block) => block.name)).toEqual(["role", "first"]));
  it("knows the line on which a template begins", () => expect(harness?.prompt[1]?.bodyLine).toBe(5));
  it("takes reply as the default kind of a Skill", () => expect(harness?.skills[0]?.kind).toBe("reply"));
  it("reads allowed-tools", () => expect(harness?.skills[0]?.allowedTools).toEqual(["lookup"]));
  it("reads the events of a hook", () => expect(harness?.hooks[0]?.events).toEqual(["Stop"]));
});

describe("harness.yaml", () => {
  it("is needed", () => expect(parseHarness({ "a.txt": "" }).harness).toBeNull());
  it("points at the line of broken YAML", () => {
    const { harness, diagnostics } = parseHarness({ "harness.yaml": "name: a\nlimits:\n  rounds: [1\nkind: agent\n" });
    expect(harness).toBeNull();
    expect(diagnostics[0]).toMatchObject({ code: "yaml-syntax", severity: "error" });
    expect(diagnostics[0]?.line).toBeGreaterThanOrEqual(3);
  });
  it("points at a value out of range", () => {
    const { diagnostics } = parseHarness({ "harness.yaml": "name: a\nlimits:\n  rounds: 900\n" });
    expect(diagnostics.find((item) => item.code === "config-invalid")).toMatchObject({ line: 3, severity: "error" });
  });
  it("reports unknown fields as information", () => {
    expect(found({ "harness.yaml": "name: a\nmood: calm\nlimits:\n  round: 2\n" })).toEqual([
      "harness.yaml:2 info config-field-unknown",
      "harness.yaml:4 info config-field-unknown",
    ]);
  });
  it("knows every limit of the schema", () => {
    expect(found({ "harness.yaml": "name: a\nlimits: {callAttempts: 1, stopBlocks: 0, toolTimeoutMs: 5}\n" })).toEqual([]);
  });
});

describe("a Skill", () => {
  it("with a broken header is located in the file", () => {
    expect(found({ "skills/a/SKILL.md": "---\nname: a\ndescription: [b\nx: 1\n---\nBody\n" })[0]).toMatch(
      /SKILL\.md:[345] error yaml-syntax/,
    );
  });
  it("needs a header", () =>
    expect(found({ "skills/a/SKILL.md": "Body" })).toEqual(["skills/a/SKILL.md:1 error skill-header-missing"]));
  it("needs the header closed", () =>
    expect(found({ "skills/a/SKILL.md": "---\nname: a\n" })).toEqual(["skills/a/SKILL.md:1 error skill-header-unclosed"]));
  it("must be named as its folder", () =>
    expect(found({ "skills/b/SKILL.md": "---\ndescription: d\nname: a\n---\nBody" })).toEqual([
      "skills/b/SKILL.md:3 error skill-name-folder",
    ]));
  it("must have a name of its own", () => {
    const codes = found({
      "skills/a/SKILL.md": "---\nname: a\ndescription: d\n---\nBody",
      "skills/b/SKILL.md": "---\nname: a\ndescription: d\n---\nBody",
    });
    expect(codes).toContain("skills/b/SKILL.md:2 error skill-name-duplicate");
  });
  it("needs a description", () =>
    expect(found({ "skills/a/SKILL.md": "---\nname: a\n---\nBody" })).toEqual([
      "skills/a/SKILL.md:2 error skill-description-missing",
    ]));
  it("refuses a description over 1,024 characters", () =>
    expect(found({ "skills/a/SKILL.md": `---\nname: a\ndescription: ${"d".repeat(1025)}\n---\nBody` })).toEqual([
      "skills/a/SKILL.md:3 error skill-description-long",
    ]));
  it("may not name a tool that is not there without a warning", () =>
    expect(found({ "skills/price/SKILL.md": SKILL, "tools/lookup.json": TOOL })).toEqual([
      "skills/price/SKILL.md:4 warning skill-tool-unknown",
    ]));
  it("takes allowed-tools as a list too", () => {
    const text = "---\nname: a\ndescription: d\nallowed-tools:\n  - lookup\n---\nBody";
    expect(parseHarness(bundle({ "skills/a/SKILL.md": text })).harness?.skills[0]?.allowedTools).toEqual(["lookup"]);
  });
});

describe("a tool", () => {
  it("with invalid JSON is located", () =>
    expect(found({ "tools/a.json": '{\n  "name": "a",\n  "description" "x"\n}' })).toEqual(["tools/a.json:3 error json-syntax"]));
  it("needs an inputSchema", () =>
    expect(found({ "tools/a.json": '{"name": "a", "description": "d", "binding": {"kind": "fixture", "table": "t"}}' })).toEqual([
      "tools/a.json:1 error tool-schema-missing",
    ]));
  it("needs a schema of an object", () =>
    expect(found({ "tools/a.json": TOOL.replace('"object"', '"array"') })).toEqual(["tools/a.json:5 error tool-schema-invalid"]));
  it("needs a name of its own", () =>
    expect(found({ "tools/a.json": TOOL, "tools/b.json": TOOL })).toEqual(["tools/b.json:2 error tool-name-duplicate"]));
  it.each(["load_skill", "update_todo", "delegate"])("may not take the runtime's name %s, and is left out", (name) => {
    const files = { "tools/a.json": TOOL.replace('"lookup"', JSON.stringify(name)) };
    expect(found(files)).toEqual(["tools/a.json:1 error tool-name-reserved"]);
    expect(parseHarness(bundle(files)).harness?.tools).toEqual([]);
  });
});

describe("a hook", () => {
  it("with a syntax error is located", () =>
    expect(found({ "hooks/a.js": 'export const events = ["Stop"];\nexport default function ( {\n' })[0]).toMatch(
      /hooks\/a\.js:[23] error hook-syntax/,
    ));
  it("needs events", () =>
    expect(found({ "hooks/a.js": "export default function () {}" })).toEqual(["hooks/a.js:1 error hook-events-missing"]));
  it("needs a handler", () =>
    expect(found({ "hooks/a.js": 'export const events = ["Stop"];' })).toEqual(["hooks/a.js:1 error hook-handler-missing"]));
  it("may listen to known events only", () =>
    expect(found({ "hooks/a.js": '\nexport const events = ["Stop", "Nap"];\nexport default () => null;' })).toEqual([
      "hooks/a.js:2 error hook-event-unknown",
    ]));
  it("cannot import", () =>
    expect(found({ "hooks/a.js": `import fs from "fs";\n${HOOK}` })).toEqual(["hooks/a.js:1 error hook-import"]));
});

describe("a prompt block", () => {
  it("with a Liquid error is located below its header", () =>
    expect(found({ "prompt/20-b.md": "---\norder: 2\n---\nfine\n{% if x %}\n" })[0]).toMatch(
      /prompt\/20-b\.md:5 error liquid-syntax/,
    ));
  it("with an unknown filter is located", () =>
    expect(found({ "prompt/20-b.md": "a\nb {{ x | shine }}\n" })).toEqual(["prompt/20-b.md:2 error liquid-syntax"]));
  it("with a broken condition points at it", () =>
    expect(found({ "prompt/20-b.md": '---\nwhen: "a | shine"\n---\nText' })[0]).toMatch(/20-b\.md:2 error prompt-when-invalid/));
});

it("keeps files it does not know and says so", () =>
  expect(found({ "notes.txt": "x" })).toEqual(["notes.txt:1 info path-unknown"]));
