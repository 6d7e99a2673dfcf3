import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Operation } from "@/lib/contracts/evolution";
import type { Bundle } from "@/lib/contracts/harness";
import { hashText } from "./hash";
import { applyOperations, invert } from "./operations";
import { parseHarness } from "./parse";

const tool = (name: string, description: string) =>
  `${JSON.stringify({ name, description, inputSchema: { type: "object" }, binding: { kind: "mcp", server: "shop", tool: name, schemaHash: "0".repeat(64) } }, null, 2)}\n`;
const skill = (name: string, header: string, body: string) =>
  `---\nname: ${name}\ndescription: About ${name}.\n${header}---\n${body}`;

const base: Bundle = {
  "harness.yaml": "name: desk\n# get_price is the dear one\ndescription: Uses get_price.\nmodules:\n  action: react\n",
  "prompt/10-role.md":
    "Call get_price, 或调用get_price查询. Not get_price_list. Chat with viewers; use the skill chat or `chat`.\n",
  "skills/chat/SKILL.md": skill("chat", "allowed-tools:\n  - get_price\n  - find\n", "# Chat\n\n- chat nicely, find words.\n"),
  "skills/chat/notes.md": "More of skills/chat/SKILL.md.\n",
  "tools/get_price.json": tool("get_price", "get_price tells the price."),
  "tools/find.json": tool("find", "Finds things; after get_price."),
  "hooks/guard.js": [
    'export const events = ["PreToolUse"];',
    "// get_price needs a link",
    "const LIMITS = { get_price: 2, other: 1 };",
    "export default function guard(event) {",
    '  const get_price = event.tool === "get_price" ? LIMITS.get_price : 0;',
    '  return { decision: get_price > 1 ? "deny" : "allow" };',
    "}",
    "",
  ].join("\n"),
};

const rename = (path: string, to: string, bundle = base) => {
  const operation: Operation = { op: "rename", path, baseHash: hashText(bundle[path] ?? ""), to };
  const applied = applyOperations(bundle, [operation]);
  return { operation, ...applied };
};
const renamed = (path: string, to: string): Bundle => {
  const applied = rename(path, to);
  if (!applied.ok) throw new Error(JSON.stringify(applied.problems));
  return applied.bundle;
};
const code = (path: string, to: string) => {
  const applied = rename(path, to);
  return applied.ok ? null : applied.problems[0]?.code;
};

describe("renaming a tool", () => {
  const bundle = renamed("tools/get_price.json", "tools/look-up.json");
  it("moves its file and changes the name in it, and no binding", () => {
    expect(bundle["tools/get_price.json"]).toBeUndefined();
    expect(JSON.parse(bundle["tools/look-up.json"] ?? "")).toMatchObject({
      ...{ name: "look-up", description: "look-up tells the price.", binding: { tool: "get_price" } },
    });
  });
  it("is followed by prose, settings, lists of tools and other tools' descriptions", () => {
    expect(bundle["prompt/10-role.md"]).toContain("Call look-up, 或调用look-up查询. Not get_price_list.");
    expect(bundle["harness.yaml"]).toContain("# look-up is the dear one\ndescription: Uses look-up.");
    expect(bundle["skills/chat/SKILL.md"]).toContain("- look-up\n");
    expect(bundle["tools/find.json"]).toContain("after look-up");
  });
  it("is followed by code, whose variables keep their names", () => {
    expect(bundle["hooks/guard.js"]).toContain('{ "look-up": 2, other: 1 }');
    expect(bundle["hooks/guard.js"]).toContain('const get_price = event.tool === "look-up" ? LIMITS["look-up"] : 0;');
    expect(bundle["hooks/guard.js"]).toContain("// look-up needs a link");
    expect(parseHarness(bundle).diagnostics).toEqual(parseHarness(base).diagnostics);
  });
  it("leaves a plain word alone where it is not marked as a name", () => {
    const found = renamed("tools/find.json", "tools/search_all.json")["skills/chat/SKILL.md"];
    expect(found).toContain("  - search_all\n");
    expect(found).toContain("find words");
  });
});

describe("renaming a Skill", () => {
  it("moves its folder, its name and what is marked as a reference", () => {
    const bundle = renamed("skills/chat/SKILL.md", "skills/small-talk/SKILL.md");
    expect(Object.keys(bundle).filter((path) => path.startsWith("skills/"))).toEqual([
      "skills/small-talk/SKILL.md",
      "skills/small-talk/notes.md",
    ]);
    expect(bundle["skills/small-talk/notes.md"]).toBe("More of skills/small-talk/SKILL.md.\n");
    expect(bundle["prompt/10-role.md"]).toContain("Chat with viewers; use the skill small-talk or `small-talk`.");
    expect(parseHarness(bundle).harness?.skills.map(({ name }) => name)).toEqual(["small-talk"]);
  });
});

it.each([
  ["tools/get_price.json", "tools/find.json", "file-exists"],
  ["tools/get_price.json", "tools/chat.json", "rename-taken"],
  ["tools/get_price.json", "hooks/get_price.js", "rename-kind"],
  ["tools/get_price.json", "tools/a price.json", "rename-invalid"],
  ["skills/chat/SKILL.md", "skills/Chat/SKILL.md", "rename-invalid"],
  ["harness.yaml", "harness.yaml", "rename-kind"],
  ["tools/none.json", "tools/new.json", "file-missing"],
])("%s to %s is refused: %s", (path, to, expected) => expect(code(path, to)).toBe(expected));

it("a rename against another content is refused", () =>
  expect(
    applyOperations(base, [{ op: "rename", path: "hooks/guard.js", baseHash: hashText("else"), to: "hooks/watch.js" }]),
  ).toMatchObject({ ok: false, problems: [{ code: "base-changed" }] }));

const NAMES = ["get_price", "find", "chat", "two-words", "guard", "h2"];
const words = fc
  .array(
    fc.constantFrom(
      ...NAMES,
      "`chat`",
      '"find"',
      "skill chat",
      "Chat",
      "get_price_list",
      "skills/chat/SKILL.md",
      "价格",
      "\n- ",
      "---",
      "'",
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(" "));
const units = fc.constantFrom("tool", "skill", "hook", "prompt");
const pathOf = (kind: string, name: string) =>
  ({ tool: `tools/${name}.json`, skill: `skills/${name.replace("_", "-")}/SKILL.md`, hook: `hooks/${name}.js` })[kind] ??
  `prompt/${name}.md`;
const textOf = (kind: string, name: string, said: string) =>
  ({
    tool: tool(name, said),
    skill: skill(name.replace("_", "-"), "allowed-tools: find get_price\n", said),
    hook: `export const events = ["Stop"];\n// ${said.replaceAll("\n", " ")}\nexport default () => ${JSON.stringify(said)};\n`,
  })[kind] ?? said;
const bundles = fc
  .array(fc.tuple(units, fc.constantFrom(...NAMES), words), { minLength: 1, maxLength: 8 })
  .map((parts) => Object.fromEntries(parts.map(([kind, name, said]) => [pathOf(kind, name), textOf(kind, name, said)])));

it("a rename of any bundle either is refused or gives one bundle, with its names in it, that the inverse turns back", () => {
  fc.assert(
    fc.property(bundles, fc.nat(), units, fc.constantFrom("new-name", "fresh", ...NAMES), (bundle, at, kind, name) => {
      const paths = Object.keys(bundle);
      const path = paths[at % paths.length] ?? "";
      const { operation, ...applied } = rename(path, pathOf(kind, name), bundle);
      if (!applied.ok) return;
      expect(Object.keys(applied.bundle)).toHaveLength(paths.length);
      const errors = (files: Bundle) => parseHarness(files).diagnostics.filter(({ severity }) => severity === "error").length;
      expect(errors(applied.bundle)).toBe(errors(bundle));
      const inverse = invert(bundle, [operation]);
      expect(inverse.ok && applyOperations(applied.bundle, inverse.operations)).toEqual({ ok: true, bundle });
    }),
    { numRuns: 300 },
  );
});

it("a rename to a new telling name and back gives the same bytes", () => {
  fc.assert(
    fc.property(bundles, fc.nat(), (bundle, at) => {
      const paths = Object.keys(bundle);
      const path = paths[at % paths.length] ?? "";
      const kind = path.startsWith("skills")
        ? "skill"
        : path.split("s/")[0] === "tool"
          ? "tool"
          : path.startsWith("hook")
            ? "hook"
            : "prompt";
      const to = pathOf(kind, "brand-new-2");
      const there = rename(path, to, bundle);
      if (!there.ok) throw new Error(JSON.stringify(there.problems));
      const back = rename(to, path, there.bundle);
      // A Skill and a tool of one name may have been there; they cannot be brought about.
      if (back.ok) expect(back.bundle).toEqual(bundle);
      else expect(back.problems[0]?.code).toBe("rename-taken");
    }),
    { numRuns: 300 },
  );
});

it("goes through long runs of white space without hanging", () => {
  const wide = " ".repeat(100_000);
  const bundle = {
    ...base,
    "skills/wide/SKILL.md": `---${"\n".repeat(50_000)}name:${wide}"x\n---\n- a rule\n`,
    "prompt/20-wide.md": `use the skill${wide}nothing\n`,
  };
  expect(rename("skills/chat/SKILL.md", "skills/talk/SKILL.md", bundle)).toMatchObject({ ok: true });
  expect(rename("tools/find.json", "tools/seek.json", bundle)).toMatchObject({ ok: true });
});
