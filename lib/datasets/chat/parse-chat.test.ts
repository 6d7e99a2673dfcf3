import { describe, expect, it } from "vitest";
import { readCaseText } from "../read-case-text";

const read = (text: string, more: { defaultChecks?: boolean; truncated?: boolean } = {}) =>
  readCaseText(text, { format: "chat", ...more });

const conversation = {
  id: "log-7",
  metadata: { category: "price", session_id: "s1", source: "web" },
  tools: [{ type: "function", function: { name: "get_price", parameters: {} } }],
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "hi" },
    { role: "assistant", content: "Hello." },
    { role: "user", content: [{ type: "text", text: "how much is the mug?" }] },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "1", type: "function", function: { name: "get_price", arguments: '{"sku":"mug","filters":["x"]}' } },
        { id: "2", type: "function", function: { name: "get_price", arguments: "{}" } },
      ],
    },
    { role: "tool", tool_call_id: "2", content: "no sku" },
    { role: "tool", tool_call_id: "1", content: '{"price": 89}' },
    { role: "assistant", content: "It is 89." },
  ],
};

describe("a log of conversations", () => {
  it("makes the last question the comment, what came before the dialogue, what followed the reference", () => {
    const { cases, problems, defaulted } = read(JSON.stringify(conversation));
    expect([problems, defaulted]).toEqual([[], 1]);
    expect(cases[0]).toMatchObject({
      id: "log-7",
      category: "price",
      group: "s1",
      input: { comments: [{ text: "how much is the mug?" }] },
      context: { system: "Be brief.", metadata: { source: "web" } },
      dialogue: [
        { role: "viewer", content: "hi" },
        { role: "host", content: "Hello." },
      ],
      reference: "It is 89.",
    });
  });

  it("records what tools returned under the arguments they were called with, stricter matches first", () => {
    expect(read(JSON.stringify(conversation)).cases[0]?.fixtures).toEqual({
      get_price: [
        { match: { sku: "mug" }, result: { price: 89 } },
        { match: {}, result: "no sku" },
      ],
    });
  });

  const asked = [{ role: "user", content: "hello" }];
  it.each([
    [
      "a request and its response",
      { request: { model: "m", messages: asked }, response: { choices: [{ message: { role: "assistant", content: "hi" } }] } },
    ],
    ["a request and a bare reply", { request: { messages: asked }, response: "hi" }],
    [
      "a stored completion",
      {
        id: "chatcmpl-1",
        object: "chat.completion",
        messages: asked,
        choices: [{ message: { role: "assistant", content: "hi" } }],
      },
    ],
    [
      "a batch",
      {
        custom_id: "b1",
        body: { messages: asked },
        response: { body: { choices: [{ message: { role: "assistant", content: "hi" } }] } },
      },
    ],
    ["a fine-tuning example", { messages: [...asked, { role: "assistant", content: "hi" }] }],
  ])("reads %s", (_, entry) => {
    const { cases, problems } = read(JSON.stringify(entry));
    expect(problems).toEqual([]);
    expect(cases[0]).toMatchObject({ input: { comments: [{ text: "hello" }] }, reference: "hi" });
  });

  it("pairs the return of an older function call with the call before it", () => {
    const messages = [
      { role: "user", content: "stock?" },
      { role: "assistant", content: null, function_call: { name: "stock", arguments: '{"sku":"a"}' } },
      { role: "function", name: "stock", content: "3" },
    ];
    expect(read(JSON.stringify({ messages })).cases[0]?.fixtures).toEqual({ stock: [{ match: { sku: "a" }, result: 3 }] });
  });

  it("names the line of a bad entry in JSON Lines and in an array", () => {
    const good = { messages: [{ role: "user", content: 'a "quoted" ] line' }] };
    const lines = read(`${JSON.stringify(good)}\n\n{"messages": [}\n{"messages": []}\n`);
    expect(lines.problems.map((problem) => problem.line)).toEqual([3, 4]);
    const array = read(`[\n${JSON.stringify(good, null, 2)},\n  {"messages": [{"role": "nobody"}]},\n  nonsense\n]`);
    const size = JSON.stringify(good, null, 2).split("\n").length;
    expect(array.problems.map((problem) => problem.line)).toEqual([size + 2, size + 3]);
    expect(array.cases).toHaveLength(1);
    expect(array.problems[0]?.message).toMatch(/^messages\[0\]\.role: /);
  });

  it("reports a conversation without a question, with a picture, or without a check where none is to be made", () => {
    const picture = [{ role: "user", content: [{ type: "image_url", image_url: { url: "x" } }] }];
    expect(read(JSON.stringify({ messages: [{ role: "assistant", content: "hi" }] })).problems[0]?.message).toMatch(
      /no message of the user/,
    );
    expect(read(JSON.stringify({ messages: picture })).problems[0]?.message).toMatch(/^messages\[0\] has parts that are no text/);
    expect(read(JSON.stringify({ messages: asked }), { defaultChecks: false }).problems[0]?.message).toMatch(/^no check/);
  });

  it("leaves the last entry of a truncated array out", () => {
    const file = read('[{"messages":[{"role":"user","content":"a"}]},{"messages":[{"role":"us', { truncated: true });
    expect([file.cases.length, file.problems]).toEqual([1, []]);
  });
});
