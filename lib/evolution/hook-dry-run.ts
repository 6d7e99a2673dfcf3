import type { Case } from "@/lib/contracts/case";
import type { Diagnostic, Hook, HookEvent } from "@/lib/contracts/harness";
import { HookDecision } from "@/lib/contracts/hook";
import type { JsonValue } from "@/lib/contracts/ids";
import type { Trajectory } from "@/lib/contracts/trajectory";
import type { HookSandbox } from "@/lib/kernel/ports";
import { hookPayloads } from "./hook-payload";

/** Moments of one event on which a hook is tried at most. */
const MOST_MOMENTS = 4;
const MOST_REASON = 300;

const DECISIONS: Record<HookEvent, readonly string[]> = {
  UserPromptSubmit: ["allow", "deny", "change"],
  PreModelCall: ["allow", "change"],
  PreToolUse: ["allow", "deny", "change"],
  PostToolUse: ["allow", "change"],
  Stop: ["allow", "block", "replace", "suppress"],
};

/** What a hook did at one event. `ok` is false where it failed or answered nonsense: `reason` says how. */
export interface HookRun {
  path: string;
  event: HookEvent;
  ok: boolean;
  /** Empty where it failed. */
  decision: string;
  /** The reason that it gave, or what it changes, in short. */
  reason: string;
  ms: number;
}

function read(event: HookEvent, value: JsonValue): Pick<HookRun, "ok" | "decision" | "reason"> {
  if (value === null) return { ok: true, decision: "allow", reason: "" };
  const parsed = HookDecision[event].safeParse(value);
  if (!parsed.success) {
    return { ok: false, decision: "", reason: `the hook must decide one of ${DECISIONS[event].join(", ")}` };
  }
  const { decision, ...rest } = parsed.data;
  const reason = "reason" in rest ? rest.reason : "reply" in rest ? rest.reply : JSON.stringify(rest);
  return { ok: true, decision, reason: decision === "allow" ? "" : reason.slice(0, MOST_REASON) };
}

/**
 * Runs a hook at one event of a case: at the moments of the trajectory where it has any, else on a sample. Tells the first
 * moment at which it failed or did not simply allow, else the first.
 */
export async function runHookOn(
  hook: Hook,
  event: HookEvent,
  sandbox: HookSandbox,
  on: { item: Case; trajectory: Trajectory | null },
  timeoutMs: number,
): Promise<HookRun> {
  let first: HookRun | undefined;
  for (const payload of hookPayloads(event, on.item, on.trajectory).slice(0, MOST_MOMENTS)) {
    const outcome = await sandbox.run({ name: hook.name, code: hook.code, event, payload, timeoutMs });
    const what = outcome.ok
      ? read(event, outcome.value)
      : { ok: false, decision: "", reason: `the hook failed (${outcome.error}): ${outcome.message}` };
    const run = { path: hook.path, event, ...what, ms: outcome.durationMs };
    if (!run.ok || run.decision !== "allow") return run;
    first ??= run;
  }
  return first ?? { path: hook.path, event, ok: true, decision: "allow", reason: "", ms: 0 };
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
      const run = await runHookOn(hook, event, sandbox, { item, trajectory: null }, timeoutMs);
      if (run.ok) continue;
      const message = `on ${event} ${run.reason}`;
      diagnostics.push({ path: hook.path, line: 1, column: 1, severity: "error", code: "hook-dry-run", message });
    }
  }
  return diagnostics;
}
