import type { Hook, HookEvent } from "@/lib/contracts/harness";
import { HookDecision, type HookDecisions, type HookPayloads } from "@/lib/contracts/hook";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import { settleWithin } from "../deadline";
import type { SandboxOutcome } from "../ports";
import { remainingMs, type Session } from "../session";

/** What the hooks of one event came to. */
export interface Fired<E extends HookEvent> {
  payload: HookPayloads[E];
  /** The decision that ended the chain, and the hook that took it. */
  ended: { hook: string; decision: HookDecisions[E] } | null;
}

interface EventRules<E extends HookEvent> {
  /** The payload after a decision that changes it; null where the decision ends the chain. */
  change(payload: HookPayloads[E], decision: HookDecisions[E]): HookPayloads[E] | null;
  /** Stands in for the decision of a hook that failed, where the harness fails closed. */
  closed(reason: string): HookDecisions[E];
}

/**
 * Runs the hooks of an event in order; each sees what the ones before it changed. All start at once on the payload as it is,
 * and those behind a change start again: hooks mostly allow, so one event costs about one hook's time.
 */
export async function fireHooks<E extends HookEvent>(
  session: Session,
  event: E,
  first: HookPayloads[E],
  rules: EventRules<E>,
): Promise<Fired<E>> {
  const hooks = session.compiled.hooks.get(event) ?? [];
  if (hooks.length === 0) return { payload: first, ended: null };
  return session.recorder.timed("hookMs", () => runChain(session, event, hooks, first, rules));
}

async function runChain<E extends HookEvent>(
  session: Session,
  event: E,
  hooks: readonly Hook[],
  first: HookPayloads[E],
  rules: EventRules<E>,
): Promise<Fired<E>> {
  let payload = first;
  let started = hooks.map((hook) => runHook(session, event, hook, payload));
  for (const [index, hook] of hooks.entries()) {
    const outcome = await started[index];
    if (outcome === undefined) break;
    const decision = decide(session, event, hook, outcome, rules);
    if (decision === null || decision.decision === "allow") continue;
    const changed = rules.change(payload, decision);
    if (changed === null) return { payload, ended: { hook: hook.name, decision } };
    payload = changed;
    started = hooks.map((later, at) => (at > index ? runHook(session, event, later, payload) : Promise.resolve(outcome)));
  }
  return { payload, ended: null };
}

function runHook(session: Session, event: HookEvent, hook: Hook, payload: object): Promise<SandboxOutcome> {
  const { timeoutMs } = session.options.harness.config.hooks;
  const left = Math.floor(remainingMs(session));
  // The last word on a reply is never cut short: an answer that came at the end of the time is checked like any other.
  const budget = event === "Stop" ? timeoutMs : Math.max(1, Math.min(timeoutMs, left));
  const failed = (error: "timeout" | "unavailable", message: string): SandboxOutcome => {
    return { ok: false, error, message, durationMs: 0 };
  };
  // The budget is processor time. A sandbox that others keep busy is waited for as long as the task has time.
  return settleWithin(
    session.options.sandbox.run({ name: hook.name, code: hook.code, event, payload: asJson(payload), timeoutMs: budget }),
    Math.max(budget, left),
    () => failed("timeout", "the sandbox did not answer in time"),
    (error) => failed("unavailable", error instanceof Error ? error.message : String(error)),
  );
}

/** Reads and records what a hook decided; null where it failed and the harness fails open. */
function decide<E extends HookEvent>(
  session: Session,
  event: E,
  hook: Hook,
  outcome: SandboxOutcome,
  rules: EventRules<E>,
): HookDecisions[E] | null {
  const record = (decision: "allow" | "change" | "deny" | "block" | "replace" | "suppress" | "error", reason?: string) =>
    session.recorder.record({
      type: "hook",
      round: session.state.round,
      event,
      hook: hook.name,
      decision,
      ...(reason === undefined ? {} : { reason }),
      durationMs: outcome.durationMs,
    });
  const failure = outcome.ok ? undefined : `${outcome.error}: ${outcome.message}`;
  const decision = outcome.ok ? readDecision(event, outcome.value) : null;
  if (decision !== null) {
    record(decision.decision, "reason" in decision ? decision.reason : undefined);
    return decision;
  }
  record("error", failure ?? `bad-result: the hook did not return a ${event} decision`);
  const { onError } = session.options.harness.config.hooks;
  return onError === "open" ? null : rules.closed(`the hook ${hook.name} failed and the harness fails closed`);
}

function readDecision<E extends HookEvent>(event: E, value: JsonValue): HookDecisions[E] | null {
  if (value === null) return { decision: "allow" };
  const parsed = HookDecision[event].safeParse(value);
  // The schema at `event` gives the decision of `event`; the compiler cannot follow the index.
  return parsed.success ? (parsed.data as HookDecisions[E]) : null;
}

/** Kernel payloads are plain data, whose optional fields the JSON type cannot express. */
function asJson(payload: object): JsonValue {
  return payload as JsonObject;
}
