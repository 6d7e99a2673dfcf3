import { describe, expect, it } from "vitest";
import type { MessageOrigin } from "@/lib/client/message-origins";
import { promptDifference } from "./prompt-difference";

const part = (title: string, text: string, path: string | null = null): MessageOrigin => ({
  kind: path === null ? "policy" : "block",
  message: 0,
  role: "system",
  title,
  path,
  tokens: null,
  note: null,
  text,
});

describe("promptDifference", () => {
  it("pairs blocks by their file, whatever they are called, and leaves out what is the same", () => {
    const base = [part("role", "Host.", "prompt/10.md"), part("rules", "Be kind.", "prompt/20.md")];
    const head = [part("role", "Host.", "prompt/10.md"), part("the rules", "Be brief.", "prompt/20.md")];
    expect(promptDifference(base, head).map(({ base: b, head: h }) => [b?.text, h?.text])).toEqual([["Be kind.", "Be brief."]]);
  });

  it("shows a part that one side lacks", () => {
    const pairs = promptDifference([part("old", "a", "prompt/1.md")], [part("new", "b", "prompt/2.md")]);
    expect(pairs.map(({ base, head }) => [base?.path ?? null, head?.path ?? null])).toEqual([
      [null, "prompt/2.md"],
      ["prompt/1.md", null],
    ]);
  });

  it("pairs messages of one kind by their order", () => {
    const pairs = promptDifference([part("said", "a"), part("said", "b")], [part("said", "a"), part("said", "c")]);
    expect(pairs.map(({ base, head }) => [base?.text, head?.text])).toEqual([["b", "c"]]);
    const first = promptDifference([part("said", "a"), part("said", "b")], [part("said", "x"), part("said", "b")]);
    expect(first.map(({ base, head }) => [base?.text, head?.text])).toEqual([["a", "x"]]);
  });
});
