import { afterEach, describe, expect, it } from "vitest";
import type { EndpointTest } from "@/lib/contracts/endpoint";
import { delta, sendJson, sendStream, startWireServer, usageChunk, type WireServer } from "@/lib/testing/wire-server";
import { testEndpoint } from "./test-endpoint";

type Answer = Parameters<typeof startWireServer>[0];
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const hasTools = (body: unknown) => typeof body === "object" && body !== null && "tools" in body;
const toolCall = { tool_calls: [{ index: 0, id: "a", function: { name: "get_weather", arguments: '{"city":"Paris"}' } }] };
const sound: Answer = (response, body) =>
  sendStream(response, [hasTools(body) ? delta(toolCall, "tool_calls") : delta({ content: "ready" }, "stop"), usageChunk(9, 1)]);

async function test(
  answer: Answer,
  options: { model?: string; keyVariable?: string; apiKey?: string; models?: Parameters<typeof startWireServer>[1] } = {},
): Promise<EndpointTest> {
  server = await startWireServer(answer, options.models);
  return testEndpoint({
    endpoint: { id: "e", kind: "openai", baseUrl: server.url, model: options.model ?? "m", checkpoint: "" },
    keyVariable: options.keyVariable ?? "",
    apiKey: options.apiKey,
  });
}
const states = ({ steps }: EndpointTest) => steps.map((step) => `${step.name} ${step.state}`);
const detail = ({ steps }: EndpointTest, name: string) => steps.find((step) => step.name === name)?.detail;

describe("the endpoint test", () => {
  it("passes a sound endpoint", async () => {
    const result = await test(sound);
    expect(result).toMatchObject({ ok: true, ttftMs: expect.any(Number) });
    expect(result.steps).toHaveLength(8);
  });
  it("names the variable that is not set, and calls nobody", async () => {
    const result = await test(sound, { keyVariable: "MY_KEY" });
    expect(states(result).slice(0, 2)).toEqual(["Key failed", "Address skipped"]);
    expect(detail(result, "Key")).toContain("MY_KEY");
    expect(server?.headers).toEqual([]);
  });
  it("says that the address cannot be reached", async () => {
    const gone = await startWireServer(() => {});
    await gone.close();
    const result = await testEndpoint({
      endpoint: { id: "e", kind: "openai", baseUrl: gone.url, model: "m", checkpoint: "" },
      keyVariable: "",
    });
    expect(states(result).slice(0, 3)).toEqual(["Key passed", "Address failed", "Authorisation skipped"]);
    expect(detail(result, "Address")).toContain("ECONNREFUSED");
  });
  it("says that the key is refused", async () => {
    const result = await test(sound, { keyVariable: "MY_KEY", apiKey: "k", models: (response) => sendJson(response, 401, {}) });
    expect(states(result)).toContain("Authorisation failed");
    expect(detail(result, "Authorisation")).toBe("The endpoint refuses the key in MY_KEY (HTTP 401).");
  });
  it("says which models there are where the model is not", async () => {
    const result = await test((response) => sendJson(response, 404, { error: { message: "no model" } }), { model: "other" });
    expect(states(result)).toContain("Model failed");
    expect(detail(result, "Model")).toBe("The endpoint does not serve other; it serves m.");
  });
  it("passes a model that answers though no list is to be had", async () => {
    const result = await test(sound, { models: (response) => sendJson(response, 404, {}) });
    expect(result.ok).toBe(true);
  });
  it("says that the endpoint answers nonsense", async () => {
    const result = await test((response) => sendJson(response, 200, { hello: 1 }));
    expect(states(result).slice(3)).toEqual([
      "Model passed",
      "Reply failed",
      "Streaming skipped",
      "Tool call skipped",
      "Usage skipped",
    ]);
    expect(detail(result, "Reply")).toContain("malformed");
  });
  it("says that no tool was called, nothing streamed and no usage reported", async () => {
    const result = await test((response) =>
      sendJson(response, 200, { choices: [{ message: { content: "Sunny" }, finish_reason: "stop" }] }),
    );
    expect(states(result).slice(4)).toEqual(["Reply passed", "Streaming failed", "Tool call failed", "Usage failed"]);
    expect(result.ok).toBe(false);
  });
});
