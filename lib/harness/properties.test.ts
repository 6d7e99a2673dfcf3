import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Bundle } from "@/lib/contracts/harness";
import { renderPrompt } from "@/lib/kernel/prompt";
import { hashManifest, manifestOf } from "./hash";
import { parseHarness } from "./parse";

const RUNS = { numRuns: 150 };
const known = fc.constantFrom(
  "harness.yaml",
  "prompt/10-role.md",
  "prompt/x.md",
  "skills/a/SKILL.md",
  "skills/b/SKILL.md",
  "tools/t.json",
  "tools/u.json",
  "hooks/h.js",
  "modules/planning.js",
  "modules/other.js",
  "notes.txt",
);
/** Text that looks like what the parser reads, mutilated in all sorts of ways. */
const fragment = fc.constantFrom(
  "---\n",
  "name: a\n",
  "order: 1\n",
  "compact: maybe\n",
  "modules: {planning: custom}\n",
  "limits: {rounds: 4}\n",
  "description: d\n",
  '{"name": "t", "inputSchema": {"type": "object"}, "binding": {"kind": "fixture", "table": "t"}}',
  '{"name": "t", "binding": {"kind": "http", "url": "https://x/{{ args.a }}"}}',
  '{"binding": {"kind": "mcp", "server": "s", "tool": "t", "schemaHash": "x"}}',
  'export const events = ["Stop"];\n',
  "export default (event) => {};\n",
  "{% if x %}",
  "{{ context.room | upcase }}",
  "{% endif %}",
  "{% for i in (1..999999999) %}x{% endfor %}",
  "{{ 'a' | nope }}",
  "__proto__: 1\n",
  "&a [*a]\n",
  "中文🙂",
  "\u0000",
  "\r\n",
);
const text = fc.oneof(
  fc.array(fragment, { maxLength: 8 }).map((parts) => parts.join("")),
  fc.string({ maxLength: 80 }),
);
const bundles: fc.Arbitrary<Bundle> = fc.dictionary(known, text, { maxKeys: 8 });

describe("the bundle parser", () => {
  it("never throws, and places every problem in a line that the file has", () => {
    fc.assert(
      fc.property(bundles, (bundle) => {
        const { diagnostics } = parseHarness(bundle);
        for (const { path, line, column } of diagnostics) {
          const lines = (bundle[path] ?? "").split("\n").length;
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines + 1);
          expect(column).toBeGreaterThanOrEqual(1);
        }
      }),
      RUNS,
    );
  });
  it("gives the same harness whatever the order of the files", () => {
    fc.assert(
      fc.property(bundles, (bundle) => {
        const turned = Object.fromEntries(Object.entries(bundle).reverse());
        expect(parseHarness(turned)).toEqual(parseHarness(bundle));
        expect(hashManifest(manifestOf(turned))).toBe(hashManifest(manifestOf(bundle)));
      }),
      RUNS,
    );
  });
  it("leaves a broken file out without touching the others", () => {
    const sound: Bundle = {
      "harness.yaml": "name: sound\n",
      "prompt/10-role.md": "You are the host.",
      "skills/a/SKILL.md": "---\nname: a\ndescription: d\n---\nRules.\n",
    };
    const whole = parseHarness(sound).harness;
    fc.assert(
      fc.property(fc.constantFrom("tools/t.json", "hooks/h.js", "prompt/x.md", "skills/b/SKILL.md"), text, (path, broken) => {
        const { harness, diagnostics } = parseHarness({ ...sound, [path]: broken });
        if (!diagnostics.some((item) => item.severity === "error" && item.path === path)) return;
        expect(harness?.skills.filter(({ name }) => name === "a")).toEqual(whole?.skills);
        expect(harness?.prompt.filter((block) => block.path === "prompt/10-role.md")).toEqual(whole?.prompt);
      }),
      RUNS,
    );
  });
});

describe("the template pipeline", () => {
  const context = {
    comments: [{ text: "3号多少钱 {{ 1 }}" }],
    context: { room: "r{% raw %}", items: [1, 2] },
    dialogue: [],
    channel: "public" as const,
    skills: [],
    tools: [],
    loadedSkills: [],
    directive: "",
  };
  it("never throws, and its spans cut the text into the blocks it came from, in order", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), fc.constantFrom("full" as const, "compact" as const), (templates, size) => {
        const files = Object.fromEntries(templates.map((template, index) => [`prompt/${index}0-b.md`, template]));
        const { harness } = parseHarness({ "harness.yaml": "name: a\n", ...files });
        if (!harness) throw new Error("harness.yaml is fixed");
        const { text: rendered, spans, problems } = renderPrompt(harness, context, size);
        let at = 0;
        for (const span of spans) {
          expect(span.start).toBe(at === 0 ? 0 : at + 2);
          expect(rendered.slice(span.start, span.end).trim()).not.toBe("");
          at = span.end;
        }
        expect(at).toBe(rendered.length);
        expect(spans.length + problems.length).toBeLessThanOrEqual(harness.prompt.length);
      }),
      RUNS,
    );
  });
  it("takes what a viewer or the room says as text, never as a template", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fragment, (word, code) => {
        const said = `${word}${code}`;
        const { harness } = parseHarness({
          "harness.yaml": "name: a\n",
          "prompt/10-room.md": "[{{ context.said }}]",
        });
        if (!harness) throw new Error("the bundle is fixed");
        expect(renderPrompt(harness, { ...context, context: { said } }).text).toBe(`[${said}]`);
      }),
      RUNS,
    );
  });
});
