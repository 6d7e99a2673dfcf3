import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesOfEntries, renamedFrom, textLines, traceLines } from "./lineage";

const chainOf = (...texts: string[]) => texts.map((text, index) => ({ version: `v${index}`, path: "a.md", text }));
const told = (...texts: string[]) => traceLines(chainOf(...texts)).lines.map(({ text, version }) => `${version} ${text}`);

describe("tracing lines", () => {
  it("names the version that brought each line in", () =>
    expect(told("one\ntwo\n", "one\nnew\ntwo\n", "one\nnew\ntwo\nlast\n")).toEqual([
      ...["v0 one", "v1 new", "v0 two", "v2 last"],
    ]));
  it("a line that is changed comes from the version that changed it", () =>
    expect(told("one\ntwo\n", "one\nTWO\n")).toEqual(["v0 one", "v1 TWO"]));
  it("a line that was removed and put back comes from the version that put it back", () =>
    expect(told("one\ntwo", "one", "one\ntwo")).toEqual(["v0 one", "v2 two"]));
  it("a last line that gets a line break stays what it was", () =>
    expect(told("one", "one\ntwo", "one\r\ntwo\r\n")).toEqual(["v0 one", "v1 two"]));
  it("keeps the path that a line had when it came in", () =>
    expect(
      traceLines([
        { version: "v0", path: "old.md", text: "one\n" },
        { version: "v1", path: "new.md", text: "one\ntwo\n" },
      ]).lines.map(({ path }) => path),
    ).toEqual(["old.md", "new.md"]));
  it("says which version removed a line, blank lines aside", () =>
    expect(traceLines(chainOf("one\n\ntwo\n", "one\ntwo\n", "two\n")).removed).toEqual([
      { text: "one", version: "v0", path: "a.md", removedBy: "v2" },
    ]));
  it("gives the newest text back whatever the chain", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "", "d"), { maxLength: 12 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (texts) => {
        const { lines } = traceLines(chainOf(...texts));
        expect(lines.map((line) => line.text)).toEqual(textLines(texts.at(-1) ?? ""));
        for (const { text: line, version } of lines) {
          expect(textLines(texts[Number(version.slice(1))] ?? "")).toContain(line);
        }
      }),
    );
  });
});

describe("a renamed file", () => {
  const gone = [
    { path: "skills/a/SKILL.md", text: "---\nname: a\n---\nRule one.\nRule two.\n" },
    { path: "skills/b/SKILL.md", text: "---\nname: b\n---\nOther.\n" },
  ];
  it("is the likest of those that went away", () =>
    expect(renamedFrom("---\nname: c\n---\nRule one.\nRule two.\n", gone)).toBe("skills/a/SKILL.md"));
  it("is none of them where the text is another", () => expect(renamedFrom("quite\nnew\n", gone)).toBeNull());
});

describe("the lines of entries", () => {
  const entry = (id: string, order: number, head: string | null, path = "a.md") => ({
    ...{ id, order, changes: [{ path, base: "one\n", head }] },
  });
  it("are those that an entry adds to that file", () =>
    expect([...linesOfEntries([entry("e", 0, "one\ntwo\n"), entry("f", 1, "zero\none\n", "b.md")], "a.md")]).toEqual([
      ["two", "e"],
    ]));
  it("belong to the first that adds them", () =>
    expect(linesOfEntries([entry("late", 2, "one\nx\n"), entry("early", 1, "x\none\n")], "a.md").get("x")).toBe("early"));
  it("are none where it deletes the file", () => expect(linesOfEntries([entry("e", 0, null)], "a.md").size).toBe(0));
});
