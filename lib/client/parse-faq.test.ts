import { describe, expect, it } from "vitest";
import { parseFaq } from "./parse-faq";

const two = [
  { question: "How long?", answer: "Three days." },
  { question: "可以退货吗", answer: "七天内可以。" },
];

describe("a FAQ", () => {
  it.each([
    ["a JSON array", JSON.stringify(two)],
    ["JSON Lines", two.map((entry) => JSON.stringify(entry)).join("\n\n")],
    ["plain text", "Q: How long?\nA: Three days.\n\n问：可以退货吗\n答：七天内可以。\n"],
  ])("is read from %s", (_name, text) => expect(parseFaq(text)).toEqual({ entries: two, problems: [] }));
  it("may have answers of several lines", () => {
    expect(parseFaq("Q: How long?\nA: Three days,\nor four in the hills.").entries).toEqual([
      { question: "How long?", answer: "Three days,\nor four in the hills." },
    ]);
  });
  it("of nothing is empty", () => expect(parseFaq(" \n ")).toEqual({ entries: [], problems: [] }));
});

describe("what cannot be read is named with its line:", () => {
  it.each([
    ["a line that is not JSON", '{"question":"a","answer":"b"}\n{', [2]],
    ["an entry without an answer", '[{"question":"a"}]', [1]],
    ["a question without an answer", "Q: one\nQ: two\nA: yes", [1]],
    ["text before the first question", "Hello\nQ: one\nA: yes", [1]],
    ["JSON among plain lines", 'Q: one\nA: yes\n{"question":"two","answer":"no"}', [3]],
    ["a line after an empty one", "Q: one\nA: yes\n\nstray", [4]],
    ["a broken array", "[{", [1]],
  ])("%s", (_name, text, lines) => expect(parseFaq(text).problems.map(({ line }) => line)).toEqual(lines));
});
