import { afterEach, describe, expect, it } from "vitest";
import type { ChatRequest } from "@/lib/contracts/model";
import { delta, sendJson, sendStream, startWireServer, usageChunk, type WireServer } from "@/lib/testing/wire-server";
import { createOpenAiModel } from "./openai";

const request: ChatRequest = {
  messages: [
    { role: "system", content: "s" },
    { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "t", arguments: "{}" }] },
    { role: "tool", toolCallId: "c1", content: "r" },
  ],
  tools: [{ name: "t", description: "d", inputSchema: { type: "object" } }],
  decoding: { temperature: 0.5, topP: 0.9, maxTokens: 64, seed: 3 },
};
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function chat(
  answer: Parameters<typeof startWireServer>[0],
  options: { apiKey?: string; timeoutMs?: number; signal?: AbortSignal } = {},
) {
  server = await startWireServer(answer);
  const { apiKey, timeoutMs = 2_000, signal } = options;
  const model = createOpenAiModel({
    endpoint: { id: "e", baseUrl: server.url, model: "m", checkpoint: "k" },
    ...(apiKey ? { apiKey } : {}),
  });
  return model.chat(request, { timeoutMs, ...(signal ? { signal } : {}) });
}

describe("an answer", () => {
  it("is put together from its chunks, with usage and time to first token", async () => {
    const outcome = await chat((response) =>
      sendStream(response, [
        delta({ role: "assistant", content: "" }),
        delta({ content: "Hel" }),
        delta({ content: "lo" }, "stop"),
        usageChunk(12, 3),
      ]),
    );
    expect(outcome).toMatchObject({
      ok: true,
      content: "Hello",
      finishReason: "stop",
      usage: { promptTokens: 12, completionTokens: 3 },
      ttftMs: expect.any(Number),
    });
  });
  it("has its tool calls put together by index", async () => {
    const part = (index: number, rest: object) => delta({ tool_calls: [{ index, ...rest }] });
    const outcome = await chat((response) =>
      sendStream(response, [
        part(0, { id: "a", function: { name: "t", arguments: '{"x"' } }),
        part(1, { id: "b", function: { name: "u", arguments: "{" } }),
        part(0, { function: { arguments: ":1}" } }),
        part(1, { function: { arguments: "}" } }),
        delta({}, "tool_calls"),
      ]),
    );
    expect(outcome).toMatchObject({
      ok: true,
      toolCalls: [
        { id: "a", name: "t", arguments: '{"x":1}' },
        { id: "b", name: "u", arguments: "{}" },
      ],
      usage: { promptTokens: null, completionTokens: null },
    });
  });
  it.each(["reasoning", "reasoning_content"])("keeps %s apart", async (field) => {
    const outcome = await chat((response) =>
      sendStream(response, [delta({ [field]: "thought" }), delta({ content: "Hi" }, "stop")]),
    );
    expect(outcome).toMatchObject({ ok: true, content: "Hi", reasoning: "thought" });
  });
  it("in one piece is understood, without a time to first token", async () => {
    const outcome = await chat((response) =>
      sendJson(response, 200, {
        choices: [{ message: { content: "<think>a</think>Hi" }, finish_reason: "stop" }],
        usage: { prompt_tokens: 1, completion_tokens: 2 },
      }),
    );
    expect(outcome).toMatchObject({ ok: true, content: "Hi", reasoning: "a", ttftMs: null, usage: { promptTokens: 1 } });
  });
  it("is asked for in the terms of the protocol", async () => {
    await chat((response) => sendStream(response, [delta({ content: "x" }, "stop")]), { apiKey: "secret-key" });
    expect(server?.bodies[0]).toMatchObject({
      model: "m",
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.5,
      top_p: 0.9,
      max_tokens: 64,
      seed: 3,
      messages: [
        { role: "system", content: "s" },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "c1", type: "function", function: { name: "t", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: "c1", content: "r" },
      ],
      tools: [{ type: "function", function: { name: "t", parameters: { type: "object" } } }],
    });
    expect(server?.headers[0]?.authorization).toBe("Bearer secret-key");
  });
  it("is asked for without a key where there is none", async () => {
    await chat((response) => sendStream(response, [delta({ content: "x" }, "stop")]));
    expect(server?.headers[0]?.authorization).toBeUndefined();
  });
});

describe("a failure is typed:", () => {
  it.each([
    [400, "bad-request", false],
    [401, "unauthorized", false],
    [403, "unauthorized", false],
    [404, "not-found", false],
    [429, "rate-limited", true],
    [500, "server-error", true],
    [503, "server-error", true],
  ])("HTTP %i is %s", async (status, type, retryable) => {
    const outcome = await chat((response) => sendJson(response, status, { error: { message: "no" } }));
    expect(outcome).toMatchObject({ ok: false, error: { type, status, retryable } });
    expect(server?.bodies).toHaveLength(1);
  });
  it.each([
    ["seconds", "7", 7_000, 7_000],
    ["a date", () => new Date(Date.now() + 60_000).toUTCString(), 30_000, 60_000],
    ["a date gone by", () => new Date(Date.now() - 60_000).toUTCString(), 0, 0],
    ["an hour, cut to ten minutes", "3600", 600_000, 600_000],
  ])("Retry-After is told: %s", async (_name, header, least, most) => {
    const outcome = await chat((response) => {
      response.setHeader("retry-after", typeof header === "string" ? header : header());
      sendJson(response, 429, { error: { message: "slow down" } });
    });
    const waitMs = outcome.ok ? undefined : outcome.error.retryAfterMs;
    expect(waitMs).toBeGreaterThanOrEqual(least);
    expect(waitMs).toBeLessThanOrEqual(most);
  });
  it.each(["soon", "-5", ""])("Retry-After %j is no time", async (header) => {
    const outcome = await chat((response) => {
      response.setHeader("retry-after", header);
      sendJson(response, 429, { error: { message: "slow down" } });
    });
    expect(outcome.ok ? outcome : outcome.error).not.toHaveProperty("retryAfterMs");
  });
  it("a refused connection is unreachable", async () => {
    const gone = await startWireServer(() => {});
    await gone.close();
    const model = createOpenAiModel({ endpoint: { id: "e", baseUrl: gone.url, model: "m", checkpoint: "" } });
    expect(await model.chat(request, { timeoutMs: 2_000 })).toMatchObject({
      ok: false,
      error: { type: "unreachable", retryable: true, message: expect.stringContaining("ECONNREFUSED") },
    });
  });
  it("a connection that breaks in the middle is unreachable", async () => {
    const outcome = await chat((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify(delta({ content: "a" }))}\n\n`, () => response.destroy());
    });
    expect(outcome).toMatchObject({ ok: false, error: { type: "unreachable" } });
  });
  it("silence is a timeout", async () => {
    expect(await chat(() => {}, { timeoutMs: 50 })).toMatchObject({ ok: false, error: { type: "timeout", retryable: true } });
  });
  it("a stream that stalls is a timeout, not a short reply", async () => {
    const outcome = await chat(
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(`data: ${JSON.stringify(delta({ content: "a" }, "stop"))}\n\n`);
      },
      { timeoutMs: 100 },
    );
    expect(outcome).toMatchObject({ ok: false, error: { type: "timeout" } });
  });
  it("an abort is aborted", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    expect(await chat(() => {}, { signal: controller.signal })).toMatchObject({
      ok: false,
      error: { type: "aborted", retryable: false },
    });
  });
  it.each([
    [
      "a web page",
      (r: Parameters<typeof sendJson>[0]) => r.writeHead(200, { "content-type": "text/html" }).end("<html>hello</html>"),
    ],
    [
      "broken JSON",
      (r: Parameters<typeof sendJson>[0]) => r.writeHead(200, { "content-type": "application/json" }).end('{"choices": ['),
    ],
    ["another JSON", (r: Parameters<typeof sendJson>[0]) => sendJson(r, 200, { hello: 1 })],
    ["empty choices", (r: Parameters<typeof sendJson>[0]) => sendJson(r, 200, { choices: [] })],
    ["a stream of nothing", (r: Parameters<typeof sendJson>[0]) => sendStream(r, [])],
    ["a stream of something else", (r: Parameters<typeof sendJson>[0]) => sendStream(r, [{ hello: 1 }])],
    ["a stream cut short", (r: Parameters<typeof sendJson>[0]) => sendStream(r, [delta({ content: "a" })])],
    [
      "a broken chunk",
      (r: Parameters<typeof sendJson>[0]) => r.writeHead(200, { "content-type": "text/event-stream" }).end("data: {oops\n\n"),
    ],
  ])("%s is malformed", async (_name, answer) =>
    expect(await chat(answer)).toMatchObject({ ok: false, error: { type: "malformed" } }),
  );
  it("an error inside the stream is a server error", async () => {
    const outcome = await chat((response) => sendStream(response, [{ error: { message: "overloaded" } }]));
    expect(outcome).toMatchObject({ ok: false, error: { type: "server-error" } });
  });
  it("the key is not in the message", async () => {
    const outcome = await chat((response) => sendJson(response, 401, { error: { message: "bad key secret-key" } }), {
      apiKey: "secret-key",
    });
    expect(JSON.stringify(outcome)).not.toContain("secret-key");
  });
});
