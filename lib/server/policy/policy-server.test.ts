import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { parseFault } from "@/lib/simulation/faults/parse-fault";
import { FAULTS_HEADER, type PolicyServer, startPolicyServer } from "./policy-server";

const tool = {
  type: "function",
  function: {
    name: "get_price",
    description: "Price of a link in yuan.",
    parameters: { type: "object", properties: { link_id: { type: "integer" } }, required: ["link_id"] },
  },
};
const asked = {
  model: "embedded-policy",
  messages: [
    { role: "system", content: "- When a viewer asks for the price, call get_price." },
    { role: "user", content: "how much is link 3?" },
  ],
  tools: [tool],
  seed: 1,
};
const greeting = { model: "embedded-policy", messages: [{ role: "user", content: "你好，主播" }], seed: 1 };

let server: PolicyServer;
afterEach(() => server.close());
const start = async (...faults: string[]) => {
  server = await startPolicyServer({ faults: faults.map(parseFault) });
};
const post = (body: object, headers: Record<string, string> = {}, query = "") =>
  fetch(`${server.url}/chat/completions${query}`, { method: "POST", body: JSON.stringify(body), headers });
const own = (...faults: unknown[]) => ({ [FAULTS_HEADER]: JSON.stringify(faults) });
const Answer = z.object({
  choices: z.array(
    z.object({
      finish_reason: z.string(),
      message: z.object({
        content: z.string().nullable(),
        reasoning: z.string().optional(),
        reasoning_content: z.string().optional(),
        tool_calls: z.array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) })).optional(),
      }),
    }),
  ),
  usage: z.object({ total_tokens: z.int() }).optional(),
});
const answered = async (body: object, ...faults: unknown[]) => Answer.parse(await (await post(body, own(...faults))).json());

describe("without faults", () => {
  test("the models and the answers are the embedded policy's", async () => {
    await start();
    expect(await (await fetch(`${server.url}/models`)).json()).toMatchObject({ data: [{ id: "embedded-policy" }] });
    const { choices, usage } = Answer.parse(await (await post(asked)).json());
    expect(choices[0]?.message.tool_calls?.[0]?.function).toEqual({ name: "get_price", arguments: '{"link_id":3}' });
    expect(usage?.total_tokens).toBeGreaterThan(0);
    const stream = await post({ ...asked, stream: true });
    expect(stream.headers.get("content-type")).toContain("text/event-stream");
    expect((await stream.text()).trimEnd().endsWith("data: [DONE]")).toBe(true);
    expect((await post({ model: "other", messages: greeting.messages })).status).toBe(404);
    expect((await fetch(`${server.url}/chat/completions`, { method: "POST", body: "{" })).status).toBe(400);
    expect(server.requests()).toBe(4);
  });
});

describe("a request may choose", () => {
  test("429 with Retry-After, and 500", async () => {
    await start();
    const limited = await post(asked, own("rate-limited=7"));
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "7"]);
    expect((await post(asked, {}, `?faults=${encodeURIComponent('["server-error"]')}`)).status).toBe(500);
  });

  test.each(["reset", "cut"])("%s, which destroys the connection", async (kind) => {
    await start();
    const outcome = post({ ...asked, stream: true }, own(kind)).then((response) => response.text());
    await expect(outcome).rejects.toThrow();
    expect((await post(asked)).status).toBe(200);
  });

  test("an answer cut short in order", async () => {
    await start();
    const text = await (await post({ ...asked, stream: true }, own("truncated"))).text();
    expect(text).toMatch(/^data: /);
    expect(text).not.toContain("[DONE]");
  });

  test("arguments in fragments: the same answer, one character a delta", async () => {
    await start();
    const stream = { ...asked, stream: true, stream_options: { include_usage: true } };
    const text = await (await post(stream, own("fragments"))).text();
    const pieces = [...text.matchAll(/"arguments":"((?:\\.|[^"\\])*)"/g)].map((match) => JSON.parse(`"${match[1]}"`));
    expect(pieces.join("")).toBe('{"link_id":3}');
    expect(Math.max(...pieces.map((piece: string) => piece.length))).toBe(1);
    const chinese = await (await post({ ...greeting, stream: true }, own("fragments"))).text();
    expect(chinese).not.toContain("\ufffd");
  });

  test("arguments that are no JSON, also where no tool would be called", async () => {
    await start();
    for (const body of [asked, greeting]) {
      const text = (await answered(body, "broken-arguments")).choices[0]?.message.tool_calls?.[0]?.function.arguments;
      expect(() => JSON.parse(text ?? "{}")).toThrow();
    }
  });

  test.each([
    ["leaked-mark", /^<tool_call>\n\{"name": "get_price", "arguments": \{"link_id":3\}\}\n<\/tool_call>$/],
    ["leaked-json", /^\{"name": "get_price", "arguments": \{"link_id":3\}\}$/],
  ])("%s: a call in the content", async (kind, shape) => {
    await start();
    const [choice] = (await answered(asked, kind)).choices;
    expect(choice?.message.content).toMatch(shape);
    expect([choice?.message.tool_calls, choice?.finish_reason]).toEqual([undefined, "stop"]);
  });

  test("empty choices, no usage, and reasoning in three places", async () => {
    await start();
    expect((await answered(greeting, "empty-choices")).choices).toEqual([]);
    expect((await answered(greeting, "no-usage")).usage).toBeUndefined();
    const message = async (kind: string) => (await answered(greeting, kind)).choices[0]?.message;
    expect((await message("reasoning"))?.reasoning).toMatch(/wants a price/);
    expect((await message("reasoning-content"))?.reasoning_content).toMatch(/wants a price/);
    expect((await message("think"))?.content).toMatch(/^<think>.*<\/think>./);
  });

  test("garbage instead of an answer", async () => {
    await start();
    for (let seed = 0; seed < 8; seed += 1) {
      const text = await (await post({ ...greeting, seed }, own("garbage"))).text();
      expect(text).not.toContain('"finish_reason"');
    }
  });

  test("to wait for ever, until it goes away", async () => {
    await start();
    await expect(
      fetch(`${server.url}/chat/completions`, {
        method: "POST",
        body: JSON.stringify(greeting),
        headers: own("hang"),
        signal: AbortSignal.timeout(80),
      }),
    ).rejects.toThrow("timeout");
  });

  test("latency before the head, and a slow first token after it", async () => {
    await start();
    const before = performance.now();
    await (await post(greeting, own("latency=60"))).text();
    expect(performance.now() - before).toBeGreaterThan(55);
    const response = await post({ ...greeting, stream: true }, own("slow-first-token=150"));
    const headAt = performance.now();
    await response.text();
    expect(performance.now() - headAt).toBeGreaterThan(50);
  });

  test("nothing that is not understood: 400 with the reason", async () => {
    await start();
    const refused = await post(asked, own("nonsense"));
    expect([refused.status, (await refused.json()).error.message]).toEqual([400, expect.stringContaining("“nonsense”")]);
  });
});

describe("a server's own faults", () => {
  test("strike in their turns", async () => {
    await start("server-error@1x1");
    const statuses = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await post({ ...greeting, seed: index })).status);
    expect(statuses).toEqual([200, 500, 200]);
  });

  test("repeat with the run, and draw anew where a request comes again unanswered", async () => {
    await start("rate-limited:0.4");
    const run = async () => {
      const tries: number[] = [];
      for (let seed = 0; seed < 20; seed += 1) {
        let count = 1;
        while ((await post({ ...greeting, seed })).status === 429) count += 1;
        tries.push(count);
      }
      return tries;
    };
    const first = await run();
    expect(Math.max(...first)).toBeGreaterThan(1);
    expect(Math.min(...first)).toBe(1);
    expect(await run()).toEqual(first);
  });
});

test("a client that goes away in the middle and one that speaks no HTTP hurt nobody", async () => {
  await start("latency=40");
  const { port } = new URL(server.url);
  const raw = connect(Number(port), "127.0.0.1");
  raw.on("error", () => {});
  raw.write("nonsense\r\n\r\n");
  const gone = new AbortController();
  const request = post({ ...greeting, stream: true }).catch(() => null);
  setTimeout(() => gone.abort(), 10);
  await request;
  expect((await post(greeting)).status).toBe(200);
  raw.destroy();
});
