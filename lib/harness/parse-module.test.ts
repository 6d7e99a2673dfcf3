import { describe, expect, it } from "vitest";
import { parseHarness } from "./parse";

const parse = (yaml: string, files: Record<string, string>) =>
  parseHarness({ "harness.yaml": `name: a\n${yaml}`, "prompt/1.md": "x", ...files });
const problems = (yaml: string, files: Record<string, string>) =>
  parse(yaml, files).diagnostics.map(({ path, line, code }) => `${path}:${line} ${code}`);
const good = "export default async function (input, host) { return { directive: '' }; }\n";

describe("a custom slot", () => {
  it("takes its code from modules/<slot>.js", () => {
    const { harness, diagnostics } = parse("modules: {planning: custom}", { "modules/planning.js": good });
    expect(diagnostics).toEqual([]);
    expect(harness?.modules).toEqual([{ path: "modules/planning.js", slot: "planning", code: good }]);
  });
  it("without code is an error", () => {
    expect(problems("modules: {action: custom}", {})).toEqual(["harness.yaml:1 module-missing"]);
  });
  it.each([
    ["a syntax error", "export default (", "module-syntax"],
    ["an import", 'import "node:fs";\nexport default () => {};', "module-import"],
    ["no default export", "export const a = 1;", "module-handler-missing"],
  ])("with %s is an error, and its code is left out", (_name, code, expected) => {
    const { harness, diagnostics } = parse("modules: {planning: custom}", { "modules/planning.js": code });
    expect(diagnostics).toMatchObject([{ path: "modules/planning.js", severity: "error", code: expected }]);
    expect(harness?.modules).toEqual([]);
  });
});

it("code of a slot that is not custom is kept and said not to run", () => {
  expect(problems("", { "modules/planning.js": good })).toEqual(["modules/planning.js:1 module-unused"]);
  expect(problems("", { "modules/thinking.js": good })).toEqual(["modules/thinking.js:1 module-slot-unknown"]);
});

it("a prompt block says with compact: false that it is left out of the compact prompt", () => {
  const { harness } = parse("", { "prompt/2.md": "---\ncompact: false\n---\ny" });
  expect(harness?.prompt.map(({ name, compact }) => [name, compact])).toEqual([
    ["1", true],
    ["2", false],
  ]);
  expect(problems("", { "prompt/2.md": "---\ncompact: perhaps\n---\ny" })).toEqual(["prompt/2.md:2 prompt-compact-invalid"]);
});
