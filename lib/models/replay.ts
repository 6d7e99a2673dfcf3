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
  options: Pick<TaskOptions, "harness" | "task" | "sandbox" | "faq">,
): Promise<Trajectory> {
  const recorded = new Map<string, number>();
  const model = replayModel(stored);
  return runTask({
    ...options,
    hash: stored.harness.hash,
    seed: stored.seed,
    model,
    ...fallbackOf(stored, model),
    tools: replayTools(stored),
    sandbox: replaySandbox(stored, options.sandbox, recorded),
    clock: replayClock(stored),
    onStep: (step) => {
      const key = timedBy(step);
      if (key !== null) recorded.set(key, (recorded.get(key) ?? 0) + 1);
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

/** A second endpoint, where the stored task called one: its calls are taken from the same record. */
function fallbackOf(stored: Trajectory, model: ChatModel): Pick<TaskOptions, "fallbackModel"> {
  const route = stored.steps
    .filter(isOf("fallback"))
    .map((step) => step.route)
    .find(({ endpoint }) => endpoint !== stored.model.endpoint);
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

/** Runs the code for real, and says that it took as long as it did. */
function replaySandbox(stored: Trajectory, sandbox: HookSandbox, recorded: ReadonlyMap<string, number>): HookSandbox {
  const durations = new Map<string, number[]>();
  for (const step of stored.steps) {
    const key = timedBy(step);
    if (key === null || !("durationMs" in step)) continue;
    durations.set(key, [...(durations.get(key) ?? []), step.durationMs]);
  }
  const next = (key: string) => durations.get(key)?.[recorded.get(key) ?? 0] ?? 0;
  return {
    async run(request) {
      const key = `${request.event} ${request.name}`;
      const durationMs = next(key);
      return { ...(await sandbox.run(request)), durationMs };
    },
    async runModule(request) {
      // The passes over a module sum up to its step: the first is given all of it.
      const durationMs = request.answers.length === 0 ? next(`module ${request.slot}`) : 0;
      if (!sandbox.runModule) return { ok: false, error: "unavailable", message: "there is no sandbox for modules", durationMs };
      return { ...(await sandbox.runModule(request)), durationMs };
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
