import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Operation } from "@/lib/contracts/evolution";
import { diffBundles } from "./diff";
import { hashBundle, hashText } from "./hash";
import { applyOperations, invert, operationsBetween } from "./operations";
import { countTokens } from "./tokens";

const base = { "a.md": "one\ntwo\nthree\n", "t.json": '{\n  "name": "x"\n}\n' };
const anchor = (text: string, path: "a.md" | "t.json" = "a.md") => ({
  path,
  baseHash: hashText(base[path]),
  text,
  count: 1 as const,
});
const codes = (operations: Operation[]) => {
  const applied = applyOperations(base, operations);
  return applied.ok ? [] : applied.problems.map((problem) => problem.code);
};

describe("applying", () => {
  it("composes edits of one file that were written against one base", () => {
    const first = applyOperations(base, [{ op: "replace", anchor: anchor("one"), text: "ONE" }]);
    if (!first.ok) throw new Error("the first edit failed");
    const second = applyOperations(
      first.bundle,
      [{ op: "insert-after", anchor: anchor("two\n"), text: "two and a half\n" }],
      base,
    );
    expect(second).toMatchObject({ ok: true, bundle: { "a.md": "ONE\ntwo\ntwo and a half\nthree\n" } });
  });
  it("refuses another base", () =>
    expect(codes([{ op: "delete", anchor: { ...anchor("one"), baseHash: hashText("else") } }])).toEqual(["base-changed"]));
  it("refuses text that is not there", () =>
    expect(codes([{ op: "delete", anchor: anchor("four") }])).toEqual(["anchor-missing"]));
  it("refuses text that occurs twice", () =>
    expect(codes([{ op: "delete", anchor: anchor("e") }])).toEqual(["anchor-ambiguous"]));
  it("refuses to create a file that is there", () =>
    expect(codes([{ op: "create-file", path: "a.md", text: "" }])).toEqual(["file-exists"]));
  it("changes nothing where one operation fails", () => {
    const applied = applyOperations(base, [
      { op: "delete", anchor: anchor("one\n") },
      { op: "delete", anchor: anchor("four") },
    ]);
    expect(applied.ok).toBe(false);
    expect(base["a.md"]).toBe("one\ntwo\nthree\n");
  });
  it("sets a field by JSON pointer and keeps the format", () => {
    const operation: Operation = {
      op: "set-field",
      path: "t.json",
      baseHash: hashText(base["t.json"]),
      pointer: "/a~1b",
      value: [1],
    };
    expect(applyOperations(base, [operation])).toMatchObject({
      ok: true,
      bundle: { "t.json": '{\n  "name": "x",\n  "a/b": [\n    1\n  ]\n}\n' },
    });
  });
  it("says where a pointer leads nowhere", () =>
    expect(
      codes([{ op: "set-field", path: "t.json", baseHash: hashText(base["t.json"]), pointer: "/no/where", value: 1 }]),
    ).toEqual(["pointer-missing"]));
  it("keeps a key named __proto__ as data", () => {
    const operation: Operation = {
      op: "set-field",
      path: "t.json",
      baseHash: hashText(base["t.json"]),
      pointer: "/__proto__",
      value: 1,
    };
    expect(applyOperations(base, [operation])).toMatchObject({
      ok: true,
      bundle: { "t.json": expect.stringContaining('"__proto__": 1') },
    });
  });
});

const text = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "\n", "tail"), { maxLength: 12 }).map((lines) => lines.join(""));
const bundles = fc.dictionary(fc.constantFrom("a.md", "b.md", "c.md"), text, { noNullPrototype: true });

it("operations between any two bundles lead from one to the other, and their inverse back", () => {
  fc.assert(
    fc.property(bundles, bundles, (from, to) => {
      const operations = operationsBetween(from, to);
      const applied = applyOperations(from, operations);
      expect(applied).toEqual({ ok: true, bundle: to });
      const inverse = invert(from, operations);
      expect(inverse.ok && applyOperations(to, inverse.operations)).toEqual({ ok: true, bundle: from });
    }),
  );
});

it("an edit of one line makes one small operation", () => {
  const operations = operationsBetween(base, { ...base, "a.md": "one\nTWO\nthree\n" });
  expect(operations).toEqual([{ op: "replace", anchor: anchor("two\n"), text: "TWO\n" }]);
});

it("a file of a name that every object has is refused like any other wrong path", () => {
  for (const path of ["constructor", "__proto__", "toString"]) {
    const edit: Operation = { op: "replace", anchor: { path, baseHash: "0", text: "a", count: 1 }, text: "b" };
    expect(codes([{ op: "create-file", path, text: "a" }, edit])).toEqual(["path-invalid", "file-missing"]);
  }
});

it("a bundle's hash does not depend on the order of its files", () => {
  expect(hashBundle({ a: "1", b: "2" })).toBe(hashBundle({ b: "2", a: "1" }));
  expect(hashBundle({ a: "1", b: "2" })).not.toBe(hashBundle({ a: "2", b: "1" }));
});

it("a difference counts lines", () => {
  expect(diffBundles(base, { ...base, "a.md": "one\n2\n2b\nthree\n" })).toMatchObject([
    { path: "a.md", change: "changed", linesAdded: 2, linesRemoved: 1 },
  ]);
});

it("tokens of text with special marks are counted as text", () => expect(countTokens("a <|endoftext|>\nb")).toBeGreaterThan(4));
