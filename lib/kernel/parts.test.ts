import { describe, expect, it } from "vitest";
import { isLeakedToolCall } from "./leaked-tool-call";
import { splitReasoning } from "./reasoning";
import { calculate } from "./tools/calculate";
import { searchFaq } from "./tools/faq-search";

describe("calculate", () => {
  it.each([
    ["1 + 2 * 3", 7],
    ["(1 + 2) * 3", 9],
    ["2 ^ 3 ^ 2", 512],
    ["-2 ^ 2", -4],
    ["0.1 + 0.2", 0.3],
    ["199 × 2 − 50", 348],
    ["10 % 4", 2],
    ["round(10 / 3, 2)", 3.33],
    ["min(3, max(1, 2))", 2],
  ])("%s is %d", (expression, value) => expect(calculate(expression)).toEqual({ ok: true, value }));
  it.each(["", "1 +", "1 / 0", "process.exit()", "constructor(1)", "2 2", "(".repeat(400), "1".repeat(600)])(
    "refuses %s",
    (expression) => expect(calculate(expression).ok).toBe(false),
  );
});

describe("faq_search", () => {
  const faq = [
    { question: "How long does delivery take?", answer: "Three days." },
    { question: "Can I return it?", answer: "Within seven days." },
    { question: "支持退货吗", answer: "七天内可以退货" },
  ];
  it("finds the entry that shares most with the query", () =>
    expect(searchFaq({ faq }, [], "when is the delivery")[0]?.answer).toBe("Three days."));
  it("reads Chinese", () => expect(searchFaq({ faq }, [], "可以退货不")[0]?.answer).toBe("七天内可以退货"));
  it("gives nothing where nothing fits", () => expect(searchFaq({ faq }, [], "zzz")).toEqual([]));
  it("reads a FAQ written as an object", () => expect(searchFaq({ faq: { "Is it red?": "Yes." } }, [], "red")).toHaveLength(1));
  it("takes a context without a FAQ", () => expect(searchFaq({}, [], "red")).toEqual([]));
});

describe("a tool call left in the content", () => {
  it.each([
    '<tool_call>{"name": "a"}</tool_call>',
    '{"name": "price", "arguments": {"link": 3}}',
    '```json\n[{"name": "price", "parameters": {}}]\n```',
    '{"function": {"name": "price", "arguments": "{}"}}',
    '[TOOL_CALLS][{"name": "a"}]',
    "<function=price>",
  ])("is seen: %s", (content) => expect(isLeakedToolCall(content)).toBe(true));
  it.each(["It costs 5.", '{"name": "Anna"}', '{"verdict": "yes"}', "[1, 2]", "Use the tool <now>."])(
    "is not seen in: %s",
    (content) => expect(isLeakedToolCall(content)).toBe(false),
  );
});

describe("reasoning", () => {
  it.each([
    ["<think>a</think>b", "b", "a"],
    ["a</think>b", "b", "a"],
    ["b<think>cut off", "b", "cut off"],
    ["<think>a</think>b<think>c</think>d", "bd", "a\nc"],
    ["plain", "plain", ""],
  ])("%s", (given, content, reasoning) => expect(splitReasoning(given)).toEqual({ content, reasoning }));
});
