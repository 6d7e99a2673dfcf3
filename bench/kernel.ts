/**
 * What the kernel costs: a task of four model rounds with three tool calls and six Hooks, a scripted model that answers at
 * once and a tool that returns at once, beside a bare loop over the same model and tool that does nothing but call them.
 * Milliseconds a round, so that P95 ≤ 5 ms with Hooks and ≤ 1 ms without are the aims. Then a thousand tasks at a time.
 *
 * npm run bench -- kernel [--json]
 */
import { parseArgs } from "node:util";
import type { Harness } from "@/lib/contracts/harness";
import type { Message } from "@/lib/contracts/model";
import { parseHarness } from "@/lib/harness/parse";
import type { ChatModel, HookSandbox, TaskOptions } from "@/lib/kernel/ports";
import { runTask } from "@/lib/kernel/run-task";
import { createSandbox } from "@/lib/server/sandbox";
import { calls, says } from "@/lib/testing/scripted-model";

const TASKS = 1_000;
const WARM_UP = 200;
const ROUNDS = 4;
const CONCURRENT = 1_000;

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });

const base: Record<string, string> = {
  "harness.yaml": "name: bench\nrequireReplySkill: false\n",
  ...Object.fromEntries(
    [1, 2, 3, 4, 5].map((index) => [
      `prompt/${index}0-block.md`,
      `Block ${index}. Answer the viewer in one or two short sentences. {{ channel }}.\n${"Prices come from the tool and from nowhere else.\n".repeat(12)}`,
    ]),
  ),
  "prompt/60-room.md":
    "Room: {{ context.room }}\n{% for item in context.items %}- {{ item.name }}: {{ item.about }}\n{% endfor %}",
  "tools/price.json": JSON.stringify({
    name: "price",
    description: "The price of a link.",
    inputSchema: { type: "object", properties: { link: { type: "integer" } }, required: ["link"] },
    binding: { kind: "fixture", table: "price" },
  }),
};
const EVENTS = ["UserPromptSubmit", "PreModelCall", "PreToolUse", "PostToolUse", "Stop", "Stop"];
const hooks = Object.fromEntries(
  EVENTS.map((event, at) => [
    `hooks/h${at}.js`,
    `export const events = ["${event}"];\nexport default (event) => ({ decision: "allow" });\n`,
  ]),
);

function harnessOf(files: Record<string, string>): Harness {
  const { harness } = parseHarness(files);
  if (!harness) throw new Error("the bench harness does not parse");
  return harness;
}

const answers = [...[1, 2, 3].map((link) => calls(["price", { link }])), says("It is 5 dollars.")];
const model = (): ChatModel => {
  let at = 0;
  return {
    identity: { endpoint: "scripted", model: "scripted", checkpoint: "" },
    chat: async () => answers[at++ % answers.length] ?? says(""),
  };
};
const tools: TaskOptions["tools"] = { call: async () => ({ outcome: { ok: true, result: { price: 5 } }, durationMs: 0 }) };
const items = (task: number) =>
  Array.from({ length: 10 }, (_, index) => ({ name: `item ${task}-${index}`, about: "soft, light and easy to wash" }));

async function kernelTask(harness: Harness, sandbox: HookSandbox, task: number): Promise<void> {
  const { stopReason } = await runTask({
    harness,
    hash: "bench",
    task: {
      input: { comments: [{ text: `How much is link ${task}?` }] },
      context: { room: `room ${task}`, items: items(task) },
      dialogue: [],
      channel: "public",
    },
    model: model(),
    tools,
    sandbox,
    clock: { now: () => performance.now() },
    seed: task,
  });
  if (stopReason !== "replied") throw new Error(`a bench task ended with ${stopReason}`);
}

/** The loop that anybody would write first: no prompt pipeline, no checks, no record. */
async function bareTask(task: number): Promise<void> {
  const chat = model();
  const messages: Message[] = [{ role: "user", content: `How much is link ${task}?` }];
  for (;;) {
    const outcome = await chat.chat(
      { messages, tools: [], decoding: { temperature: 1, topP: 1, maxTokens: 64, seed: task } },
      { timeoutMs: 1_000 },
    );
    if (!outcome.ok || outcome.toolCalls.length === 0) return;
    messages.push({ role: "assistant", content: outcome.content, toolCalls: outcome.toolCalls });
    for (const call of outcome.toolCalls) messages.push({ role: "tool", toolCallId: call.id, content: '{"price":5}' });
  }
}

/** Milliseconds a round, sorted. */
async function measure(run: (task: number) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let task = 0; task < TASKS + WARM_UP; task++) {
    const from = performance.now();
    await run(task);
    if (task >= WARM_UP) times.push((performance.now() - from) / ROUNDS);
  }
  return times.sort((a, b) => a - b);
}

/** Runs a thousand tasks at once; answers the most memory the process had meanwhile, in MB, and the seconds. */
async function crowd(harness: Harness, sandbox: HookSandbox): Promise<{ peakRssMb: number; seconds: number }> {
  let peak = process.memoryUsage().rss;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 5);
  const from = performance.now();
  await Promise.all(Array.from({ length: CONCURRENT }, (_, task) => kernelTask(harness, sandbox, task)));
  clearInterval(timer);
  return { peakRssMb: Math.round(Math.max(peak, process.memoryUsage().rss) / 1e6), seconds: (performance.now() - from) / 1_000 };
}

const at = (times: readonly number[], share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
const rounded = (value: number) => Number(value.toPrecision(3));

const sandbox = createSandbox();
const plain = harnessOf({ ...base, "harness.yaml": `${base["harness.yaml"]}limits: {trajectoryTimeoutMs: 600000}\n` });
const hooked = harnessOf({ ...base, ...hooks, "harness.yaml": `${base["harness.yaml"]}limits: {trajectoryTimeoutMs: 600000}\n` });
const bare = await measure(bareTask);
const without = await measure((task) => kernelTask(plain, sandbox, task));
const withHooks = await measure((task) => kernelTask(hooked, sandbox, task));
const { peakRssMb, seconds } = await crowd(hooked, sandbox);
await sandbox.close();

const report = {
  overheadMsP50: rounded(at(withHooks, 0.5)),
  overheadMsP95: rounded(at(withHooks, 0.95)),
  bareLoopMsP50: rounded(at(bare, 0.5)),
  ratio: rounded(at(withHooks, 0.5) / at(bare, 0.5)),
  concurrentTasks: CONCURRENT,
  peakRssMb,
  withoutHooksMsP50: rounded(at(without, 0.5)),
  withoutHooksMsP95: rounded(at(without, 0.95)),
  concurrentSeconds: rounded(seconds),
  tasks: TASKS,
  rounds: ROUNDS,
  hooks: EVENTS.length,
  toolCalls: 3,
};
if (values.json) console.log(JSON.stringify(report));
else
  console.log(`${TASKS} tasks of ${ROUNDS} rounds, 3 tool calls, milliseconds a round
with 6 Hooks    P50 ${report.overheadMsP50}  P95 ${report.overheadMsP95}
without Hooks   P50 ${report.withoutHooksMsP50}  P95 ${report.withoutHooksMsP95}
bare loop       P50 ${report.bareLoopMsP50}  (kernel with Hooks: ${report.ratio} times)
${CONCURRENT} tasks at once: ${report.concurrentSeconds} s, at most ${peakRssMb} MB`);
