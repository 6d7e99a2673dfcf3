import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Case } from "@/lib/contracts/case";
import { ModelErrorType } from "@/lib/contracts/model";
import { type Step, StopReason, type Trajectory } from "@/lib/contracts/trajectory";
import { createFixtureTools } from "@/lib/evaluation/fixture-tools";
import { checkGrounded } from "@/lib/evaluation/grounded";
import { runTask } from "@/lib/kernel/run-task";
import { createOpenAiModel } from "@/lib/models/openai";
import { startPolicyServer } from "@/lib/server/policy/policy-server";
import { createSandbox } from "@/lib/server/sandbox";
import { DECOY_PRICE } from "@/lib/simulation/faults/change-answer";
import { FAULT_KINDS } from "@/lib/simulation/faults/fault";
import { parseFault } from "@/lib/simulation/faults/parse-fault";
import { harnessOf } from "@/lib/testing/kernel-task";

const CONSERVATIVE = "Let me check that for you in a moment.";
const PRICE = 79;
/** Roomy where calls are to come to an end. */
const ROOMY = { first: 5_000, later: 5_000, trajectory: 15_000, fallback: 5_000, recovery: 5_000 };
/** Where calls are to time out: tight from the stage on, so that a busy machine still comes to the stage. */
const TIGHT: Record<string, typeof ROOMY> = {
  "first model call": { first: 150, later: 100, trajectory: 400, fallback: 100, recovery: 150 },
  "later model call": { first: 5_000, later: 400, trajectory: 2_000, fallback: 150, recovery: 150 },
  "compact fallback call": { ...ROOMY, fallback: 150, recovery: 150 },
  "trajectory recovery call": { ...ROOMY, recovery: 150 },
  "nested agent's call": { first: 5_000, later: 400, trajectory: 2_000, fallback: 150, recovery: 150 },
  "memory module's call": { first: 5_000, later: 400, trajectory: 2_000, fallback: 150, recovery: 150 },
};
/** Above the sum of the limits: a port's grace of 250 ms a call, and a machine that is busy with other things. */
const OUTER_BOUND_MS = 25_000;
const MODEL_CALLS_BEFORE_PRICE = 2;

/** What a fault comes to where it strikes for good: the policy answers all the same, or the task fails in this way. */
const EXPECTED: Record<string, "answers" | { stop: Trajectory["stopReason"]; failure?: string }> = {
  "latency=10": "answers",
  "latency=lognormal:10:0.5": "answers",
  "slow-first-token=10": "answers",
  fragments: "answers",
  "no-usage": "answers",
  reasoning: "answers",
  "reasoning-content": "answers",
  think: "answers",
  "latency=60000": { stop: "model-error", failure: "timeout" },
  "slow-first-token=60000": { stop: "model-error", failure: "timeout" },
  hang: { stop: "model-error", failure: "timeout" },
  "rate-limited=2": { stop: "model-error", failure: "rate-limited" },
  "server-error": { stop: "model-error", failure: "server-error" },
  reset: { stop: "model-error", failure: "unreachable" },
  cut: { stop: "model-error", failure: "unreachable" },
  truncated: { stop: "model-error", failure: "malformed" },
  garbage: { stop: "model-error", failure: "malformed" },
  "empty-choices": { stop: "model-error", failure: "malformed" },
  "leaked-mark": { stop: "model-error", failure: "malformed-output" },
  "leaked-json": { stop: "model-error", failure: "malformed-output" },
  "broken-arguments": { stop: "round-limit" },
};

/** From which call on a fault strikes: the calls before it are answered, or fail so that the kernel comes to the stage. */
const before = MODEL_CALLS_BEFORE_PRICE;
const STAGES: Record<string, (fault: string) => string[]> = {
  "first model call": (fault) => [fault],
  "later model call": (fault) => [`${fault}@${before}`],
  "compact fallback call": (fault) => [`server-error@${before}x2`, `${fault}@${before + 2}`],
  "trajectory recovery call": (fault) => [`server-error@${before}x3`, `${fault}@${before + 3}`],
  "nested agent's call": (fault) => [`${fault}@${before}`],
  "memory module's call": (fault) => [`${fault}@${before}`],
};

/** What shows in the steps that the stage was come to. */
const TRACE: Record<string, (step: Step) => boolean> = {
  "compact fallback call": (step) => step.type === "fallback" && step.scope === "call",
  "trajectory recovery call": (step) => step.type === "fallback" && step.scope === "trajectory",
  "nested agent's call": (step) => step.type === "model-call" && step.depth === 1,
  "memory module's call": (step) => step.type === "model-call" && step.module === "memory",
};

/** Hands the question to a nested agent, which works as the built-in one does, and speaks its answer. */
const DELEGATE = `export default async function delegate({ depth, view }, host) {
  const said = view.findLast((message) => message.role === "tool");
  if (depth === 0) return said ? { reply: said.content } : { delegate: { task: "how much is link 3?" } };
  const answer = await host.callModel();
  if (!answer.ok) throw new Error(answer.error.type);
  if (answer.toolCalls.length === 0) return { reply: answer.content };
  return { toolCalls: answer.toolCalls.map((call) => ({ name: call.name, arguments: JSON.parse(call.arguments) })) };
}
`;

/** Has the history summed up by the model once a price was looked up, and gives up where that fails. */
const RECALL = `export default async function recall({ history }, host) {
  if (!history.some((message) => message.role === "tool" && message.content.includes("live_price"))) return { messages: history };
  const summary = await host.callModel({ messages: [{ role: "user", content: "Sum up what was said." }], tools: [] });
  if (!summary.ok) throw new Error(summary.error.type);
  return { messages: history };
}
`;

/** The code of a stage that is a custom module's, and the slot it is in. */
const MODULES: Record<string, { slot: string; code: string }> = {
  "nested agent's call": { slot: "action", code: DELEGATE },
  "memory module's call": { slot: "memory", code: RECALL },
};

const FAILURES: ReadonlySet<string | undefined> = new Set([
  undefined,
  ...ModelErrorType.options,
  "malformed-output",
  "module-threw",
  "module-bad-result",
]);

const filesWith = (limits: typeof ROOMY, module: { slot: string; code: string } | undefined) => ({
  "harness.yaml": `
name: Fault matrix
limits: {rounds: 6, firstCallTimeoutMs: ${limits.first}, laterCallTimeoutMs: ${limits.later}, trajectoryTimeoutMs: ${limits.trajectory}, callAttempts: 2}
fallback: {timeoutMs: ${limits.fallback}}
recovery: {timeoutMs: ${limits.recovery}, on: [trajectory-timeout, model-error, module-error, round-limit]}
conservativeReply: ${CONSERVATIVE}
${module ? `modules: {${module.slot}: custom}\nrequireReplySkill: false` : ""}
`,
  "prompt/10-host.md":
    "You host a live room and answer viewers.\n\n- Load a Reply Skill before you reply.\n- When a viewer asks for the price, call get_price.\n- Never guess a price.\n\nLinks:\n- link 3: Sunveil Sunscreen\n",
  "prompt/20-manners.md": "---\ncompact: false\n---\nKeep it short.\n",
  "skills/price/SKILL.md":
    "---\nname: price\ndescription: Answering questions about a price.\nmetadata:\n  kind: reply\n---\n- State the price from get_price.\n",
  "tools/get_price.json": JSON.stringify({
    name: "get_price",
    description: "Price of a link in yuan.",
    inputSchema: {
      type: "object",
      properties: { link_id: { type: "integer", description: "Number of the link." } },
      required: ["link_id"],
      additionalProperties: false,
    },
    binding: { kind: "fixture", table: "prices" },
  }),
  ...(module ? { [`modules/${module.slot}.js`]: module.code } : {}),
  "hooks/guard-price.js": `export const events = ["Stop"];
export default function guardPrice(event) {
  const known = new Set(JSON.stringify(event.toolResults).match(/\\d+(?:\\.\\d+)?/g) ?? []);
  for (const [, figure] of event.reply.matchAll(/(\\d+(?:\\.\\d+)?)\\s*yuan/g))
    if (!known.has(figure)) return { decision: "block", reason: "The reply names a price that no tool result holds." };
  return { decision: "allow" };
}
`,
});
const item = Case.parse({
  id: "price",
  category: "price",
  input: { comments: [{ text: "how much is link 3?" }] },
  checks: [{ id: "grounded", metric: "accuracy", kind: "grounded" }],
});
const tools = createFixtureTools({}, { prices: [{ match: { link_id: 3 }, result: { link_id: 3, live_price: PRICE } }] });
const sandbox = createSandbox();
const rejections: unknown[] = [];
const noteRejection = (reason: unknown) => rejections.push(reason);
const table: string[] = [];

beforeAll(async () => {
  process.on("unhandledRejection", noteRejection);
  // The first run pays for threads and caches, which no limit is about.
  await attempt([], ROOMY);
});
afterAll(async () => {
  process.off("unhandledRejection", noteRejection);
  await sandbox.close();
  if (process.env.FAULT_TABLE === "1")
    process.stdout.write(`\n| fault | stage | outcome | reply | ms |\n| --- | --- | --- | --- | --- |\n${table.join("\n")}\n`);
});

async function attempt(faults: readonly string[], limits: typeof ROOMY, module?: { slot: string; code: string }) {
  const server = await startPolicyServer({ faults: faults.map(parseFault) });
  const started = performance.now();
  try {
    const trajectory = await runTask({
      harness: harnessOf(filesWith(limits, module)),
      hash: "h",
      task: item,
      model: createOpenAiModel({ endpoint: { id: "e", baseUrl: server.url, model: "embedded-policy", checkpoint: "" } }),
      tools,
      sandbox,
      clock: { now: () => performance.now() },
      seed: 1,
    });
    return { trajectory, ms: performance.now() - started };
  } finally {
    await server.close();
  }
}

/** Nothing is spoken that no tool gave: the reply is supported, the conservative one, or none. */
function expectNothingMadeUp(trajectory: Trajectory) {
  expect(trajectory.reply).not.toContain(DECOY_PRICE);
  expect(checkGrounded(item, trajectory, ["price", "stock", "promotion"])).toMatchObject({ passed: true });
  if (trajectory.stopReason !== "replied" && trajectory.stopReason !== "recovered")
    expect(["", CONSERVATIVE]).toContain(trajectory.reply);
}

function note(fault: string, stage: string, { trajectory, ms }: Awaited<ReturnType<typeof attempt>>) {
  const { stopReason, failure, reply } = trajectory;
  const spoken = reply === CONSERVATIVE ? "conservative" : reply === "" ? "none" : "supported";
  table.push(`| ${fault} | ${stage} | ${stopReason}${failure ? ` (${failure.type})` : ""} | ${spoken} | ${Math.round(ms)} |`);
}

test("the matrix has every fault", () => {
  const kinds = new Set(Object.keys(EXPECTED).map((fault) => parseFault(fault).kind));
  expect([...FAULT_KINDS].filter((kind) => !kinds.has(kind))).toEqual([]);
});

describe.each(Object.keys(STAGES))("from the %s on,", (stage) => {
  test.concurrent.each(Object.entries(EXPECTED))("%s ends in a typed outcome within its time", async (fault, expected) => {
    const answers = expected === "answers";
    const module = MODULES[stage];
    const tight = !answers && expected.failure === "timeout" ? TIGHT[stage] : undefined;
    const result = await attempt(STAGES[stage]?.(fault) ?? [], tight ?? ROOMY, module);
    note(fault, stage, result);
    const { trajectory, ms } = result;
    expect(ms).toBeLessThan(OUTER_BOUND_MS);
    expectNothingMadeUp(trajectory);
    const { stopReason, failure } = trajectory;
    expect(StopReason.safeParse(stopReason).success && FAILURES.has(failure?.type)).toBe(true);
    // On a busy machine a call that was to be answered may time out before the fault's turn, and the rest shifts.
    const calls = trajectory.steps.flatMap((step) => (step.type === "model-call" ? [step.outcome.ok] : []));
    const early = stage !== "first model call" && (calls.length < before || calls.slice(0, before).includes(false));
    if (tight && early) return;
    expect(trajectory.steps.some(TRACE[stage] ?? ((step) => step.type === "model-call"))).toBe(true);
    if (answers) {
      expect([stopReason, trajectory.reply]).toEqual([
        stage === "trajectory recovery call" ? "recovered" : "replied",
        expect.stringContaining(`${PRICE} yuan`),
      ]);
      return;
    }
    expect(trajectory.reply).toBe(CONSERVATIVE);
    if (stopReason === "trajectory-timeout") return expect(failure?.type).toBe("timeout");
    // A summary is not acted on: what its text or its arguments hold strikes the call after it.
    const unread = module?.slot === "memory" && (expected.failure === "malformed-output" || fault === "broken-arguments");
    if (module && !unread) {
      // What becomes of a failed call is the module's business; this one gives up.
      const reason = expected.failure === "malformed-output" ? "module-bad-result" : "module-threw";
      return expect([stopReason, failure?.type]).toEqual(["module-error", reason]);
    }
    // A tool call whose arguments cannot be read is an answer: the policy is told, until the rounds are spent.
    const observed = fault === "broken-arguments" && stage !== "trajectory recovery call";
    expect(stopReason).toBe(observed ? expected.stop : "model-error");
    // What led to the stage is what failed the task.
    const led = stage === "compact fallback call" || stage === "trajectory recovery call";
    const failed = observed ? undefined : led ? "server-error" : expected.failure;
    expect(failure?.type).toBe(failed);
  });
});

describe("where a fault passes,", () => {
  const failing = Object.entries(EXPECTED).filter(([, expected]) => expected !== "answers");
  test.concurrent.each(failing)("%s costs an attempt and no answer", async (fault) => {
    const { trajectory, ms } = await attempt([`${fault}@${before}x1`], { ...ROOMY, later: 1_500 });
    expect(ms).toBeLessThan(OUTER_BOUND_MS);
    expectNothingMadeUp(trajectory);
    expect([trajectory.stopReason, trajectory.reply]).toEqual(["replied", expect.stringContaining(`${PRICE} yuan`)]);
    // A server that asks for a longer pause than the call may take is not asked again: the compact route answers.
    const again = fault.startsWith("rate-limited") ? "fallback" : "retry";
    const repeated = trajectory.steps.some((step) => step.type === again && "scope" in step && step.scope === "call");
    expect(repeated).toBe(fault !== "broken-arguments");
  });
});

test("how long the server asks to wait is on record", async () => {
  const { trajectory } = await attempt(["rate-limited=2@0x1"], ROOMY);
  const waits = trajectory.steps.map((step) =>
    step.type === "model-call" && !step.outcome.ok ? step.outcome.error.retryAfterMs : null,
  );
  expect(waits).toContain(2_000);
});

test("no promise was rejected unheard", async () => {
  await new Promise((settle) => setTimeout(settle, 50));
  expect(rejections).toEqual([]);
});
