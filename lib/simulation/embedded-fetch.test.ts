import { describe, expect, test } from "vitest";
import { z } from "zod";
import { embeddedFetch } from "./embedded-fetch";

const BASE = "http://embedded.invalid/v1";
const priceTool = {
  type: "function",
  function: {
    name: "lookup_a",
    description: "Price of a link in yuan.",
    parameters: {
      type: "object",
      properties: { link_id: { type: "integer", description: "Number of the link." } },
      required: ["link_id"],
    },
  },
};
const system =
  "Links:\n- link 3: Sunveil Sunscreen\n- link 4: Hearth Mug\n\n- Never guess a price.\n- When a viewer asks for the price, call lookup_a.";

const Reply = z.object({
  choices: z.array(
    z.object({
      message: z.object({
        content: z.string().nullable(),
        tool_calls: z
          .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
          .optional(),
      }),
      finish_reason: z.string(),
    }),
  ),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() }),
});

const post = (body: unknown, path = "/chat/completions") =>
  embeddedFetch(`${BASE}${path}`, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });

async function ask(messages: unknown[], tools: unknown[] = [], seed = 1) {
  const response = await post({ model: "embedded-policy", messages, tools, seed });
  return Reply.parse(await response.json());
}
const asked = [
  { role: "system", content: system },
  { role: "user", content: "how much is link 3?" },
];

describe("the wire of the embedded policy", () => {
  test("lists its model", async () => {
    expect(await (await embeddedFetch(`${BASE}/models`)).json()).toMatchObject({ data: [{ id: "embedded-policy" }] });
  });

  test("answers 404 to an unknown route", async () => {
    expect((await post({}, "/embeddings")).status).toBe(404);
    expect((await embeddedFetch(`${BASE}/chat/completions`)).status).toBe(404);
  });

  test("answers 404 to another model", async () => {
    expect((await post({ model: "other", messages: asked })).status).toBe(404);
  });

  test("answers 400 to a body that is no JSON or no request", async () => {
    expect((await post("{")).status).toBe(400);
    expect((await post({ model: "embedded-policy", messages: [] })).status).toBe(400);
  });

  test("rejects where the signal is aborted", async () => {
    await expect(embeddedFetch(`${BASE}/models`, { signal: AbortSignal.abort() })).rejects.toThrow();
  });

  test("calls the tool that a rule names, with the link of the comment", async () => {
    const { choices } = await ask(asked, [priceTool]);
    expect(choices[0]?.finish_reason).toBe("tool_calls");
    const call = choices[0]?.message.tool_calls?.[0]?.function;
    expect(call?.name).toBe("lookup_a");
    expect(JSON.parse(call?.arguments ?? "")).toEqual({ link_id: 3 });
  });

  test("speaks the value of the tool result", async () => {
    const history = [
      ...asked,
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "a", type: "function", function: { name: "lookup_a", arguments: '{"link_id":3}' } }],
      },
      { role: "tool", tool_call_id: "a", content: JSON.stringify({ link_id: 3, live_price: 79 }) },
    ];
    const { choices, usage } = await ask(history, [priceTool]);
    expect(choices[0]?.message.content).toContain("79 yuan");
    expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens);
    expect(usage.completion_tokens).toBeGreaterThan(0);
  });

  test("equal requests have equal answers", async () => {
    expect(await ask(asked, [priceTool], 7)).toEqual(await ask(asked, [priceTool], 7));
  });

  test("streams the same content, with usage in a last chunk of its own", async () => {
    const body = { model: "embedded-policy", messages: [{ role: "user", content: "hello" }], seed: 1 };
    const plain = Reply.parse(await (await post(body)).json());
    const response = await post({ ...body, stream: true, stream_options: { include_usage: true } });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const lines = (await response.text()).split("\n\n").filter((line) => line !== "");
    expect(lines.at(-1)).toBe("data: [DONE]");
    const Chunk = z.object({
      choices: z.array(z.object({ delta: z.object({ content: z.string().optional() }) })),
      usage: z.object({ total_tokens: z.int() }).optional(),
    });
    const chunks = lines.slice(0, -1).map((line) => Chunk.parse(JSON.parse(line.slice("data: ".length))));
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? "").join("")).toBe(plain.choices[0]?.message.content);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: plain.usage.total_tokens } });
  });

  test("streams a tool call in pieces that join to its arguments", async () => {
    const response = await post({ model: "embedded-policy", messages: asked, tools: [priceTool], seed: 1, stream: true });
    const text = await response.text();
    expect(text).toContain('"name":"lookup_a"');
    expect(text).toContain('"finish_reason":"tool_calls"');
  });

  test("repairs a reply by the reason for which it was sent back", async () => {
    const history = [
      { role: "system", content: "You host a live room." },
      { role: "user", content: "are you human?" },
      { role: "assistant", content: "I'm human, real host here." },
      { role: "user", content: "The reply claims to be a person. Say that you are an AI avatar of the shop." },
    ];
    for (const seed of [1, 2, 3, 4, 5]) {
      const { choices } = await ask(history, [], seed);
      expect(choices[0]?.message.content).toMatch(/AI/);
    }
  });
});
