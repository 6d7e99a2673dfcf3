import { describe, expect, it } from "vitest";
import type { Operation } from "@/lib/contracts/evolution";
import type { Bundle } from "@/lib/contracts/harness";
import { applyOperations } from "@/lib/harness/operations";
import { parseHarness } from "@/lib/harness/parse";
import { SAMPLE_BUNDLE } from "@/lib/testing/evolution-samples";
import { addRule, bodyLines, extendDescription, replaceLine } from "./anchors";

const applied = (bundle: Bundle, operation: Operation | null, path: string) => {
  if (operation === null) throw new Error("no operation");
  const outcome = applyOperations(bundle, [operation]);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
  return outcome.bundle[path];
};
const withRule = (text: string) => applied({ "a.md": text }, addRule({ "a.md": text }, "a.md", "New."), "a.md");

describe("addRule", () => {
  it("follows the last item of the last list, in its manner", () => {
    expect(withRule("# A\n\n- One.\n- Two.\n\nText.\n")).toBe("# A\n\n- One.\n- Two.\n- New.\n\nText.\n");
    expect(withRule("1. One.\n2. Two.\n")).toBe("1. One.\n2. Two.\n3. New.\n");
    expect(withRule("* One.")).toBe("* One.\n* New.");
  });

  it("keeps together an item that goes on in indented lines", () => {
    expect(withRule("- One\n  goes on.\nText.\n")).toBe("- One\n  goes on.\n- New.\nText.\n");
  });

  it("widens the anchor until it is unique", () => {
    expect(withRule("# A\n- Same.\n# B\n- Same.\n")).toBe("# A\n- Same.\n# B\n- Same.\n- New.\n");
  });

  it("begins a list where there is none", () => {
    expect(withRule("Text.\n")).toBe("Text.\n\n- New.\n");
  });

  it("stays out of Liquid blocks and of the header", () => {
    const text = "---\norder: 1\n---\n- One.\n{% for x in tools %}\n- {{ x.name }}\n{% endfor %}\n";
    expect(withRule(text)).toBe(text.replace("- One.\n", "- One.\n- New.\n"));
  });

  it("gives nothing for a file that is not there", () => {
    expect(addRule({}, "a.md", "New.")).toBeNull();
  });
});

describe("replaceLine", () => {
  it("replaces a unique line and refuses one that occurs twice", () => {
    const bundle = { "a.md": "- One.\n- Two.\n- Two.\n" };
    const [one, two] = bodyLines(bundle, "a.md");
    if (one === undefined || two === undefined) throw new Error("two lines");
    expect(applied(bundle, replaceLine(bundle, one, "- First."), "a.md")).toBe("- First.\n- Two.\n- Two.\n");
    expect(replaceLine(bundle, two, "- Second.")).toBeNull();
  });
});

describe("extendDescription", () => {
  const path = "skills/loans/SKILL.md";
  const described = (bundle: Bundle) => parseHarness(bundle).harness?.skills.find((skill) => skill.name === "loans")?.description;

  it.each([
    ["plain", "description: Questions about loans."],
    ["quoted", 'description: "Questions about loans."'],
    ["folded", "description: >-\n  Questions about\n  loans."],
  ])("appends to a %s description", (_, header) => {
    const text = (SAMPLE_BUNDLE[path] ?? "").replace(/^description: .*$/m, header);
    const bundle = { ...SAMPLE_BUNDLE, [path]: text };
    const operation = extendDescription(bundle, path, described(bundle) ?? "", "Also fines: “late”.");
    const head = { ...bundle, [path]: applied(bundle, operation, path) ?? "" };
    expect(described(head)).toBe("Questions about loans. Also fines: “late”.");
  });

  it("refuses a description that would get too long", () => {
    expect(extendDescription(SAMPLE_BUNDLE, path, "x".repeat(1_020), "More.")).toBeNull();
  });
});
