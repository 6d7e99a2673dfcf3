import { z } from "zod";
import type { JsonObject } from "@/lib/contracts/ids";
import type { ChatOutcome } from "@/lib/contracts/model";
import type { Step, Trajectory } from "@/lib/contracts/trajectory";
import type { ChatModel, Clock, HookSandbox, TaskOptions, ToolAnswer, ToolTransport } from "@/lib/kernel/ports";
import { runTask } from "@/lib/kernel/run-task";

type Of<T extends Step["type"]> = Extract<Step, { type: T }>;

/**
 * Runs a task again on what a stored trajectory has of the outside: the outcomes of its model calls and tools, the times its
 * Hooks and modules took, and its clock. Harness code runs anew. Under the same harness, task and FAQ the result equals the
 * stored one byte for byte; where it does not, the harness or the kernel has changed.
 */
export function replayTask(
  stored: Trajectory,
  options: Pick<TaskOptions, "harness" | "task" | "evidence" | "sandbox" | "faq">,
): Promise<Trajectory> {
  const recorded = new Map<string, number>();
  const model = replayModel(stored);
  const abort = new AbortController();
  let steps = 0;
  return runTask({
    ...options,
    signal: abort.signal,
    hash: stored.harness.hash,
    seed: stored.seed,
    model,
    ...fallbackOf(stored, model, options.harness.config.fallback.endpoint),
    tools: replayTools(stored),
    sandbox: replaySandbox(stored, options.sandbox, recorded),
    clock: replayClock(stored),
    onStep: (step) => {
      const key = timedBy(step);
      if (key !== null) recorded.set(key, (recorded.get(key) ?? 0) + 1);
      steps += 1;
      // An aborted task was aborted before its last step, the empty reply.
      if (stored.stopReason === "aborted" && steps === stored.steps.length - 1) abort.abort();
    },
  });
}

const isOf =
  <T extends Step["type"]>(type: T) =>
  (step: Step): step is Of<T> =>
    step.type === type;

/** The recorded outcomes, in the order in which the calls were made. */
function replayModel(stored: Trajectory): ChatModel {
  const outcomes = stored.steps.filter(isOf("model-call")).map((step) => step.outcome);
  const spent: ChatOutcome = {
    ok: false,
    error: { type: "not-found", message: "the stored trajectory has no further model call", retryable: false },
    durationMs: 0,
  };
  return { identity: stored.model, chat: async () => outcomes.shift() ?? spent };
}

/** The fallback endpoint of the harness, where the stored task called it: its calls are taken from the same record. */
function fallbackOf(stored: Trajectory, model: ChatModel, named: string): Pick<TaskOptions, "fallbackModel"> {
  const route = stored.steps
    .filter(isOf("fallback"))
    .map((step) => step.route)
    .find(({ endpoint }) => endpoint === named);
  if (!route) return {};
  const { endpoint, model: name, checkpoint } = route;
  return { fallbackModel: { ...model, identity: { endpoint, model: name, checkpoint } } };
}

/** The recorded answers, tool by tool in order. */
function replayTools(stored: Trajectory): ToolTransport {
  const answers = new Map<string, ToolAnswer[]>();
  for (const step of stored.steps.filter(isOf("tool-call"))) {
    if (step.executed === false) continue;
    const known = answers.get(step.tool) ?? [];
    known.push({ outcome: step.raw ?? step.outcome, durationMs: step.durationMs });
    answers.set(step.tool, known);
  }
  return {
    async call(tool, args: JsonObject) {
      const message = `the stored trajectory has no further answer of ${tool.name} for ${JSON.stringify(args)}`;
      return (
        answers.get(tool.name)?.shift() ?? { outcome: { ok: false, error: { type: "unavailable", message } }, durationMs: 0 }
      );
    },
  };
}

/** Under which name a step's duration is looked up; null for steps that no sandboxed code timed. */
function timedBy(step: Step): string | null {
  if (step.type === "hook") return `${step.event} ${step.hook}`;
  return step.type === "module" ? `module ${step.slot}` : null;
}

/** Failures that depend on the machine and the moment, and not on the code alone. */
const OF_THE_MOMENT = z.enum(["timeout", "memory", "unavailable"]);
/** Replayed code may take longer than it took. */
const REPLAY_TIMEOUT_MS = 10_000;

type Timed = Of<"hook"> | Of<"module">;

/** Runs the code for real and says that it took as long as it did; a failure of the moment is given as it was recorded. */
function replaySandbox(stored: Trajectory, sandbox: HookSandbox, recorded: ReadonlyMap<string, number>): HookSandbox {
  const steps = new Map<string, Timed[]>();
  for (const step of stored.steps) {
    const key = timedBy(step);
    if (key !== null && (step.type === "hook" || step.type === "module")) steps.set(key, [...(steps.get(key) ?? []), step]);
  }
  const next = (key: string) => steps.get(key)?.[recorded.get(key) ?? 0];
  const failure = (text: string, durationMs: number) => {
    const [, type, message] = /^([a-z-]+): ([\s\S]*)$/.exec(text) ?? [];
    const error = OF_THE_MOMENT.safeParse(type);
    return error.success ? { ok: false as const, error: error.data, message: message ?? "", durationMs } : null;
  };
  return {
    async run(request) {
      const step = next(`${request.event} ${request.name}`);
      const durationMs = step?.durationMs ?? 0;
      const failed = step?.type === "hook" && step.decision === "error" ? failure(step.reason ?? "", durationMs) : null;
      return failed ?? { ...(await sandbox.run({ ...request, timeoutMs: REPLAY_TIMEOUT_MS })), durationMs };
    },
    async runModule(request) {
      const step = next(`module ${request.slot}`);
      // The passes over a module sum up to its step: the last one is given all of it.
      const last = step?.type === "module" && step.calls === request.answers.length;
      const durationMs = last ? step.durationMs : 0;
      const failed = last && step.error ? failure(`${step.error.type}: ${step.error.message}`, durationMs) : null;
      if (failed) return failed;
      if (!sandbox.runModule) return { ok: false, error: "unavailable", message: "there is no sandbox for modules", durationMs };
      return { ...(await sandbox.runModule({ ...request, timeoutMs: REPLAY_TIMEOUT_MS })), durationMs };
    },
  };
}

/** The recorded readings; beyond them time stands still, as it does for a trajectory without any. */
function replayClock({ clock = [] }: Trajectory): Clock {
  let microseconds = 0;
  let at = -1;
  return {
    now() {
      // The first reading is the origin that the others are counted from.
      microseconds += at < 0 ? 0 : (clock[at] ?? 0);
      at += 1;
      return microseconds / 1_000;
    },
    sleep: async () => {},
  };
}
