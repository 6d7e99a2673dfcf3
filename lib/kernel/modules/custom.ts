import type { z } from "zod";
import type { ModuleSlot, Tool } from "@/lib/contracts/harness";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import { type HostAnswer, type ModuleInputs, ModuleResult } from "@/lib/contracts/module";
import { settleWithin } from "../deadline";
import type { HookSandbox, ModuleOutcome } from "../ports";
import { commentsOf, type Ending, endWithout, interruption, remainingMs, type Session } from "../session";
import { answerHostCalls, type HostRequest } from "./host-calls";

type RunModule = NonNullable<HookSandbox["runModule"]>;

/** Characters of JSON that a slot may keep; they stand in every boundary. */
const MAX_STATE = 32_000;

/** What every slot is given alike. */
type Common = Pick<ModuleInputs["memory"], "task" | "round" | "depth" | "loadedSkills" | "state">;
type Results = { [S in ModuleSlot]: z.infer<(typeof ModuleResult)[S]> };
export type ModuleRun<S extends ModuleSlot> = { ok: true; result: Results[S] } | { ok: false; ending: Ending };

/**
 * Runs the code of a custom slot: from its beginning, again after each batch of host calls, until it returns. `host` is the
 * request that `callModel` sends by default and the tools that `callTool` may use; absent: the history and no tools.
 */
export async function runModule<S extends ModuleSlot>(
  session: Session,
  slot: S,
  given: Omit<ModuleInputs[S], keyof Common>,
  host?: HostRequest,
): Promise<ModuleRun<S>> {
  const { options, compiled, state, recorder } = session;
  const { limits } = options.harness.config;
  const module = compiled.modules.get(slot);
  const answers: HostAnswer[] = [];
  let durationMs = 0;
  const end = (error: { type: string; message: string }): ModuleRun<S> => {
    const message = `modules/${slot}.js: ${error.message}`;
    recorder.record({ type: "module", round: state.round, slot, calls: answers.length, notes: [], error, durationMs });
    return { ok: false, ending: endWithout(session, "module-error", { type: `module-${error.type}`, message }) };
  };
  if (!module || !options.sandbox.runModule)
    return end({ type: "unavailable", message: module ? "there is no sandbox for modules" : "its code cannot be used" });
  const input = moduleInput(session, slot, given);
  for (;;) {
    const leftMs = limits.moduleTimeoutMs - durationMs;
    const outcome = await onePass(session, {
      slot,
      code: module.code,
      input,
      answers,
      timeoutMs: Math.ceil(leftMs),
    });
    durationMs += outcome.durationMs;
    const interrupted = interruption(session);
    if (interrupted) {
      end({ type: "interrupted", message: "the time of the task ran out" });
      return { ok: false, ending: interrupted };
    }
    if (!outcome.ok) return end({ type: outcome.error, message: outcome.message });
    if ("waiting" in outcome) {
      if (answers.length + outcome.waiting.length > limits.moduleCalls)
        return end({ type: "calls", message: `it made more than ${limits.moduleCalls} host calls` });
      answers.push(...(await answerHostCalls(session, slot, outcome.waiting, host)));
      continue;
    }
    const parsed = ModuleResult[slot].safeParse(outcome.value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return end({ type: "bad-result", message: `it returned no ${slot} result: ${issue?.path.join(".")} ${issue?.message}` });
    }
    // The schema at `slot` gives the result of `slot`; the compiler cannot follow the index.
    const result = parsed.data as Results[S];
    if (JSON.stringify(result.state ?? null).length > MAX_STATE)
      return end({ type: "bad-result", message: `its state is larger than ${MAX_STATE} characters` });
    if (result.state !== undefined) state.modules[slot] = result.state;
    recorder.record({
      type: "module",
      round: state.round,
      slot,
      calls: answers.length,
      notes: outcome.notes,
      durationMs,
    });
    return { ok: true, result };
  }
}

/** One pass, that has the time of the task at most; never rejects. */
function onePass(session: Session, request: Parameters<RunModule>[0]): Promise<ModuleOutcome> {
  const failed = (error: "timeout" | "unavailable", message: string): ModuleOutcome => ({
    ok: false,
    error,
    message,
    durationMs: 0,
  });
  const { sandbox } = session.options;
  const left = remainingMs(session);
  if (!sandbox.runModule) return Promise.resolve(failed("unavailable", "there is no sandbox for modules"));
  if (request.timeoutMs <= 0) return Promise.resolve(failed("timeout", "its passes took too long together"));
  return settleWithin(
    sandbox.runModule(request),
    Math.max(request.timeoutMs, left),
    () => failed("timeout", "the sandbox did not answer in time"),
    (error) => failed("unavailable", error instanceof Error ? error.message : String(error)),
  );
}

/** What every module is given: the task, where the agent stands, what the slot kept, and what the slot is about. */
function moduleInput(session: Session, slot: ModuleSlot, given: object): JsonValue {
  const { options, state } = session;
  const { context, dialogue, channel } = options.task;
  const common: Common = {
    task: { comments: commentsOf(session), context, dialogue: state.frames.length > 0 ? [] : dialogue, channel },
    round: state.round,
    depth: state.frames.length,
    loadedSkills: state.loadedSkills,
    state: state.modules[slot] ?? null,
  };
  // Kernel payloads are plain data, whose optional fields the JSON type cannot express.
  return { ...common, ...given } as JsonObject;
}

/** The tools as a module reads them. */
export function moduleTools(tools: readonly Tool[]): Pick<Tool, "name" | "description" | "inputSchema">[] {
  return tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
}
