import { z } from "zod";
import type { Case } from "@/lib/contracts/case";
import type { Diagnostic, Hook, HookEvent } from "@/lib/contracts/harness";
import type { JsonObject } from "@/lib/contracts/ids";
import type { HookSandbox } from "@/lib/kernel/ports";

const DECISIONS: Record<HookEvent, readonly string[]> = {
  UserPromptSubmit: ["allow", "deny", "change"],
  PreModelCall: ["allow", "change"],
  PreToolUse: ["allow", "deny", "change"],
  PostToolUse: ["allow", "change"],
  Stop: ["allow", "block", "replace", "suppress"],
};

const Decision = z.object({ decision: z.string() });

/** The payload of an event as the kernel would send it in the middle of a task of this case. */
function samplePayload(event: HookEvent, item: Case): JsonObject {
  const comments = item.input.comments;
  const asked = { comments, context: item.context, channel: item.channel };
  switch (event) {
    case "UserPromptSubmit":
      return { event, ...asked, dialogue: item.dialogue };
    case "PreModelCall":
      return {
        event,
        messages: [
          { role: "system", content: "You answer." },
          { role: "user", content: comments[0]?.text ?? "" },
        ],
        round: 1,
        loadedSkills: [],
      };
    case "PreToolUse":
      return { event, tool: "sample_tool", arguments: {}, round: 1, loadedSkills: [] };
    case "PostToolUse":
      return { event, tool: "sample_tool", arguments: {}, outcome: { ok: true, result: { value: 1 } } };
    case "Stop":
      return {
        event,
        reply: "It costs 10 and there are 3 left.",
        ...asked,
        toolResults: [{ tool: "sample_tool", arguments: {}, result: { value: 10 } }],
        loadedSkills: [],
        round: 2,
        stopBlocks: 0,
      };
  }
}

/** Runs each hook once per event it listens to, on a sample of a real case: what throws, loops or answers nonsense is an error. */
export async function dryRunHooks(
  hooks: readonly Hook[],
  sandbox: HookSandbox,
  cases: readonly Case[],
  timeoutMs: number,
): Promise<Diagnostic[]> {
  const item = cases[0];
  if (item === undefined) return [];
  const diagnostics: Diagnostic[] = [];
  for (const hook of hooks) {
    for (const event of hook.events) {
      const outcome = await sandbox.run({
        name: hook.name,
        code: hook.code,
        event,
        payload: samplePayload(event, item),
        timeoutMs,
      });
      const problem = (message: string) =>
        diagnostics.push({ path: hook.path, line: 1, column: 1, severity: "error", code: "hook-dry-run", message });
      if (!outcome.ok) {
        problem(`on ${event} the hook failed (${outcome.error}): ${outcome.message}`);
        continue;
      }
      const decision = Decision.safeParse(outcome.value);
      if (!decision.success || !DECISIONS[event].includes(decision.data.decision)) {
        problem(`on ${event} the hook must decide one of ${DECISIONS[event].join(", ")}`);
      }
    }
  }
  return diagnostics;
}
