import { expect, test } from "vitest";
import type { Step } from "@/lib/contracts/trajectory";
import { sampleTrajectory } from "@/lib/testing/evaluation-samples";
import { describeTrajectory } from "./spans";

const facts = { id: "t1", startedAt: 1_000_000, release: "rel_1" };
const route = { endpoint: "other", model: "small", checkpoint: "s1", prompt: "compact" as const };
const chat = (atMs: number, durationMs: number, extra: object = {}): Step => ({
  type: "model-call",
  round: 1,
  atMs,
  attempt: 1,
  messages: [{ role: "user", content: "SAID by the viewer" }],
  prompt: [],
  tools: [],
  outcome: {
    ok: true,
    content: "SAID by the model",
    toolCalls: [],
    finishReason: "stop",
    usage: { promptTokens: null, completionTokens: 4 },
    ttftMs: 3,
    durationMs,
  },
  ...extra,
});
const steps: Step[] = [
  chat(10, 10),
  { type: "skill-load", round: 1, atMs: 11, callId: "k", skill: "price", kind: "reply", found: true },
  { type: "skill-load", round: 1, atMs: 11, callId: "k2", skill: "SAID by the model", found: false },
  { type: "frame", round: 1, atMs: 12, action: "began", callId: "d", text: "SAID to the agent" },
  chat(30, 15, { depth: 1 }),
  { type: "frame", round: 2, atMs: 31, depth: 1, action: "began", callId: "d2", text: "SAID to the agent" },
  {
    type: "tool-call",
    round: 2,
    atMs: 40,
    depth: 2,
    callId: "c",
    tool: "SAID by the model",
    arguments: { x: "SAID" },
    outcome: { ok: false, error: { type: "unknown-tool", message: "SAID" } },
    executed: false,
    durationMs: 0,
  },
  { type: "frame", round: 2, atMs: 41, depth: 2, action: "ended", callId: "d2", text: "SAID" },
  { type: "frame", round: 2, atMs: 42, depth: 1, action: "ended", callId: "d", text: "SAID" },
  {
    type: "module",
    round: 2,
    atMs: 50,
    slot: "action",
    calls: 1,
    notes: ["SAID"],
    error: { type: "threw", message: "SAID" },
    durationMs: 4,
  },
  { type: "hook", round: 2, atMs: 55, event: "Stop", hook: "guard", decision: "block", reason: "SAID", durationMs: 5 },
  { type: "retry", round: 2, atMs: 56, scope: "reply", reason: "said: SAID" },
  { type: "retry", round: 2, atMs: 57, scope: "call", reason: "timeout: SAID" },
  chat(70, 500, {
    route,
    attempt: 2,
    outcome: { ok: false, error: { type: "timeout", message: "SAID", retryable: true }, durationMs: 500 },
  }),
  { type: "fallback", round: 2, atMs: 71, scope: "call", reason: "SAID without a type", route, recovered: false },
  { type: "reply", round: 2, atMs: 72, content: "SAID", channel: "public", suppressed: false },
];
const trajectory = sampleTrajectory({
  steps,
  reply: "SAID",
  stopReason: "model-error",
  failure: { type: "timeout", message: "SAID" },
  timings: { wallMs: 60, modelMs: 0, toolMs: 0, hookMs: 0, ttftMs: null },
});

test("nested agents are spans around what they did", () => {
  const spans = describeTrajectory(trajectory, facts, false);
  const nameOf = (key: string | null) => spans.find((span) => span.key === key)?.name ?? null;
  const agents = spans.filter((span) => span.name === "invoke_agent sample");
  expect(agents.map((span) => [span.parent && nameOf(span.parent), span.startMs, span.endMs])).toEqual([
    [null, 1_000_000, 1_000_060],
    ["invoke_agent sample", 1_000_012, 1_000_042],
    ["invoke_agent sample", 1_000_031, 1_000_041],
  ]);
  const [root, outer, inner] = agents.map((span) => span.key);
  expect(spans.filter((span) => !agents.includes(span)).map((span) => [span.name, span.parent])).toEqual([
    ["chat scripted", root],
    ["execute_tool load_skill", root],
    ["execute_tool load_skill", root],
    ["chat scripted", outer],
    ["execute_tool _unknown", inner],
    ["module action", root],
    ["hook guard", root],
    ["chat small", root],
  ]);
});

test("times stay within the agent's, though a call is longer than the clock says", () => {
  for (const span of describeTrajectory(trajectory, facts, false)) {
    expect(span.startMs).toBeGreaterThanOrEqual(facts.startedAt);
    expect(span.endMs).toBeGreaterThanOrEqual(span.startMs);
    expect(span.endMs).toBeLessThanOrEqual(facts.startedAt + 60);
  }
});

test("failures are told by type; what is not known is left out", () => {
  const [root, first, , missing, ...rest] = describeTrajectory(trajectory, facts, false);
  expect(root).toMatchObject({ failed: true, attributes: { "error.type": "timeout", "studio.release.id": "rel_1" } });
  expect(root?.events.map((event) => [event.name, event.attributes["studio.reason"]])).toEqual([
    ["studio.retry", undefined],
    ["studio.retry", "timeout"],
    ["studio.fallback", undefined],
    ["studio.reply", undefined],
  ]);
  expect(first?.attributes).toMatchObject({ "gen_ai.request.seed": 1, "gen_ai.usage.output_tokens": 4 });
  expect(Object.keys(first?.attributes ?? {})).not.toEqual(expect.arrayContaining(["gen_ai.usage.input_tokens"]));
  expect(missing).toMatchObject({ failed: true, attributes: { "error.type": "not-found", "studio.skill.name": "_unknown" } });
  const last = rest.at(-1);
  expect(last?.attributes).toMatchObject({
    "gen_ai.request.model": "small",
    "studio.prompt": "compact",
    "error.type": "timeout",
  });
  expect(last?.attributes["gen_ai.request.seed"]).toBeUndefined();
});

test("a task that was answered, suppressed or rejected has not failed", () => {
  for (const stopReason of ["replied", "recovered", "suppressed", "rejected"] as const)
    expect(describeTrajectory(sampleTrajectory({ stopReason }), facts, false)[0]?.failed).toBe(false);
});

test("nothing that anybody said is in the spans, unless content is asked for", () => {
  expect(JSON.stringify(describeTrajectory(trajectory, facts, false))).not.toContain("SAID");
  const told = JSON.stringify(describeTrajectory(trajectory, facts, true));
  for (const text of ["SAID by the viewer", "SAID by the model", "said: SAID"]) expect(told).toContain(text);
});

test("a span holds 32 kB of text at most, and says what was left out", () => {
  const long = "长".repeat(12_000);
  const said: Step[] = [
    chat(10, 10, {
      messages: [
        { role: "user", content: long },
        { role: "user", content: long },
      ],
    }),
    { type: "hook", round: 1, atMs: 20, event: "Stop", hook: "guard", decision: "block", reason: long, durationMs: 5 },
    ...Array.from({ length: 20 }, (): Step => ({ type: "retry", round: 1, atMs: 30, scope: "reply", reason: long })),
  ];
  const spans = describeTrajectory(sampleTrajectory({ steps: said, reply: long }), facts, true);
  for (const span of spans) expect(Buffer.byteLength(JSON.stringify([span.attributes, span.events]))).toBeLessThan(60_000);
  const [root, call] = spans;
  expect(root?.attributes).toMatchObject({ "studio.reply": long, "studio.omitted": ["studio.reason"] });
  expect(call?.attributes).toMatchObject({
    "gen_ai.output.messages": expect.stringContaining("SAID by the model"),
    "gen_ai.conversation.id": "t1",
    "studio.omitted": ["gen_ai.input.messages"],
  });
});
