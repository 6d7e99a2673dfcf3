import type { Harness } from "@/lib/contracts/harness";
import type { ToolOutcome } from "@/lib/contracts/trajectory";
import { parseHarness } from "@/lib/harness/parse";
import type { HookSandbox, TaskOptions, ToolTransport } from "@/lib/kernel/ports";

/** A harness from a bundle's files; `harness.yaml` and one prompt block are there unless given. */
export function harnessOf(files: Record<string, string> = {}): Harness {
  const { harness, diagnostics } = parseHarness({
    "harness.yaml": "name: test\n",
    "prompt/10-role.md": "You are the host.",
    ...files,
  });
  const errors = diagnostics.filter((item) => item.severity === "error");
  if (!harness || errors.length > 0) throw new Error(JSON.stringify(errors));
  return harness;
}

export function skillFile(name: string, extra = ""): string {
  return `---\nname: ${name}\ndescription: Rules for ${name}.\n${extra}---\nRules of ${name}.\n`;
}

export function toolFile(name: string, binding: object = { kind: "fixture", table: name }): string {
  const inputSchema = {
    type: "object",
    properties: { link: { type: "integer" } },
    required: ["link"],
    additionalProperties: false,
  };
  return JSON.stringify({ name, description: `The tool ${name}.`, inputSchema, binding });
}

/** A transport that answers every call alike, or by a function. */
export function toolsThat(
  answer: ToolOutcome | ((name: string, args: object) => ToolOutcome | Promise<ToolOutcome>),
): ToolTransport {
  return {
    call: async (tool, args) => ({
      outcome: await (typeof answer === "function" ? answer(tool.name, args) : answer),
      durationMs: 0,
    }),
  };
}

/** Refuses to run hooks: for tests of harnesses without any. */
export const noSandbox: HookSandbox = {
  run: async () => ({ ok: false, error: "unavailable", message: "no sandbox in this test", durationMs: 0 }),
};

/** A clock that stands still until it is moved. */
export function handClock(): { now(): number; sleep(ms: number): Promise<void>; move(ms: number): void } {
  let now = 1_000;
  return {
    now: () => now,
    sleep: async (ms) => {
      now += ms;
    },
    move: (ms) => {
      now += ms;
    },
  };
}

export function taskOptions(options: Pick<TaskOptions, "harness" | "model"> & Partial<TaskOptions>): TaskOptions {
  return {
    hash: "h",
    task: { input: { comments: [{ text: "How much is link 3?" }] }, context: {}, dialogue: [], channel: "public" },
    tools: toolsThat({ ok: true, result: { price: 5 } }),
    sandbox: noSandbox,
    clock: handClock(),
    seed: 7,
    ...options,
  };
}
