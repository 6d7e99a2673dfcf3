import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { EMBEDDED_ENDPOINT } from "@/lib/simulation/embedded-fetch";
import { parseFault } from "@/lib/simulation/faults/parse-fault";
import { sampleCase, sampleTrajectory } from "@/lib/testing/evaluation-samples";
import { toolFile } from "@/lib/testing/kernel-task";
import { type OtlpCollector, type ReceivedSpan, startOtlpCollector } from "@/lib/testing/otlp-collector";
import { openTestStudio, type TestStudio } from "@/lib/testing/test-studio";
import { type PolicyServer, startPolicyServer } from "../policy/policy-server";
import { storeSampleRun } from "../runs/sample-run";
import { SCHEMA_URL } from "./conventions";
import { createTelemetry } from "./telemetry";

const KEY = "sk-canary-of-the-endpoint";
const bundle = {
  "harness.yaml":
    "name: Price desk\nrequireReplySkill: false\nlimits: {firstCallTimeoutMs: 20000, laterCallTimeoutMs: 20000, trajectoryTimeoutMs: 30000}\n",
  "prompt/10-host.md":
    "You host a live room.\n\n- When a viewer asks for the price, call get_price.\n\nLinks:\n- link 3: Sunveil Sunscreen\n",
  "tools/get_price.json": toolFile("get_price").replace("The tool get_price.", "Price of a link in yuan."),
  "hooks/look.js": 'export const events = ["Stop"];\nexport default () => ({ decision: "allow" });\n',
};
const item = sampleCase({
  input: { comments: [{ text: "how much is link 3, dear host?" }] },
  fixtures: { get_price: [{ result: { link_id: 3, live_price: 79 } }] },
});

let collector: OtlpCollector;
let policy: PolicyServer | undefined;
let studio: TestStudio | undefined;
beforeEach(async () => {
  collector = await startOtlpCollector();
  for (const name of ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"]) vi.stubEnv(name, "");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await studio?.close();
  await policy?.close();
  await collector.close();
  studio = policy = undefined;
});

/** Evaluates the case on an endpoint in a studio of its own, and closes the studio. */
async function evaluate(endpoint: Endpoint = EMBEDDED_ENDPOINT, repeats = 1): Promise<string> {
  studio = openTestStudio();
  const run = storeSampleRun(studio.studio.database, { cases: [item], endpoint, bundle, settings: { repeats } });
  studio.studio.runner.start(run);
  for await (const progress of studio.studio.runner.progress(run)) if (progress.status === "completed") break;
  const { reported } = studio;
  await studio.close();
  studio = undefined;
  expect(reported).toEqual([]);
  return run;
}

const served = (url: string): Endpoint => ({
  ...EMBEDDED_ENDPOINT,
  id: "served",
  kind: "openai",
  baseUrl: url,
  keyVariable: "STUDIO_TEST_KEY",
});

/** The tree of one trace by names, children in order of time. */
function tree(spans: readonly ReceivedSpan[], parent?: string): unknown[] {
  return spans
    .filter((span) => span.parentSpanId === parent)
    .sort((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)))
    .map((span) => {
      const inner = tree(spans, span.spanId);
      return inner.length === 0 ? span.name : [span.name, inner];
    });
}

describe("with a collector configured", () => {
  beforeEach(() => vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url));

  test("a case is one trace of GenAI spans, in OTLP JSON", async () => {
    const before = Date.now();
    const run = await evaluate();
    expect(collector.requests[0]).toMatchObject({ url: "/v1/traces", headers: { "content-type": "application/json" } });
    const spans = collector.spans();
    expect(new Set(spans.map((span) => span.traceId)).size).toBe(1);
    expect(new Set(spans.map((span) => span.schemaUrl))).toEqual(new Set([SCHEMA_URL]));
    expect(tree(spans)).toEqual([
      ["invoke_agent Price desk", ["chat embedded-policy", "execute_tool get_price", "chat embedded-policy", "hook look"]],
    ]);
    const [root, chat, tool] = ["invoke_agent Price desk", "chat embedded-policy", "execute_tool get_price"].map((name) =>
      spans.find((span) => span.name === name),
    );
    expect(root?.attributes).toMatchObject({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.provider.name": "studio.embedded",
      "gen_ai.agent.name": "Price desk",
      "gen_ai.conversation.id": `${run}/c1/0`,
      "harness.name": "Price desk",
      "harness.hash": expect.stringMatching(/^[0-9a-f]{64}$/),
      "studio.run.id": run,
      "studio.case.id": "c1",
      "studio.stop_reason": "replied",
    });
    expect(chat).toMatchObject({
      kind: 3,
      attributes: {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": "embedded-policy",
        "gen_ai.request.temperature": 1,
        "gen_ai.request.top_p": 0.95,
        "gen_ai.request.max_tokens": 512,
        "gen_ai.request.seed": expect.any(Number),
        "gen_ai.usage.input_tokens": expect.any(Number),
        "gen_ai.usage.output_tokens": expect.any(Number),
        "gen_ai.response.finish_reasons": ["tool_calls"],
      },
    });
    expect(tool).toMatchObject({
      kind: 1,
      attributes: { "gen_ai.tool.name": "get_price", "gen_ai.tool.call.id": expect.stringMatching(/^call_/) },
    });
    for (const span of spans) {
      const [start, end] = [BigInt(span.startTimeUnixNano), BigInt(span.endTimeUnixNano)];
      expect(start >= BigInt(root?.startTimeUnixNano ?? 0) && start <= end).toBe(true);
      expect(end <= BigInt(root?.endTimeUnixNano ?? 0)).toBe(true);
    }
    expect(BigInt(root?.startTimeUnixNano ?? 0) >= BigInt(before) * 1_000_000n).toBe(true);
  });

  test("each repeat is a trace of its own, and the specific address goes before the general one", async () => {
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1");
    vi.stubEnv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", `${collector.url}/own/path`);
    await evaluate(EMBEDDED_ENDPOINT, 3);
    expect(collector.requests[0]?.url).toBe("/own/path");
    expect(new Set(collector.spans().map((span) => span.traceId)).size).toBe(3);
    expect(new Set(collector.spans().map((span) => span.spanId)).size).toBe(collector.spans().length);
  });

  test("a failed call and its retry are told by type, in a trace with neither a word that was said nor the key", async () => {
    vi.stubEnv("STUDIO_TEST_KEY", KEY);
    policy = await startPolicyServer({ faults: [parseFault("server-error@0x1")] });
    await evaluate(served(policy.url));
    const spans = collector.spans();
    const [failed] = spans.filter((span) => span.name === "chat embedded-policy" && span.status.code === 2);
    expect(failed?.attributes).toMatchObject({
      "error.type": "server-error",
      "http.response.status_code": 500,
      "gen_ai.provider.name": "openai",
      "studio.endpoint.id": "served",
    });
    const [retry] = spans.flatMap((span) => span.events.filter((event) => event.name === "studio.retry"));
    expect(JSON.stringify(retry?.attributes)).toContain('"server-error"');
    const sent = collector.bodies.join();
    for (const said of [KEY, "dear host", "live_price", "79 yuan", "Sunveil", "A fault that this server", "link_id"])
      expect(sent).not.toContain(said);
  });

  test("what was said is in it where that was asked for, the key never", async () => {
    vi.stubEnv("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true");
    vi.stubEnv("STUDIO_TEST_KEY", KEY);
    policy = await startPolicyServer();
    await evaluate(served(policy.url));
    const chats = collector.spans().filter((span) => span.name === "chat embedded-policy");
    expect(JSON.parse(String(chats[0]?.attributes["gen_ai.input.messages"]))).toEqual([
      { role: "user", parts: [{ type: "text", content: "how much is link 3, dear host?" }] },
    ]);
    expect(String(chats[0]?.attributes["gen_ai.system_instructions"])).toContain("Sunveil");
    expect(JSON.parse(String(chats.at(-1)?.attributes["gen_ai.output.messages"]))).toMatchObject([
      { role: "assistant", finish_reason: "stop", parts: [{ type: "text", content: expect.stringContaining("79") }] },
    ]);
    const tool = collector.spans().find((span) => span.name === "execute_tool get_price");
    expect(tool?.attributes["gen_ai.tool.call.result"]).toBe('{"link_id":3,"live_price":79}');
    expect(collector.bodies.join()).not.toContain(KEY);
  });

  test("service name, resource and headers come from the usual variables", async () => {
    vi.stubEnv("OTEL_SERVICE_NAME", "room-7");
    vi.stubEnv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=staging");
    vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", "x-tenant=blue");
    await evaluate();
    expect(collector.requests[0]?.headers).toMatchObject({ "x-tenant": "blue" });
    expect(collector.bodies[0]).toContain('"room-7"');
    expect(collector.bodies[0]).toContain('"staging"');
  });
});

describe("a run is not hurt where", () => {
  test("no collector is configured: nothing is sent", async () => {
    await evaluate();
    expect(collector.requests).toEqual([]);
  });

  test.each([
    ["OTEL_SDK_DISABLED", "true"],
    ["OTEL_TRACES_EXPORTER", "none"],
  ])("%s is %s: nothing is sent", async (name, value) => {
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
    vi.stubEnv(name, value);
    await evaluate();
    expect(collector.requests).toEqual([]);
  });

  const recordAndClose = async (count: number, change: Partial<Trajectory> = {}) => {
    const reports: unknown[] = [];
    const telemetry = createTelemetry((error) => reports.push(error));
    for (let index = 0; index < count; index += 1)
      telemetry.record(sampleTrajectory(change), { id: `t${index}`, startedAt: Date.now() });
    await telemetry.close();
    return reports.map(String);
  };

  test("the collector refuses: one report, however many batches", async () => {
    const refusing = await startOtlpCollector(400);
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", refusing.url);
    const reports = await recordAndClose(1_100);
    expect(refusing.requests.length).toBeGreaterThan(1);
    await refusing.close();
    expect(reports).toEqual([expect.stringMatching(/^Error: Traces do not arrive: /)]);
  });

  test("there are more spans than the queue holds: the rest is dropped, and that is reported", async () => {
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
    expect(await recordAndClose(9_000)).toEqual([expect.stringContaining("the queue is full")]);
    // A busy machine may still be sending when the five seconds of closing are over.
    await vi.waitFor(() => expect(collector.spans().length).toBe(8_192), { timeout: 25_000, interval: 200 });
  });

  test("there is more text than the queue holds: the rest is dropped, and that is reported", async () => {
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
    vi.stubEnv("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true");
    expect(await recordAndClose(2_000, { reply: "x".repeat(15_000) })).toEqual([expect.stringContaining("the queue is full")]);
    await vi.waitFor(() => expect(collector.spans().length).toBeGreaterThan(500), { timeout: 25_000, interval: 200 });
    const bytes = collector.bodies.reduce((sum, body) => sum + body.length, 0);
    expect(bytes).toBeLessThan(30_000_000);
  });

  test.each(["collector:4317", "ftp://collector", "http://"])(
    "the address %j is none: traces are off, with a report",
    async (address) => {
      vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", address);
      expect(await recordAndClose(1)).toEqual([expect.stringContaining("Traces are off")]);
    },
  );
});
