import { parseHarness } from "@/lib/harness/parse";
import { runTask } from "@/lib/kernel/run-task";
import { createSandbox } from "@/lib/server/sandbox";
import { calls, says, scriptedModel } from "@/lib/testing/scripted-model";

/** What the kernel adds to one model round, with a scripted model that answers at once and a tool that returns at once. */
const TASKS = 2_000;
const ROUNDS = 3;
const WARM_UP = 200;

const block = (index: number) =>
  `Block ${index}. Answer the viewer in one or two short sentences. {{ channel }}.\n${"Prices come from the tool and from nowhere else.\n".repeat(12)}`;
const base = {
  "harness.yaml": "name: bench\n",
  ...Object.fromEntries([1, 2, 3, 4, 5].map((index) => [`prompt/${index}0-block.md`, block(index)])),
  "prompt/60-room.md":
    "Room: {{ context.room }}\n{% for item in context.items %}- {{ item.name }}: {{ item.about }}\n{% endfor %}",
  "skills/price/SKILL.md": "---\nname: price\ndescription: Price questions.\n---\nSay the price as the tool gives it.\n",
  "tools/price.json": JSON.stringify({
    name: "price",
    description: "The price of a link.",
    inputSchema: { type: "object", properties: { link: { type: "integer" } }, required: ["link"] },
    binding: { kind: "fixture", table: "price" },
  }),
};
const hook = (event: string) => `export const events = ["${event}"];\nexport default (event) => ({ decision: "allow" });\n`;
const withHooks = {
  ...base,
  ...Object.fromEntries(
    ["UserPromptSubmit", "PreToolUse", "PreToolUse", "PostToolUse", "Stop", "Stop"].map((event, at) => [
      `hooks/h${at}.js`,
      hook(event),
    ]),
  ),
};

async function measure(name: string, files: Record<string, string>): Promise<void> {
  const { harness } = parseHarness(files);
  if (!harness) throw new Error("the bench harness does not parse");
  const sandbox = createSandbox();
  const times: number[] = [];
  let hookRuns = 0;
  for (let task = 0; task < TASKS + WARM_UP; task++) {
    const model = scriptedModel([
      calls(["load_skill", { skill: "price" }]),
      calls(["price", { link: 1 + (task % 9) }]),
      says("It is 5 dollars."),
    ]);
    const context = {
      room: `room ${task}`,
      items: Array.from({ length: 10 }, (_, index) => ({ name: `item ${task}-${index}`, about: "soft, light and easy to wash" })),
    };
    const from = performance.now();
    const trajectory = await runTask({
      harness,
      hash: "bench",
      task: { input: { comments: [{ text: `How much is link ${task}?` }] }, context, dialogue: [], channel: "public" },
      model,
      tools: { call: async () => ({ outcome: { ok: true, result: { price: 5 } }, durationMs: 0 }) },
      sandbox,
      clock: { now: () => performance.now() },
      seed: task,
    });
    if (task < WARM_UP) continue;
    times.push((performance.now() - from) / ROUNDS);
    hookRuns = trajectory.steps.filter((step) => step.type === "hook").length;
    if (trajectory.stopReason !== "replied") throw new Error(`a bench task ended with ${trajectory.stopReason}`);
  }
  await sandbox.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(3);
  console.log(
    `${name.padEnd(14)} ${TASKS} tasks of ${ROUNDS} rounds, ${hookRuns} hook runs a task: P50 ${at(0.5)} ms, P95 ${at(0.95)} ms a round`,
  );
}

await measure("without hooks", base);
await measure("with hooks", withHooks);
